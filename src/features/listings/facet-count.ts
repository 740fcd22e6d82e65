import type { FacetColumns } from './facet-columns.ts';
import { flagTables, parts } from './kinds.ts';
import type { ListingFilters, TraitFilter } from './listing.query.ts';
import { priceEdges } from './price-parts.ts';

/** The filters that a person chooses values of; the counts of each ignore its own choice, so that one sees what else could be chosen. */
export const facetNames = ['game', 'set', 'rarity', 'condition', 'finish', 'language', 'graded', 'price'] as const;
export type FacetName = (typeof facetNames)[number];
/** Those that are counted, and those that are not. */
export type FilterName = FacetName | TraitFilter;

/** Sets and rarities shown: the most frequent ones. */
export const mostValues = 50;

/** One more than the place among `facetNames`. */
const missed = { set: facetNames.indexOf('set') + 1, rarity: facetNames.indexOf('rarity') + 1, price: facetNames.indexOf('price') + 1 } as const;

export interface Counted {
  total: number;
  /** By facet, value → how many; most first. */
  rows: Record<FacetName, { value: string; count: number }[]>;
  /** How many there would be without one of the chosen filters. */
  without: Partial<Record<FilterName, number>>;
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
const counters: Uint32Array<ArrayBuffer>[] = [];
export function cleared(at: number, length: number): Uint32Array<ArrayBuffer> {
  let counter = counters[at];
  if (counter === undefined || counter.length < length) {
    counter = new Uint32Array(length * 2);
    counters[at] = counter;
  }
  return counter.subarray(0, length).fill(0);
}

/** Of a kind that more than one filter keeps out, or that takes no offers where those are asked for. */
export const out = 255;

/** Of each kind 0 where it fits, one more than the facet whose filter alone keeps it out, or `out`: of all filters but set, rarity and price, which a kind does not say. */
export function verdictsOf({ kinds, games, conditions, finishes, languages }: FacetColumns, filters: ListingFilters): Uint8Array {
  const verdicts = new Uint8Array(kinds.size);
  const judge = (facet: FacetName, fact: Uint16Array, table: Table) => {
    if (table === null) return;
    const miss = facetNames.indexOf(facet) + 1;
    for (let make = 0; make < verdicts.length; make += parts) if (table[fact[make]!] !== 1) verdicts[make] = verdicts[make] === 0 ? miss : out;
  };
  judge('game', kinds.game, chosen(filters.game, games));
  judge('condition', kinds.condition, chosen(filters.condition, conditions));
  judge('finish', kinds.finish, chosen(filters.finish, finishes));
  judge('language', kinds.language, chosen(filters.language, languages));
  const { graded, acceptsOffers } = filters;
  if (graded !== null) judge('graded', kinds.flags, graded ? flagTables.graded : flagTables.ungraded);
  const offers = acceptsOffers ? 1 : 0;
  for (let make = 0; make < verdicts.length; make += parts) {
    if (acceptsOffers !== null && flagTables.offers[kinds.flags[make]!] !== offers) verdicts[make] = out;
    if (verdicts[make] !== 0) verdicts.fill(verdicts[make]!, make, make + parts);
  }
  return verdicts;
}

/**
 * Everything in one pass: a listing that fits counts everywhere; one that a single filter keeps out counts in that filter's own facet, and to what
 * there would be without it. Counted are kinds, sets and rarities, and then, once, what the kinds are. Of all that is for sale, or of the places named in `among`, which may lie in the block `found` themselves.
 */
export function countFacets(
  columns: FacetColumns,
  filters: ListingFilters,
  nowSeconds: number,
  mostFound: number,
  among: Int32Array | null = null,
  found: Int32Array = new Int32Array(mostFound),
): Counted {
  const { games, sets, rarities, conditions, finishes, languages, kinds, prints } = columns;
  const verdicts = verdictsOf(columns, filters);
  const [ofSets, ofRarities] = [chosen(filters.set, sets), chosen(filters.rarity, rarities)];
  const inSets = ofSets && prints.marked(prints.set, ofSets);
  const ofRarity = ofRarities && prints.marked(prints.rarity, ofRarities);
  const min = filters.minPrice ?? 0;
  const max = filters.maxPrice ?? 0xffffffff;
  const fitting = cleared(0, kinds.size);
  const missing = cleared(1, kinds.size);
  const byPrint = cleared(2, prints.size);
  // Those that the chosen sets alone keep out, and the chosen rarities.
  const missingSet = cleared(11, inSets ? prints.size : 0);
  const missingRarity = cleared(12, ofRarity ? prints.size : 0);
  const missedOnly = new Uint32Array(facetNames.length + 1);
  const { kind: kindOf, print: printOf, price: priceOf, expiresAt } = columns;
  const size = among === null ? columns.size : among.length;
  let total = 0;

  for (let i = 0; i < size; i++) {
    const at = among === null ? i : among[i]!;
    if (expiresAt[at]! <= nowSeconds) continue;
    const kind = kindOf[at]!;
    let verdict = verdicts[kind]!;
    if (verdict === out) continue;
    const print = printOf[at]!;
    if (inSets !== null && inSets[print] !== 1) {
      if (verdict !== 0) continue;
      verdict = missed.set;
    }
    if (ofRarity !== null && ofRarity[print] !== 1) {
      if (verdict !== 0) continue;
      verdict = missed.rarity;
    }
    const price = priceOf[at]!;
    if (price < min || price > max) {
      if (verdict !== 0) continue;
      verdict = missed.price;
    }
    if (verdict === 0) {
      if (total < mostFound) found[total] = at;
      total++;
      fitting[kind]!++;
      byPrint[print]!++;
      continue;
    }
    missedOnly[verdict]!++;
    if (verdict === missed.set) missingSet[print]!++;
    else if (verdict === missed.rarity) missingRarity[print]!++;
    else missing[kind]!++;
  }

  const seen = cleared(10, kinds.size);
  let kindsSeen = 0;
  for (let kind = 0; kind < kinds.size; kind++) if ((fitting[kind]! | missing[kind]!) !== 0) seen[kindsSeen++] = kind;
  const facts = {
    game: { of: kinds.game, counts: cleared(4, games.words.length) },
    condition: { of: kinds.condition, counts: cleared(5, conditions.words.length) },
    finish: { of: kinds.finish, counts: cleared(6, finishes.words.length) },
    language: { of: kinds.language, counts: cleared(7, languages.words.length) },
    graded: { of: kinds.graded, counts: cleared(8, 2) },
    price: { of: kinds.part, counts: cleared(9, priceEdges.length + 1) },
  };
  for (const name of ['game', 'condition', 'finish', 'language', 'graded', 'price'] as const) {
    const { of, counts } = facts[name];
    // A kind that fits by itself is missing where the price alone keeps it out.
    const own = name === 'price' ? 0 : facetNames.indexOf(name) + 1;
    for (let i = 0; i < kindsSeen; i++) {
      const kind = seen[i]!;
      counts[of[kind]!]! += fitting[kind]! + (verdicts[kind] === own ? missing[kind]! : 0);
    }
  }
  return {
    total,
    rows: {
      game: ranked(facts.game.counts, games.words),
      set: rankedSets(columns, byPrint, missingSet),
      rarity: rankedRarities(columns, byPrint, missingRarity),
      condition: ranked(facts.condition.counts, conditions.words),
      finish: ranked(facts.finish.counts, finishes.words),
      language: ranked(facts.language.counts, languages.words),
      graded: ranked(facts.graded.counts, ['false', 'true']),
      price: [...facts.price.counts].map((count, part) => ({ value: String(part), count })),
    },
    without: Object.fromEntries(facetNames.flatMap((name, i) => (isChosen(filters, name) ? [[name, total + (missedOnly[i + 1] as number)]] : []))),
    found: total <= mostFound ? found.subarray(0, total) : null,
  };
}

export function isChosen(filters: ListingFilters, name: FilterName): boolean {
  if (name === 'price') return filters.minPrice !== null || filters.maxPrice !== null;
  const value = filters[name];
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

const none = new Uint32Array();

/** The most frequent sets of what was counted by prints, and of what the choice of sets alone keeps out. */
function rankedSets({ prints, sets }: FacetColumns, byPrint: Uint32Array, missing = none) {
  return ranked(ofPrints(prints.set, byPrint, missing, cleared(3, sets.words.length)), sets.words, mostValues);
}

function rankedRarities({ prints, rarities }: FacetColumns, byPrint: Uint32Array, missing = none) {
  return ranked(ofPrints(prints.rarity, byPrint, missing, cleared(3, rarities.words.length)), rarities.words, mostValues);
}

function ofPrints(fact: Uint16Array, byPrint: Uint32Array, missing: Uint32Array, counts: Uint32Array): Uint32Array {
  for (let print = 0; print < byPrint.length; print++) counts[fact[print]!]! += byPrint[print]!;
  for (let print = 0; print < missing.length; print++) counts[fact[print]!]! += missing[print]!;
  return counts;
}

export function ranked(counts: Uint32Array, words: readonly (string | null)[], most = counts.length): { value: string; count: number }[] {
  const used: number[] = [];
  for (let number = 0; number < counts.length; number++) if (counts[number]! > 0) used.push(number);
  // Sorting thousands of sets by name and number to show fifty would take longer than counting them; a search has few of them.
  const least = used.length > most ? leastOf(counts, used, most) : 1;
  const rows: { value: string; count: number }[] = [];
  for (const number of used) {
    const value = words[number];
    const count = counts[number]!;
    if (count >= least && value !== null && value !== undefined) rows.push({ value, count });
  }
  return rows.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, most);
}

/** What the one of them has that is so many from the top. */
function leastOf(counts: Uint32Array, used: readonly number[], most: number): number {
  const top = new Uint32Array(most);
  for (const number of used) {
    const count = counts[number]!;
    if (count <= top[0]!) continue;
    let at = 1;
    for (; at < most && top[at]! < count; at++) top[at - 1] = top[at]!;
    top[at - 1] = count;
  }
  return top[0]!;
}
