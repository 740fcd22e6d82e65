import type { FacetColumns } from './facet-columns.ts';
import type { ListingFilters } from './listing.query.ts';

/** The filters that a person chooses values of; the counts of each ignore its own choice, so that one sees what else could be chosen. */
export const facetNames = ['game', 'set', 'rarity', 'condition', 'finish', 'language', 'graded', 'price'] as const;
export type FacetName = (typeof facetNames)[number];

/** Upper edges of the price distribution, in the reference currency's minor units; the last part is open. */
export const priceEdges = [100, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;

/** Sets and rarities shown: the most frequent ones. */
const mostValues = 50;

export interface Counted {
  total: number;
  /** By facet, value → how many; most first. */
  rows: Record<FacetName, { value: string; count: number }[]>;
  /** How many there would be without one of the chosen filters. */
  without: Partial<Record<FacetName, number>>;
  /** The places of the listings found, as they are until the next change, where they are at most as many as asked for; else null. They lie in the block that was given for them. */
  found: Int32Array | null;
}

type Table = Uint8Array | null;

/** A filter's chosen values as a table over the column's numbers; null where nothing is chosen. */
function chosen(values: readonly string[], words: { find(word: string): number | undefined; words: readonly unknown[] }): Table {
  if (values.length === 0) return null;
  const table = new Uint8Array(words.words.length);
  for (const value of values) {
    const number = words.find(value);
    if (number !== undefined) table[number] = 1;
  }
  return table;
}

/** Counters are used again and again: nothing waits while they are counted up, and new ones for each search would be most of what it allocates. */
const counters: Uint32Array[] = [];
function cleared(at: number, length: number): Uint32Array {
  let counter = counters[at];
  if (counter === undefined || counter.length < length) {
    counter = new Uint32Array(length * 2);
    counters[at] = counter;
  }
  return counter.subarray(0, length).fill(0);
}

/**
 * Everything in one pass: a listing that fits counts everywhere; one that a single filter keeps out counts in that filter's own facet, and to what
 * there would be without it. Of all that is for sale, or of the places named in `among`, which may lie in the block `found` themselves.
 */
export function countFacets(
  columns: FacetColumns,
  filters: ListingFilters,
  nowSeconds: number,
  mostFound: number,
  among: Int32Array | null = null,
  found: Int32Array = new Int32Array(mostFound),
): Counted {
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
  const counts = dictionaries.map((dictionary, i) => cleared(i, dictionary.words.length));
  const graded = { counts: new Uint32Array(2), at: 6 };
  const prices = { counts: new Uint32Array(priceEdges.length + 1), at: 7 };
  const missedOnly = new Uint32Array(facetNames.length);
  const min = filters.minPrice ?? 0;
  const max = filters.maxPrice ?? 0xffffffff;
  const wantedGraded = filters.graded === null ? -1 : Number(filters.graded);
  const wantedOffers = filters.acceptsOffers === null ? -1 : Number(filters.acceptsOffers);
  const { flags, price: priceOf, expiresAt } = columns;
  const size = among === null ? columns.size : among.length;
  const [c0, c1, c2, c3, c4, c5] = data as [Uint16Array, Uint16Array, Uint16Array, Uint16Array, Uint16Array, Uint16Array];
  const [n0, n1, n2, n3, n4, n5] = counts as [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  // Written out for each column instead of a loop over them: this runs a million times, and a loop would cost five times as much.
  const [t0, t1, t2, t3, t4, t5] = tables as [Table, Table, Table, Table, Table, Table];
  let total = 0;

  for (let i = 0; i < size; i++) {
    const at = among === null ? i : among[i]!;
    if (expiresAt[at]! <= nowSeconds) continue;
    const flag = flags[at]!;
    if (wantedOffers !== -1 && ((flag >> 1) & 1) !== wantedOffers) continue;
    const v0 = c0[at]!;
    const v1 = c1[at]!;
    const v2 = c2[at]!;
    const v3 = c3[at]!;
    const v4 = c4[at]!;
    const v5 = c5[at]!;
    const isGraded = flag & 1;
    const price = priceOf[at]!;
    let misses = 0;
    let missed = -1;
    if (t0 !== null && t0[v0] !== 1) {
      misses++;
      missed = 0;
    }
    if (t1 !== null && t1[v1] !== 1) {
      misses++;
      missed = 1;
    }
    if (t2 !== null && t2[v2] !== 1) {
      misses++;
      missed = 2;
    }
    if (t3 !== null && t3[v3] !== 1) {
      misses++;
      missed = 3;
    }
    if (t4 !== null && t4[v4] !== 1) {
      misses++;
      missed = 4;
    }
    if (t5 !== null && t5[v5] !== 1) {
      misses++;
      missed = 5;
    }
    if (wantedGraded !== -1 && wantedGraded !== isGraded) {
      misses++;
      missed = graded.at;
    }
    if (price < min || price > max) {
      misses++;
      missed = prices.at;
    }
    if (misses > 1) continue;
    if (misses === 1) {
      missedOnly[missed]!++;
      if (missed === 0) n0[v0]!++;
      else if (missed === 1) n1[v1]!++;
      else if (missed === 2) n2[v2]!++;
      else if (missed === 3) n3[v3]!++;
      else if (missed === 4) n4[v4]!++;
      else if (missed === 5) n5[v5]!++;
      else if (missed === graded.at) graded.counts[isGraded]!++;
      else prices.counts[partOf(price)]!++;
      continue;
    }
    if (total < mostFound) found[total] = at;
    total++;
    n0[v0]!++;
    n1[v1]!++;
    n2[v2]!++;
    n3[v3]!++;
    n4[v4]!++;
    n5[v5]!++;
    graded.counts[isGraded]!++;
    prices.counts[partOf(price)]!++;
  }

  const rowsOf = (facet: number, most?: number) =>
    ranked(counts[facet] as Uint32Array, (dictionaries[facet] as { words: readonly (string | null)[] }).words, most);
  return {
    total,
    rows: {
      game: rowsOf(0),
      set: rowsOf(1, mostValues),
      rarity: rowsOf(2, mostValues),
      condition: rowsOf(3),
      finish: rowsOf(4),
      language: rowsOf(5),
      graded: ranked(graded.counts, ['false', 'true']),
      price: [...prices.counts].map((count, part) => ({ value: String(part), count })),
    },
    without: Object.fromEntries(facetNames.flatMap((name, i) => (isChosen(filters, name) ? [[name, total + (missedOnly[i] as number)]] : []))),
    found: total <= mostFound ? found.subarray(0, total) : null,
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

function ranked(counts: Uint32Array, words: readonly (string | null)[], most = counts.length): { value: string; count: number }[] {
  // Sorting thousands of sets by name and number to show fifty would take longer than counting them; a search has few of them.
  const used = counts.length > most ? counts.filter((count) => count > 0) : counts;
  const least = used.length > most ? Math.max(1, used.slice().sort().at(-most) ?? 1) : 1;
  const rows: { value: string; count: number }[] = [];
  for (let number = 0; number < counts.length; number++) {
    const value = words[number];
    const count = counts[number] as number;
    if (count >= least && value !== null && value !== undefined) rows.push({ value, count });
  }
  return rows.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, most);
}
