import type { ListingPhoto } from '#features/listings/contract.ts';
import { conditions, defaultTitle, priceRank } from '#features/listings/model/listing.rules.ts';
import { artWidths, sceneSize } from '#features/listings/photos/art-scene.ts';
import { searchTextOf } from '#features/listings/read/card-facts.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { dayMs } from '#kernel/time.ts';
import { pick } from '../../dev/demo/seeded.ts';

export interface CardRow {
  id: string;
  game: string;
  set_code: string;
  set_name: string;
  number: string | null;
  name: string;
  rarity: string | null;
  finishes: string[];
  /** Computed once for each card: they are the expensive part of a row. */
  words?: string[];
}

export interface NewRow {
  id: string;
  photoId: string;
  card: CardRow;
  sellerId: string;
  /** Publication, in milliseconds. */
  at: number;
  random: () => number;
}

const usual = conditions.slice(0, 6);
const currencies: readonly Currency[] = ['USD', 'USD', 'USD', 'EUR', 'EUR', 'GBP'];
const descriptions = [
  null,
  'From my own binder, sleeved since it was opened. No creases, no whitening on the back.',
  'A little whitening on two corners of the back, surface clean. Sent in a sleeve and a toploader between card.',
  'Bought as part of a collection. Condition judged under a lamp; ask for more pictures.',
];

/** A listing and its photo, with the columns that creating, adding a photo and publishing leave behind. */
export function listingRow({ id, photoId, card, sellerId, at, random }: NewRow) {
  card.words ??= wordsOf(card);
  const currency = pick(random, currencies);
  // A long tail: most cost little, a few a hundred times as much.
  const amount = Math.max(25, Math.round(80 * Math.exp(random() ** 2 * 7)));
  const condition = pick(random, usual);
  const graded = random() < 0.05 ? { company: 'PSA', grade: 6 + Math.floor(random() * 9) / 2 } : null;
  const finish = card.finishes.length > 0 ? pick(random, card.finishes) : null;
  const shipping = [
    { name: 'Letter', price: { amount: 150, currency }, tracked: false },
    { name: 'Tracked letter', price: { amount: 420, currency }, tracked: true },
  ];
  const photo: ListingPhoto = {
    id: photoId,
    url: `/photos/${photoId}/1280.webp`,
    width: sceneSize.width,
    height: sceneSize.height,
    alt: `${card.name}, front`,
    widths: [...artWidths],
    placeholder: null,
  };
  const publishedAt = new Date(at).toISOString();
  const listing = {
    id,
    seller_id: sellerId,
    card_id: card.id,
    card_finishes: card.finishes,
    game: card.game,
    set_code: card.set_code,
    set_name: card.set_name,
    number: card.number,
    name: card.name,
    rarity: card.rarity,
    title: titleOf(card),
    condition,
    finish,
    language: random() < 0.85 ? 'en' : pick(random, ['ja', 'de', 'fr'] as const),
    grading: graded,
    quantity: random() < 0.8 ? 1 : 1 + Math.floor(random() * 4),
    price_amount: amount,
    currency,
    price_rank: priceRank(money(amount, currency)),
    accepts_offers: random() < 0.8,
    shipping,
    description: pick(random, descriptions),
    photos: [photo],
    words: card.words,
    status: 'active',
    tier: 'premium',
    version: 1,
    created_at: publishedAt,
    updated_at: publishedAt,
    published_at: publishedAt,
    expires_at: new Date(at + 30 * dayMs).toISOString(),
  };
  const { url: _, ...photoColumns } = photo;
  return {
    listing,
    photo: { ...photoColumns, listing_id: id, position: 0, kind: 'art', view: 'front', created_at: publishedAt },
  };
}

function titleOf({ name, set_name, number }: CardRow): string {
  return defaultTitle({ name, setName: set_name, number });
}

function wordsOf(card: CardRow): string[] {
  const { id, game, set_code, set_name, number, name, rarity, finishes } = card;
  return searchTextOf(
    { cardId: id, cardFinishes: finishes, game, setCode: set_code, setName: set_name, number, name, rarity },
    titleOf(card),
  ).words;
}
