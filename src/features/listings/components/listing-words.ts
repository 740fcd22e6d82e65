import { artAddress, type CopyTraits, finishName, isPlainFinish, traitNames } from '#features/catalogue/words.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { ownValue } from '#kernel/own-value.ts';
import { calendarDay } from '#kernel/time.ts';
import type { PhotoSource } from '#ui/card/photo.ts';
import type { Grading, Listing, ListingPhoto, ShippingOption } from '../contract.ts';
import { gameNames, languageNames } from '../model/listing.rules.ts';

/** What a tile or a row shows of a listing: small, so that a page of many is small too. */
export interface TileFacts {
  id: string;
  name: string;
  setLine: string;
  photo: PhotoSource | null;
  /** Without a photo: the catalogue's drawing of the card. */
  drawing?: string;
  price: Money;
  /** An earlier, higher price, where the list is about price drops. */
  was?: Money;
  /** What there is nothing to say of is not there at all. */
  finish?: string;
  /** `1st Edition, Signed`. */
  traits?: string;
  condition: string;
  /** Its code. */
  language: string;
  grading?: Grading;
  seller: { id: string; username: string; avatarUrl?: string; rating?: number };
  /** Null where no method of the seller ships it. */
  post: Money | null;
  /** Whether it costs more, or isn't possible, to other countries. */
  postVaries?: true;
  gone?: string;
}

/** A row of the table of copies. */
export interface CopyRow extends TileFacts {
  /** Where its seller is, such as `Lyon, FR`; absent where they do not say. */
  location?: string;
}

/** No tile is rendered wider, on a dense screen either. */
const widestInTile = 640;

/** Of the hash a tile shows the colour, which its first six bytes are enough for. */
const colourLength = 8;

export function tilePhoto({ url, width, height, alt, widths, placeholder }: ListingPhoto): PhotoSource {
  const behind = placeholder?.slice(0, colourLength) ?? null;
  return {
    url,
    width,
    height,
    alt,
    widths: widths.filter((one, n) => n === 0 || one <= widestInTile),
    placeholder: behind,
  };
}

export function tileFacts(listing: Listing): TileFacts {
  const { id, username, avatarUrl, rating } = listing.seller;
  return {
    id: listing.id,
    name: listing.name,
    setLine: setLine(listing),
    photo: listing.photos[0] ? tilePhoto(listing.photos[0]) : null,
    price: listing.price,
    condition: listing.condition,
    language: listing.language,
    seller: { id, username, ...said({ avatarUrl, rating }) },
    post: postOf(listing),
    ...said({
      postVaries: listing.shippingVaries || null,
      drawing: listing.photos.length === 0 && listing.catalogueCardId ? artAddress(listing.catalogueCardId) : null,
      finish: specialFinish(listing.finish),
      traits: traitsInWords(listing),
      grading: listing.grading,
      gone: goneWord(listing.status) ?? awayWord(listing.sellerAway),
    }),
  };
}

/**
 * What distinguishes this copy from another one of the same card, beside its condition: `Reverse holo`, `1st Edition,
 * Signed`, `German`. Every name of a copy has these labels, in this order. `short` writes the language as its code.
 */
export function copyLabels(
  { finish, traits, language }: Pick<TileFacts, 'finish' | 'traits' | 'language'>,
  form: 'long' | 'short',
): string[] {
  return [finish ?? [], traits ?? [], form === 'short' ? language.toUpperCase() : languageName(language)].flat();
}

type Said<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Without what is null: of many tiles each name would be sent with nothing behind it. */
function said<T extends object>(facts: T): Said<T> {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null)) as Said<T>;
}

type SetParts = Pick<Listing, 'setName' | 'number' | 'language'>;

/** `Emberfall · 112/248 · EN`. */
export function setLine({ setName, number, language }: SetParts): string {
  return [setName, number, language.toUpperCase()].filter(Boolean).join(' · ');
}

export function gameName(game: string): string {
  return ownValue(gameNames, game) ?? game;
}

export function languageName(language: string): string {
  return ownValue(languageNames, language) ?? language.toUpperCase();
}

/** The finish where it is special; null for a plain card. */
export function specialFinish(finish: string | null): string | null {
  return finish === null || isPlainFinish(finish) ? null : finishName(finish);
}

/** `1st Edition, Signed`; null for a copy that has no such traits. */
export function traitsInWords(copy: Partial<CopyTraits>): string | null {
  return traitNames(copy).join(', ') || null;
}

/** `3 members want this.` */
export function wantedBy(count: number): string {
  return plural(count, { one: '# member wants this card.', other: '# members want this card.' });
}

function cheapestPost(shipping: readonly ShippingOption[]): ShippingOption | null {
  let best: ShippingOption | null = null;
  for (const option of shipping) if (best === null || option.price.amount < best.price.amount) best = option;
  return best;
}

/**
 * What the cheapest post costs; a listing that names none has it in its price. Null where no method of the seller ships
 * the copy.
 */
export function postOf({ shipping, shipsTo, price }: Pick<Listing, 'shipping' | 'shipsTo' | 'price'>): Money | null {
  if (shipping.length === 0 && shipsTo !== null) return null;
  return cheapestPost(shipping)?.price ?? { amount: 0, currency: price.currency };
}

/**
 * `Tracked letter`, `Letter, tracked`, `Letter, not tracked`: tracking is named once, also where the seller's own name
 * for the method names it.
 */
export function sentBy({ name, tracked }: Pick<ShippingOption, 'name' | 'tracked'>): string {
  const saysNot = /\b(untracked|(not|without|no|non)[ -]track(ed|ing))\b/i.test(name);
  const saysSo = !saysNot && /\btrack(ed|ing)\b/i.test(name);
  if (tracked ? saysSo : saysNot) return name;
  return `${name}, ${tracked ? 'tracked' : 'not tracked'}`;
}

/** `Letter, not tracked: from $1.20 · Parcel, tracked: from $9.00`: the methods of one copy. */
export function shippingWords({
  shipping,
  shippingVaries,
  shipsTo,
}: Pick<Listing, 'shipping' | 'shippingVaries' | 'shipsTo'>): string {
  if (shipping.length === 0) return shipsTo === null ? 'Free shipping' : 'Contact seller for shipping';
  return shipping
    .map((option) => {
      const isFree = option.price.amount === 0;
      if (shippingVaries)
        return `${sentBy(option)}: ${isFree ? 'free to some countries' : `from ${formatMoney(option.price)}`}`;
      return `${sentBy(option)}: ${isFree ? 'Free' : formatMoney(option.price)}`;
    })
    .join(' · ');
}

/** What one copy costs with its cheapest post. */
export function totalOf(price: Money, post: Money | null): Money {
  return { amount: price.amount + (post?.amount ?? 0), currency: price.currency };
}

const goneWords: Partial<Record<Listing['status'], string>> = {
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'Ended',
  paused: 'Paused',
  removed: 'Removed',
  draft: 'Draft',
};

/** Why it can't be bought, in a word; null where it can. */
function goneWord(status: Listing['status']): string | null {
  return goneWords[status] ?? null;
}

/** `On vacation until 12 Nov 2026`, where nothing of theirs can be bought. */
function awayWord(away: Listing['sellerAway']): string | null {
  return away && `On vacation until ${calendarDay(new Date(away.to))}`;
}

export function countOf(n: number, one: string, many = `${one}s`): string {
  return `${formatNumber(n)} ${n === 1 ? one : many}`;
}
