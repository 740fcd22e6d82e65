import type { Condition } from '#features/listings/model/listing.rules.ts';
import { type Random, seeded, seedOf, spread } from './seeded.ts';

export interface PricedCard {
  id: string;
  game: string;
  name: string;
  rarity: string | null;
  finishes: readonly string[];
  /** A year or a date. */
  releaseDate: string | null;
  /** Rank among the popular names of its game, 0 the most popular; null for the rest of a binder. */
  popularity: number | null;
}

/** What a near mint copy goes for by rarity, in cents; the first word that fits counts. */
const byRarity: readonly (readonly [RegExp, number])[] = [
  [/enchanted|starlight|special illustration|iconic|ghost rare/i, 6_500],
  [/hyper rare|quarter century|collector's|prismatic|gold secret|shining/i, 2_200],
  [/secret|illustration rare|vmax|vstar|legendary|mythic|ultimate|lv\.x|prime/i, 900],
  [/ultra|double rare|shiny|super rare|platinum|holo rare v|special|epic/i, 420],
  [/holo|rare holo|starfoil|gold|mosaic|shatterfoil|promo|ace spec|classic/i, 240],
  [/uncommon/i, 45],
  [/^common|short print/i, 25],
  [/rare/i, 110],
];

/** Old cards are few. Cardboard of the seventies has had fifty years to be thrown away. */
const byYear: readonly (readonly [number, number])[] = [
  [1970, 9],
  [1981, 5],
  [1994, 11],
  [1999, 6],
  [2003, 4],
  [2008, 2],
  [2016, 1.3],
];

/** Cards that everybody knows the price of, up to a year of printing. */
const icons: readonly (readonly [names: RegExp, before: number, factor: number])[] = [
  [/^(Underground Sea|Volcanic Island)$/, 1995, 22],
  [/^(Tropical Island|Tundra|Bayou|Savannah|Scrubland|Badlands|Taiga|Plateau)$/, 1995, 13],
  [/^(Juzám Djinn|Mana Drain)$/, 1995, 18],
  [/^(Force of Will|Mana Crypt|Demonic Tutor|Sol Ring|Birds of Paradise|Wrath of God)$/, 1996, 3],
  [/^Charizard$/, 2000, 1.8],
  [/^(Mickey Mantle|Willie Mays|Hank Aaron|Roberto Clemente)$/, 1969, 14],
  [/^(Michael Jordan|Wayne Gretzky)$/, 1988, 6],
];

const byCondition: Record<Condition, number> = {
  mint: 1.2,
  near_mint: 1,
  excellent: 0.82,
  good: 0.62,
  light_played: 0.5,
  played: 0.36,
  poor: 0.2,
  unknown: 0.5,
};

/** What the market gives for a near mint copy, in cents: the same for every seller and every day. */
export function marketPrice(card: PricedCard): number {
  const year = Number(card.releaseDate?.slice(0, 4)) || 2015;
  // Before 2003 a set's holographic cards were its rares, and the catalogue calls them so.
  const rarity =
    year < 2003 && card.rarity === 'Rare' && card.finishes.includes('holo') ? 'Rare Holo' : (card.rarity ?? '');
  const base = byRarity.find(([words]) => words.test(rarity))?.[1] ?? 90;
  const age = byYear.find(([before]) => year <= before)?.[1] ?? 1;
  // The first names of a list are what everybody is after; the last ones merely sell.
  const popular = card.popularity === null ? 1 : 1.6 + 9 * Math.exp(-card.popularity / 6);
  const fame = icons.find(([names, before]) => year <= before && names.test(card.name))?.[2] ?? 1;
  return Math.max(20, base * age * popular * fame * spread(seeded(seedOf(card.id)), fame > 1 ? 0.3 : 0.75));
}

export interface Copy {
  condition: Condition;
  /** Null for an ungraded one. */
  grade: number | null;
}

/** What this seller asks for this copy, as people write prices. Never more than a card payment takes. */
export function askingPrice(card: PricedCard, copy: Copy, random: Random): number {
  const graded =
    copy.grade === null
      ? byCondition[copy.condition]
      : copy.grade >= 10
        ? 3.4
        : copy.grade >= 9
          ? 1.9
          : copy.grade >= 8
            ? 1.35
            : 1.05;
  const plain = marketPrice(card) * graded * spread(random, 0.16) + (copy.grade === null ? 0 : 1_500);
  return Math.min(950_000, roundPrice(plain));
}

/** 0.37 → 0.35, 4.13 → 4.15, 23.4 → 23.50, 187 → 185.00, 1,243 → 1,240.00 */
export function roundPrice(cents: number): number {
  const step = cents < 1_000 ? 5 : cents < 5_000 ? 50 : cents < 50_000 ? 500 : 1_000;
  return Math.max(10, Math.round(cents / step) * step);
}
