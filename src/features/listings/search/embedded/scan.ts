import type { ListingFilters } from '../listing.query.ts';
import {
  type FacetCount,
  type FacetName,
  type FilterName,
  filterNames,
  isChosen,
  mostFacetValues,
  type SearchRequest,
  type SearchResult,
} from '../listing-search.ts';
import { countDestinations, shipsTo } from '../ships-to.ts';
import {
  type Block,
  type Dimension,
  dimensions,
  type ListingTable,
  type Printing,
  priceBuckets,
} from './listing-table.ts';
import { type Predicate, select } from './predicates.ts';
import { Ranks, TopK, type WantCriteria } from './ranking.ts';

export interface ScanRequest extends Omit<SearchRequest, 'cards'> {
  /** What else must hold of a row. */
  predicate: Predicate | null;
  /** What the words of a search lead to; null for a search without words. */
  sought: WantCriteria | null;
}

/**
 * Result for a combination or a row: 0 for a match, one more than the index of the only filter that excludes it, or
 * `out`.
 */
const out = 255;
const missing = (name: FilterName) => filterNames.indexOf(name) + 1;
const [missesSet, missesRarity, missesPrice] = [missing('set'), missing('rarity'), missing('price')];

/** Facets that are a dimension of a combination. */
const facetDimensions = [
  'game',
  'condition',
  'finish',
  'language',
  'graded',
  'company',
  'grade',
  'photo',
  'shipsFrom',
  'shipsTo',
] as const satisfies readonly (FacetName & Dimension)[];

/**
 * One scan of the candidate rows: matches, counts of each facet without its own filter, and the first rows in the
 * requested order.
 */
export function scan(table: ListingTable, request: ScanRequest): Omit<SearchResult, 'approximate'> {
  table.removeExpired(request.now.getTime() * 1_000);
  const { filters, predicate, sought } = request;
  const ranks = sought && new Ranks(table, sought);
  const facets = new FacetCounter(table, filters);
  const top = new TopK(table, request, ranks);
  const rows = new Int32Array(table.blockRows);
  const look = (count: number, condition: Predicate | null) => {
    let selected = condition ? select(condition, table.columns, rows, count, rows) : count;
    if (predicate) selected = select(predicate, table.columns, rows, selected, rows);
    for (let i = 0; i < selected; i++) if (facets.count(rows[i]!)) top.offer(rows[i]!);
  };
  if (ranks) {
    let count = 0;
    for (const row of ranks.named()) {
      rows[count++] = row;
      if (count < rows.length) continue;
      look(count, null);
      count = 0;
    }
    look(count, null);
  }
  // Beyond the requested prices the table's own counts are used.
  const isCounted = facets.isByCombination && !predicate && !sought;
  if (!sought || sought.words) {
    const [from, to] = isCounted ? facets.prices : pricesOf(predicate);
    for (const block of blocksBetween(table, from, to))
      if (facets.hasGame(block.game) && canMatch(table, predicate, block.game))
        look(facets.candidates(block, rows, ranks), sought?.words ?? null);
  }
  return { hits: top.hits(), ...facets.result(isCounted) };
}

function blocksBetween({ blocksOf }: ListingTable, from: number, to: number): Block[] {
  const highestOf = (blocks: readonly Block[], at: number) => blocks[at + 1]?.lowest ?? Number.POSITIVE_INFINITY;
  return blocksOf.flatMap((blocks) => blocks.filter(({ lowest }, at) => lowest <= to && highestOf(blocks, at) >= from));
}

/** Between which prices everything is that fits a predicate. */
function pricesOf(predicate: Predicate | null): [from: number, to: number] {
  let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const part of predicate?.is === 'and' ? predicate.of : [predicate])
    if (part?.is === 'range' && part.column === 'price')
      [from, to] = [Math.max(from, part.from), Math.min(to, part.to)];
  return [from, to];
}

/** Whether the predicate leaves any combination of a game. */
function canMatch({ combinations }: ListingTable, predicate: Predicate | null, game: number): boolean {
  const parts = predicate?.is === 'and' ? predicate.of : [predicate];
  return parts.every(
    (part) =>
      part?.is !== 'codes' ||
      part.column !== 'combination' ||
      combinations.some((facts, combination) => facts[0] === game && part.matches[combination] === 1),
  );
}

/** Judges rows by the filters and counts them for the facets. */
class FacetCounter {
  /** Whether set and rarity, which no combination says, are not filtered by. */
  readonly isByCombination: boolean;
  readonly prices: readonly [from: number, to: number];
  readonly #table: ListingTable;
  readonly #verdicts: Uint8Array;
  readonly #sets: Uint8Array | null;
  readonly #rarities: Uint8Array | null;
  /** By combination: matching rows, and rows that exactly one filter of a dimension excludes. */
  readonly #fitting: Uint32Array;
  readonly #missed: Uint32Array;
  /** By bucket: rows that fit at any price. */
  readonly #buckets = new Uint32Array(priceBuckets);
  /** By printing: matching rows, and rows that only the set's or only the rarity's filter excludes. */
  readonly #printings: Uint32Array;
  readonly #missedSets: Uint32Array;
  readonly #missedRarities: Uint32Array;
  /** By verdict. */
  readonly #without = new Uint32Array(filterNames.length + 1);
  readonly #chosen: readonly FilterName[];
  readonly #destination: string | null;
  /** Codes of the games of which rows fit, or would without one filter. */
  readonly #games = new Set<number>();

  constructor(table: ListingTable, filters: ListingFilters) {
    this.#table = table;
    this.prices = [filters.minPrice ?? 0, filters.maxPrice ?? Number.POSITIVE_INFINITY];
    this.#destination = filters.shipsTo;
    this.#verdicts = verdictsOf(table, filters);
    const chosen = (values: readonly string[], of: (printing: Printing) => string | null) =>
      values.length === 0
        ? null
        : Uint8Array.from(table.printings, (printing) => Number(values.includes(of(printing) ?? '')));
    this.#sets = chosen(filters.set, ({ set }) => set);
    this.#rarities = chosen(filters.rarity, ({ rarity }) => rarity);
    this.isByCombination = !this.#sets && !this.#rarities;
    const [combinations, printings] = [table.combinations.length, table.printings.length];
    this.#fitting = new Uint32Array(combinations);
    this.#missed = new Uint32Array(combinations);
    this.#printings = new Uint32Array(printings);
    this.#missedSets = new Uint32Array(printings);
    this.#missedRarities = new Uint32Array(printings);
    this.#chosen = filterNames.filter((name) => isChosen(filters, name));
    for (let combination = 1; combination < combinations; combination++)
      if (this.#verdicts[combination] !== out) this.#games.add(table.combinations[combination]![0]!);
  }

  hasGame(game: number): boolean {
    return this.#games.has(game);
  }

  /** The rows of a block that can fit and are not named, into `rows`; how many they are. */
  candidates({ start, end }: Block, rows: Int32Array, ranks: Ranks | null): number {
    const { combination } = this.#table.columns;
    const verdicts = this.#verdicts;
    let count = 0;
    for (let row = start; row < end; row++) {
      if (verdicts[combination[row]!] === out || ranks?.isNamed(row)) continue;
      rows[count++] = row;
    }
    return count;
  }

  /** Counts a row; answers whether it fits. */
  count(row: number): boolean {
    const { combination, bucket, printing, price } = this.#table.columns;
    let verdict = this.#verdicts[combination[row]!]!;
    if (this.#sets?.[printing[row]!] === 0) verdict = verdict === 0 ? missesSet : out;
    if (this.#rarities?.[printing[row]!] === 0) verdict = verdict === 0 ? missesRarity : out;
    if (price[row]! < this.prices[0] || price[row]! > this.prices[1]) verdict = verdict === 0 ? missesPrice : out;
    if (verdict === out) return false;
    if (verdict === 0) {
      this.#fitting[combination[row]!]!++;
      this.#buckets[bucket[row]!]!++;
      this.#printings[printing[row]!]!++;
      return true;
    }
    this.#without[verdict]!++;
    if (verdict === missesSet) this.#missedSets[printing[row]!]!++;
    else if (verdict === missesRarity) this.#missedRarities[printing[row]!]!++;
    else if (verdict === missesPrice) this.#buckets[bucket[row]!]!++;
    else this.#missed[combination[row]!]!++;
    return false;
  }

  /** `isCounted`: rows beyond the prices were not scanned; the table's own counts say how many they are. */
  result(isCounted: boolean): Pick<SearchResult, 'total' | 'counts' | 'without'> {
    const { values, combinations, counts: counted, printings, sets, setNames, rarities } = this.#table;
    const byDimension = facetDimensions.map((name) => ({
      name,
      at: dimensions.indexOf(name),
      missed: missing(name),
      counts: new Uint32Array(values.size),
    }));
    const buckets = isCounted ? new Uint32Array(priceBuckets) : this.#buckets;
    let total = 0;
    for (let combination = 1; combination < combinations.length; combination++) {
      const verdict = this.#verdicts[combination]!;
      if (isCounted && verdict === 0)
        for (let bucket = 0; bucket < priceBuckets; bucket++)
          buckets[bucket]! += counted[combination * priceBuckets + bucket]!;
      const fitting = this.#fitting[combination]!;
      const missed = this.#missed[combination]!;
      total += fitting;
      if (fitting + missed === 0) continue;
      for (const each of byDimension)
        each.counts[combinations[combination]![each.at]!]! += verdict === each.missed ? missed : fitting;
    }
    const bySet = new Uint32Array(sets.size);
    const byRarity = new Uint32Array(rarities.size);
    for (let code = 1; code < printings.length; code++) {
      const inSet = this.#printings[code]! + this.#missedSets[code]!;
      const ofRarity = this.#printings[code]! + this.#missedRarities[code]!;
      if (inSet + ofRarity === 0) continue;
      bySet[printings[code]!.setCode]! += inSet;
      byRarity[printings[code]!.rarityCode]! += ofRarity;
    }
    const ofDimensions = Object.fromEntries(
      byDimension.map(({ name, counts }) => [name, ranked(counts, (code) => values.term(code))]),
    ) as Record<(typeof facetDimensions)[number], FacetCount[]>;
    const destinations = byDimension
      .filter(({ name }) => name === 'shipsTo')
      .flatMap(({ counts }) => [...counts].map((count, code) => ({ destinations: values.term(code), count })))
      .filter(({ count }) => count > 0);
    const set = ranked(bySet, (code) => sets.term(code), mostFacetValues).map((each) => ({
      ...each,
      label: setNames.get(each.value) ?? each.value,
    }));
    const rarity = ranked(byRarity, (code) => rarities.term(code), mostFacetValues);
    const price = ranked(buckets, String);
    const shipsTo = countDestinations(destinations, this.#destination);
    const counts = { ...ofDimensions, shipsTo, set, rarity, price };
    const without = (name: FilterName) =>
      name === 'price' ? buckets.reduce((sum, count) => sum + count, 0) : total + this.#without[missing(name)]!;
    return { total, counts, without: Object.fromEntries(this.#chosen.map((name) => [name, without(name)])) };
  }
}

/** By combination: of all filters but set, rarity and price, which no combination says. */
function verdictsOf({ values, combinations }: ListingTable, filters: ListingFilters): Uint8Array {
  // A destination is served by many values: its own, larger ones, and none, which is every country.
  const shippingTo = (to: string, at: number) => {
    const terms = new Set(combinations.map((facts) => facts[at]!));
    const codes = new Set([...terms].filter((code) => shipsTo(values.term(code), to)));
    return { at, verdict: missing('shipsTo'), codes };
  };
  const chosen = dimensions.flatMap((dimension, at) => {
    const filter = filters[dimension];
    if (dimension === 'shipsTo') return filters.shipsTo === null ? [] : [shippingTo(filters.shipsTo, at)];
    const wanted = Array.isArray(filter) ? filter : filter === null ? [] : [String(filter)];
    const verdict = dimension === 'acceptsOffers' ? out : missing(dimension);
    return wanted.length === 0
      ? []
      : [{ at, verdict, codes: new Set(wanted.map((value) => values.find(value) || -1)) }];
  });
  const verdicts = new Uint8Array(combinations.length).fill(out);
  for (let combination = 1; combination < combinations.length; combination++) {
    let verdict = 0;
    for (const each of chosen)
      if (!each.codes.has(combinations[combination]![each.at]!)) verdict = verdict === 0 ? each.verdict : out;
    verdicts[combination] = verdict;
  }
  return verdicts;
}

/** The values that occur, most frequent first. */
function ranked(counts: Uint32Array, valueAt: (code: number) => string, most = counts.length): FacetCount[] {
  const found: FacetCount[] = [];
  // Rarer values are not among the first `most`, of which one may be the empty value.
  const least = Math.max(1, counts.toSorted().at(-most - 1) ?? 0);
  for (let code = 0; code < counts.length; code++) {
    const value = valueAt(code);
    if (counts[code]! >= least && value !== '') found.push({ value, count: counts[code]! });
  }
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, most);
}
