import { type Currency, formatMoney, type Money } from '#kernel/money.ts';
import { dayMs } from '#kernel/time.ts';

/** Longer than anybody asks about a listing that is gone: then what is kept for it goes, too. */
export const keptAfterRemovalMs = 30 * dayMs;

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

/** Best to worst; `unknown` sorts last and never counts as "or better". */
export const conditions = ['mint', 'near_mint', 'excellent', 'good', 'light_played', 'played', 'poor', 'unknown'] as const;
export type Condition = (typeof conditions)[number];

export const conditionNames: Record<Condition, string> = {
  mint: 'Mint',
  near_mint: 'Near mint',
  excellent: 'Excellent',
  good: 'Good',
  light_played: 'Light played',
  played: 'Played',
  poor: 'Poor',
  unknown: 'Unknown',
};

const conditionSpellings: Record<string, Condition> = {
  m: 'mint',
  nm: 'near_mint',
  ex: 'excellent',
  gd: 'good',
  lp: 'light_played',
  lightly_played: 'light_played',
  pl: 'played',
  po: 'poor',
  '': 'unknown',
};

/** Reads any of the spellings (`near-mint`, `Near Mint`, `NM`); null when it is none of the eight. */
export function parseCondition(text: string): Condition | null {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return conditions.find((condition) => condition === key) ?? conditionSpellings[key] ?? null;
}

export const languageNames = {
  en: 'English',
  ja: 'Japanese',
  de: 'German',
  fr: 'French',
  it: 'Italian',
  es: 'Spanish',
  pt: 'Portuguese',
  nl: 'Dutch',
  pl: 'Polish',
  ru: 'Russian',
  ko: 'Korean',
  zh: 'Chinese (simplified)',
  'zh-hant': 'Chinese (traditional)',
  th: 'Thai',
  id: 'Indonesian',
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as [Language, ...Language[]];

/** Reads a code or an English name (`en`, `EN`, `English`); null for what is not on the list. */
export function parseLanguage(text: string): Language | null {
  const key = text.trim().toLowerCase();
  return languages.find((code) => code === key || languageNames[code].toLowerCase() === key) ?? null;
}

export const gameNames = {
  pokemon: 'Pokémon',
  magic: 'Magic: The Gathering',
  yugioh: 'Yu-Gi-Oh!',
  onepiece: 'One Piece',
  lorcana: 'Disney Lorcana',
  fab: 'Flesh and Blood',
  sports: 'Sports',
  other: 'Other games',
} as const;
export type ListingGame = keyof typeof gameNames;
/** The catalogue's games, and `other` for a card of a game that the catalogue does not have. */
export const listingGames = Object.keys(gameNames) as [ListingGame, ...ListingGame[]];

/**
 * What one minor unit is worth in the reference currency (US cents), for ordering and range filters over listings of several currencies.
 * Nobody pays by these figures, so they are fixed: a rate that moved would reorder the market under a person who is paging through it.
 */
const referenceRates: Record<Currency, number> = { USD: 1, EUR: 1.08, GBP: 1.27, CAD: 0.73, AUD: 0.66, CHF: 1.13 };

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
  const from = formatMoney({ amount: listingLimits.photoRequiredFrom, currency: price.currency });
  return `Add at least one photo: from ${from} up buyers must be able to see the copy.`;
}

export interface TitleParts {
  name: string;
  setName: string | null;
  number: string | null;
}

/** `Charizard · Base Set · 4`, cut to what a title may hold. */
export function defaultTitle({ name, setName, number }: TitleParts): string {
  const title = [name, setName, number].filter(Boolean).join(' · ');
  return title.length <= listingLimits.titleLength ? title : `${title.slice(0, listingLimits.titleLength - 1).trimEnd()}…`;
}

/** What a listing is that nobody pauses, by its copies and its time: one whose copies are all held waits for their buyers whatever the clock says. */
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
