import type { Condition } from '#features/listings/model/listing.rules.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import type { DemoMember } from './members.ts';
import { askingPrice, type PricedCard } from './prices.ts';
import { pick, type Random, seeded, seedOf, weighted } from './seeded.ts';
import { describe } from './texts.ts';

export type DemoCard = PricedCard;

export type PhotoView = 'front' | 'back' | 'corner' | 'surface';

/** One listing that the demo market is going to make. */
export interface PlannedListing {
  sellerEmail: string;
  /** Before the moment of the first start. */
  publishedAgoMs: number;
  card: DemoCard;
  condition: Condition;
  finish: string | null;
  language: 'en' | 'de' | 'fr' | 'ja' | 'es' | 'it';
  grading: { company: string; grade: number; certificate: string } | null;
  quantity: number;
  price: { amount: number; currency: Currency };
  shipping: { name: string; price: { amount: number; currency: Currency }; tracked: boolean }[];
  description: string | null;
  acceptsOffers: boolean;
  offerFloor: { amount: number; currency: Currency } | null;
  photos: PhotoView[];
}

const conditions: readonly (readonly [Condition, number])[] = [
  ['mint', 6],
  ['near_mint', 46],
  ['excellent', 22],
  ['good', 10],
  ['light_played', 9],
  ['played', 5],
  ['poor', 2],
];

/** Cardboard that is older than most of its sellers is rarely near mint. */
const vintageConditions: readonly (readonly [Condition, number])[] = [
  ['near_mint', 10],
  ['excellent', 28],
  ['good', 26],
  ['light_played', 20],
  ['played', 12],
  ['poor', 4],
];

const languagesOf: Partial<Record<Currency, readonly (readonly [PlannedListing['language'], number])[]>> = {
  EUR: [
    ['en', 82],
    ['de', 7],
    ['fr', 5],
    ['es', 3],
    ['it', 3],
  ],
  CHF: [
    ['en', 70],
    ['de', 20],
    ['fr', 10],
  ],
};
const mostlyEnglish: readonly (readonly [PlannedListing['language'], number])[] = [
  ['en', 96],
  ['ja', 4],
];

/**
 * Makes the stock: each shop by its share of the stock in the games that it deals in, each other member with two
 * listings at most, which is what a free account may have. Pure: the same cards, members and count give the same plan.
 */
export function planStock(
  cards: readonly DemoCard[],
  members: readonly DemoMember[],
  listings: number,
): PlannedListing[] {
  const byGame = Map.groupBy(cards, (card) => card.game);
  const shops = members.filter((member) => member.tier === 'premium' && member.share > 0);
  const people = members.filter((member) => member.tier === 'free' && member.share > 0);
  const ofPeople = people.flatMap((member, i) =>
    Array.from({ length: i % 5 === 4 ? 1 : 2 }, (_, n) => plan(member, n, byGame)),
  );
  const wanted = Math.max(0, listings - ofPeople.length);
  const shares = shops.reduce((sum, shop) => sum + shop.share, 0);
  const ofShops = shops.flatMap((shop) =>
    Array.from({ length: Math.ceil((wanted * shop.share) / shares) }, (_, n) => plan(shop, n, byGame)),
  );
  return [...ofShops, ...ofPeople];
}

function plan(member: DemoMember, n: number, byGame: Map<string, DemoCard[]>): PlannedListing {
  const random = seeded(seedOf(`${member.email} ${n}`));
  const card = pickCard(random, cardsFor(random, member, byGame));
  // A free member's listing ends after two days, a shop's after thirty; the last hours are left so that a first look
  // meets none at its end.
  const publishedAgoMs =
    member.tier === 'free' ? (0.2 + random() * 36) * hourMs : (random() ** 1.6 * 27 + 0.01) * dayMs;
  return planListing(random, member, card, publishedAgoMs);
}

/** Cards of one of the member's games; of any where the catalogue has none of those. */
export function cardsFor(
  random: Random,
  member: DemoMember,
  byGame: ReadonlyMap<string, readonly DemoCard[]>,
): readonly DemoCard[] {
  const dealtIn = member.games.filter((game) => byGame.has(game));
  return byGame.get(pick(random, dealtIn.length > 0 ? dealtIn : [...byGame.keys()])) ?? [];
}

/** Popular cards more often than the rest of a binder, the most popular most often. */
function pickCard(random: Random, cards: readonly DemoCard[]): DemoCard {
  const popular = cards.filter((card) => card.popularity !== null);
  return random() < 0.72 && popular.length > 0
    ? (popular[Math.floor(random() ** 1.7 * popular.length)] ?? pick(random, cards))
    : pick(random, cards);
}

/**
 * One for the whole demo market: a page of prices in four currencies could not be compared at a glance. Each member's
 * own says where they live.
 */
const currency: Currency = 'USD';

export function planListing(
  random: Random,
  member: DemoMember,
  card: DemoCard,
  publishedAgoMs: number,
): PlannedListing {
  const year = Number(card.releaseDate?.slice(0, 4)) || 2015;
  const grading = planGrading(random, member, card);
  const condition = grading
    ? grading.grade >= 9.5
      ? 'mint'
      : grading.grade >= 8
        ? 'near_mint'
        : 'excellent'
    : weighted(random, year < 1996 ? vintageConditions : conditions);
  const amount = askingPrice(card, { condition, grade: grading?.grade ?? null }, random);
  const finish =
    card.finishes.length === 0 ? null : random() < 0.6 ? (card.finishes[0] ?? null) : pick(random, card.finishes);
  const isCheap = amount < 1_000;
  const acceptsOffers = random() < (isCheap ? 0.4 : 0.85);
  return {
    sellerEmail: member.email,
    publishedAgoMs: Math.round(publishedAgoMs),
    card,
    condition,
    finish,
    language: card.game === 'sports' ? 'en' : weighted(random, languagesOf[member.currency] ?? mostlyEnglish),
    grading,
    quantity: grading || !isCheap || random() < 0.55 ? 1 : 1 + Math.ceil(random() ** 2 * 11),
    price: money(amount, currency),
    shipping: planShipping(amount, currency),
    description: describe(random, condition, grading),
    acceptsOffers,
    offerFloor: acceptsOffers && amount >= 2_000 && random() < 0.5 ? money(Math.round(amount * 0.8), currency) : null,
    photos: planPhotos(random, amount, condition),
  };
}

/** Only what is worth the grader's fee is graded, and one shop deals in little else. */
function planGrading(random: Random, member: DemoMember, card: DemoCard): PlannedListing['grading'] {
  const isDear = askingPrice(card, { condition: 'near_mint', grade: null }, seeded(seedOf(card.id))) >= 4_000;
  if (!isDear || random() >= (member.username === 'the_slab_room' ? 0.9 : 0.12)) return null;
  const company = weighted(random, [
    ['PSA', 60],
    ['BGS', 18],
    ['CGC', 22],
  ]);
  const grade = weighted(random, [
    [10, 18],
    [9, 38],
    [8, 22],
    [7, 12],
    [6, 10],
  ]);
  return { company, grade, certificate: String(10_000_000 + Math.floor(random() * 89_999_999)) };
}

function planShipping(amount: number, currency: Currency): PlannedListing['shipping'] {
  const letter = { name: 'Letter', price: money(140, currency), tracked: false };
  const tracked = { name: 'Tracked letter', price: money(390, currency), tracked: true };
  const insured = { name: 'Insured parcel', price: money(950, currency), tracked: true };
  if (amount < 2_500) return [letter, tracked];
  return amount < 20_000 ? [tracked, insured] : [insured];
}

/** The dearer and the more worn, the more there is to show. */
function planPhotos(random: Random, amount: number, condition: Condition): PhotoView[] {
  const views: PhotoView[] = ['front'];
  if (amount >= 500 || random() < 0.3) views.push('back');
  if (amount >= 4_000 || ['played', 'poor', 'good'].includes(condition)) views.push('corner');
  if (amount >= 15_000) views.push('surface');
  return views;
}
