import type { FacetColumns } from './facet-columns.ts';
import type { ListingFilters } from './listing.query.ts';

/** The filters that a person chooses values of; the counts of each ignore its own choice, so that one sees what else could be chosen. */
export const facetNames = ['game', 'set', 'rarity', 'condition', 'finish', 'language', 'graded', 'price'] as const;
export type FacetName = (typeof facetNames)[number];

/** Upper edges of the price distribution, in the reference currency's minor units; the last part is open. */
export const priceEdges = [100, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;

export interface Counted {
  total: number;
  /** By facet, value → how many; most first. */
  rows: Record<FacetName, { value: string; count: number }[]>;
  /** How many there would be without one of the chosen filters. */
  without: Partial<Record<FacetName, number>>;
  /** The numbers of the listings found, where they are at most as many as asked for; else null. */
  found: number[] | null;
}

/** A filter's chosen values as a table over the column's numbers; null where nothing is chosen. */
function chosen(values: readonly string[], words: { find(word: string): number | undefined; words: readonly unknown[] }): Uint8Array | null {
  if (values.length === 0) return null;
  const table = new Uint8Array(words.words.length);
  for (const value of values) {
    const number = words.find(value);
    if (number !== undefined) table[number] = 1;
  }
  return table;
}

/**
 * Everything in one pass: a listing that fits counts everywhere; one that a single filter keeps out counts in that filter's own facet, and to what
 * there would be without it.
 */
export function countFacets(columns: FacetColumns, filters: ListingFilters, nowSeconds: number, mostFound: number): Counted {
  const { games, sets, rarities, conditions, finishes, languages } = columns;
  const dictionaries = [games, sets, rarities, conditions, finishes, languages];
  const tables = [
    chosen(filters.game, games),
    chosen(filters.set, sets),
    chosen(filters.rarity, rarities),
    chosen(filters.condition, conditions),
    chosen(filters.finish, finishes),
    chosen(filters.language, languages),
  ];
  const data = [columns.game, columns.set, columns.rarity, columns.condition, columns.finish, columns.language];
  const counts = dictionaries.map((dictionary) => new Uint32Array(dictionary.words.length));
  const gradedCounts = new Uint32Array(2);
  const priceCounts = new Uint32Array(priceEdges.length + 1);
  const missedOnly = new Uint32Array(facetNames.length);
  const gradedAt = 6;
  const priceAt = 7;
  const min = filters.minPrice ?? 0;
  const max = filters.maxPrice ?? Number.POSITIVE_INFINITY;
  const found: number[] = [];
  let total = 0;

  for (let at = 0; at < columns.size; at++) {
    if ((columns.expiresAt[at] as number) <= nowSeconds) continue;
    if (filters.acceptsOffers !== null && columns.acceptsOffersAt(at) !== filters.acceptsOffers) continue;
    let misses = 0;
    let missed = -1;
    for (let facet = 0; facet < 6; facet++) {
      const table = tables[facet];
      if (table && table[(data[facet] as Uint8Array)[at] as number] !== 1) {
        misses++;
        missed = facet;
      }
    }
    const isGraded = columns.isGradedAt(at);
    if (filters.graded !== null && filters.graded !== isGraded) {
      misses++;
      missed = gradedAt;
    }
    const price = columns.price[at] as number;
    if (price < min || price > max) {
      misses++;
      missed = priceAt;
    }
    if (misses > 1) continue;
    if (misses === 0) {
      total++;
      if (total <= mostFound) found.push(columns.n[at] as number);
    } else {
      missedOnly[missed] = (missedOnly[missed] as number) + 1;
    }
    for (let facet = 0; facet < 6; facet++) {
      if (misses === 1 && missed !== facet) continue;
      const of = counts[facet] as Uint32Array;
      const value = (data[facet] as Uint8Array)[at] as number;
      of[value] = (of[value] as number) + 1;
    }
    if (misses === 0 || missed === gradedAt) gradedCounts[isGraded ? 1 : 0] = (gradedCounts[isGraded ? 1 : 0] as number) + 1;
    if (misses === 0 || missed === priceAt) priceCounts[partOf(price)] = (priceCounts[partOf(price)] as number) + 1;
  }

  const rowsOf = (facet: number) => ranked(counts[facet] as Uint32Array, (dictionaries[facet] as { words: readonly (string | null)[] }).words);
  return {
    total,
    rows: {
      game: rowsOf(0),
      set: rowsOf(1).slice(0, 50),
      rarity: rowsOf(2).slice(0, 50),
      condition: rowsOf(3),
      finish: rowsOf(4),
      language: rowsOf(5),
      graded: ranked(gradedCounts, ['false', 'true']),
      price: [...priceCounts].map((count, part) => ({ value: String(part), count })),
    },
    without: Object.fromEntries(facetNames.flatMap((name, i) => (isChosen(filters, name) ? [[name, total + (missedOnly[i] as number)]] : []))),
    found: total <= mostFound ? found : null,
  };
}

export function isChosen(filters: ListingFilters, name: FacetName): boolean {
  if (name === 'price') return filters.minPrice !== null || filters.maxPrice !== null;
  const value = filters[name];
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

/** Which part of the price distribution a price is in. */
export function partOf(price: number): number {
  let part = 0;
  while (part < priceEdges.length && price >= (priceEdges[part] as number)) part++;
  return part;
}

function ranked(counts: Uint32Array, words: readonly (string | null)[]): { value: string; count: number }[] {
  const rows: { value: string; count: number }[] = [];
  for (let number = 0; number < counts.length; number++) {
    const value = words[number];
    const count = counts[number] as number;
    if (count > 0 && value !== null && value !== undefined) rows.push({ value, count });
  }
  return rows.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
