import { type CopyTraits, copyTitle } from '#features/catalogue/words.ts';
import { firstOf } from '#kernel/first-of.ts';
import { type Currency, formatMoney, type Money } from '#kernel/numbers/money.ts';
import { referenceRates } from '#kernel/numbers/reference-rates.ts';
import { dayMs } from '#kernel/time.ts';

/** A listing says of its copy what the catalogue has words for. */
export {
  type Condition,
  conditionNames,
  conditions,
  gameNames,
  type ListingGame,
  languageNames,
  languages,
  listingGames,
  parseCondition,
  parseLanguage,
} from '#features/catalogue/words.ts';

/** The ratings, out of 5, that a search can require of sellers. */
export const leastRatings = [4, 4.5, 4.8] as const;

/** How long data of a deleted listing is retained; then it is deleted, too. */
export const retainedAfterRemovalMs = 30 * dayMs;

/** Every limit of a listing, in one place: forms state them, the server enforces them (LI-11, VA-11). */
export const listingLimits = {
  minPrice: 1,
  maxPrice: 100_000_000,
  maxQuantity: 999,
  titleLength: 120,
  nameLength: 160,
  setNameLength: 120,
  numberLength: 24,
  rarityLength: 60,
  descriptionLength: { free: 5_000, premium: 20_000 },
  graderLength: 20,
  gradeLength: 20,
  certificateLength: 40,
  shippingOptions: 10,
  shippingNameLength: 60,
  maxPhotos: 12,
  photoBytes: 15 * 1024 * 1024,
  photoPixels: 40_000_000,
  altLength: 200,
  /** From this price up a buyer must be able to see the copy. In minor units of the listing's own currency. */
  photoRequiredFrom: 2_000,
} as const;

/** How long what a seller notes for themselves may be. */
export const ownTexts = { sku: 40, place: 60, privateNote: 500 } as const;

/** For how many hours a seller may let an offer wait; a new listing begins with the usual one. */
export const offerWindowHours = [24, 48, 72] as const;
export const usualWindowHours = 48;

/** In US cents by the fixed rates: for the order and the range filters of several currencies. */
export function priceRank(price: Money): number {
  return Math.round(price.amount * referenceRates[price.currency]);
}

/** Whether a buyer must be able to see the copy before it may be published. */
export function needsPhoto(price: Money): boolean {
  return price.amount >= listingLimits.photoRequiredFrom;
}

/** What a seller reads where a photo is missing; null where none is. */
export function missingPhoto(price: Money, photoCount: number): string | null {
  if (photoCount > 0 || !needsPhoto(price)) return null;
  return photoSentence(price.currency);
}

export const photoSentence = (currency: Currency) =>
  `Add at least 1 photo. Listings of ${formatMoney({ amount: listingLimits.photoRequiredFrom, currency })} or more need one.`;

export interface TitleParts extends Partial<CopyTraits> {
  name: string;
  setName: string | null;
  number: string | null;
}

/** What the copy is, cut to what a title may hold. */
export function defaultTitle(copy: TitleParts): string {
  const title = copyTitle(copy);
  return title.length <= listingLimits.titleLength
    ? title
    : `${firstOf(title, listingLimits.titleLength - 1).trimEnd()}…`;
}

/**
 * The state of a listing without a pause, from its copies and its time: one whose copies are all held waits for its
 * buyers even beyond its time.
 */
export function stateForSale(
  listing: { quantity: number; quantityHeld: number; quantitySold: number; expiresAt: Date | null },
  now: Date,
): 'active' | 'reserved' | 'expired' {
  if (availableQuantity(listing) === 0) return 'reserved';
  return listing.expiresAt && listing.expiresAt > now ? 'active' : 'expired';
}

/** What is left to buy: neither held for a buyer who is paying nor sold. */
export function availableQuantity(stock: { quantity: number; quantityHeld: number; quantitySold: number }): number {
  return stock.quantity - stock.quantityHeld - stock.quantitySold;
}
