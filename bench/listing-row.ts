import { copyLine } from '#features/catalogue/import/copy-text.ts';
import type { ListingPhoto } from '#features/listings/contract.ts';
import { conditions, defaultTitle, priceRank } from '#features/listings/model/listing.rules.ts';
import { artWidths, sceneSize } from '#features/listings/photos/art-scene.ts';
import { searchTextOf } from '#features/listings/read/card-facts.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { dayMs } from '#kernel/time.ts';
import { pick } from '../dev/demo/seeded.ts';

export interface CardRow {
  id: string;
  game: string;
  set_code: string;
  set_name: string;
  number: string | null;
  name: string;
  rarity: string | null;
  finishes: string[];
  /** Kept, because the words of a card are the costly part of a row. */
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

const written = [
  'id',
  'seller_id',
  'card_id',
  'card_finishes',
  'game',
  'set_code',
  'set_name',
  'number',
  'name',
  'rarity',
  'title',
  'condition',
  'finish',
  'language',
  'grading',
  'quantity',
  'price_amount',
  'currency',
  'price_rank',
  'accepts_offers',
  'shipping',
  'description',
  'photos',
  'words',
  'status',
  'tier',
  'version',
  'created_at',
  'updated_at',
  'published_at',
  'expires_at',
] as const;

const usual = conditions.slice(0, 6);
const currencies: readonly Currency[] = ['USD', 'USD', 'USD', 'EUR', 'EUR', 'GBP'];
const descriptions = [
  null,
  'From my own binder, sleeved since it was opened. No creases, no whitening on the back.',
  'A little whitening on two corners of the back, surface clean. Sent in a sleeve and a toploader between card.',
  'Bought as part of a collection. Condition judged under a lamp; ask for more pictures.',
];

/** One listing and its photo as lines for COPY, with the columns that creating, adding a photo and publishing leave behind. */
export const listingRow = {
  columns: written.join(', '),
  photoColumns: 'id, listing_id, position, kind, view, width, height, widths, placeholder, alt, created_at',
  make({ id, photoId, card, sellerId, at, random }: NewRow): { listing: string; photo: string } {
    card.words ??= wordsOf(card);
    const currency = pick(random, currencies);
    // A long tail: most cost little, a few a hundred times as much.
    const amount = Math.max(25, Math.round(80 * Math.exp(random() ** 2 * 7)));
    const condition = pick(random, usual);
    const graded = random() < 0.05 ? JSON.stringify({ company: 'PSA', grade: 6 + Math.floor(random() * 9) / 2 }) : null;
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
    const listing = copyLine([
      id,
      sellerId,
      card.id,
      card.finishes,
      card.game,
      card.set_code,
      card.set_name,
      card.number,
      card.name,
      card.rarity,
      titleOf(card),
      condition,
      finish,
      random() < 0.85 ? 'en' : pick(random, ['ja', 'de', 'fr'] as const),
      graded,
      random() < 0.8 ? 1 : 1 + Math.floor(random() * 4),
      amount,
      currency,
      priceRank(money(amount, currency)),
      random() < 0.8,
      JSON.stringify(shipping),
      pick(random, descriptions),
      JSON.stringify([photo]),
      card.words,
      'active',
      'premium',
      1,
      publishedAt,
      publishedAt,
      publishedAt,
      new Date(at + 30 * dayMs).toISOString(),
    ]);
    const { width, height, widths, placeholder, alt } = photo;
    const photoLine = copyLine([photoId, id, 0, 'art', 'front', width, height, widths.map(String), placeholder, alt, publishedAt]);
    return { listing, photo: photoLine };
  },
};

function titleOf({ name, set_name, number }: CardRow): string {
  return defaultTitle({ name, setName: set_name, number });
}

function wordsOf(card: CardRow): string[] {
  const { id, game, set_code, set_name, number, name, rarity, finishes } = card;
  return searchTextOf({ cardId: id, cardFinishes: finishes, game, setCode: set_code, setName: set_name, number, name, rarity }, titleOf(card)).words;
}
