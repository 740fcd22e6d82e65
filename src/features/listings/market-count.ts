import type { FacetColumns } from './facet-columns.ts';
import { type Counted, cleared, facetNames, isChosen, out, ranked, rankedRarities, rankedSets, verdictsOf } from './facet-count.ts';
import { parts } from './kinds.ts';
import type { ListingFilters } from './listing.query.ts';
import { endedPlaces, fittingIn, type MarketPart } from './market-part.ts';
import type { Piece } from './price-order.ts';

/** What filters leave of the market, and its counts. */
export interface MarketCounted {
  part: MarketPart;
  counted: Counted;
}

/**
 * The counts of the market by filters alone, as `countFacets` has them, without a walk over all of it, and what of it they leave; null where that cannot be: sets or rarities are chosen, the
 * columns are not arranged yet, or very much is over that no event has told of.
 */
export function countMarket(columns: FacetColumns, filters: ListingFilters, nowSeconds: number, mostFound: number): MarketCounted | null {
  const { kinds, prints, prices: orders, print, kind: kindOf, price } = columns;
  if (orders === null || filters.set.length > 0 || filters.rarity.length > 0) return null;
  const ended = endedPlaces(columns, nowSeconds);
  if (ended === null) return null;
  const verdicts = verdictsOf(columns, filters);
  const [min, max] = [filters.minPrice ?? 0, filters.maxPrice ?? 0xffffffff];
  const part: MarketPart = { fits: verdicts.map((verdict) => Number(verdict === 0)), min, max, ended, nowSeconds };
  const whole = kinds.counts.slice(0, kinds.size);
  for (const at of ended) whole[kindOf[at]!]!--;

  // By its first kind, what of each make is in the range.
  const ranged = cleared(0, kinds.size);
  const byPrint = cleared(2, prints.size);
  const fitting: Piece[] = [];
  for (const [game, makes] of kinds.makes.entries()) {
    if (makes.every((make) => verdicts[make] === out)) continue;
    const pieces = orders[game]?.between(min, max) ?? [];
    if (isChosen(filters, 'price')) addMakes(pieces, makes, ranged);
    else for (const make of makes) for (let kind = make; kind < make + parts; kind++) ranged[make]! += kinds.counts[kind]!;
    const fits = Uint8Array.from(makes, (make) => Number(verdicts[make] === 0));
    if (!fits.includes(1)) continue;
    for (const piece of pieces) addPrints(piece, fits, byPrint);
    fitting.push(...pieces);
  }
  for (const at of ended) {
    if (price[at]! < min || price[at]! > max) continue;
    const make = kindOf[at]! - (kindOf[at]! % parts);
    ranged[make]!--;
    if (verdicts[make] === 0) byPrint[print[at]!]!--;
  }
  let total = 0;
  for (let make = 0; make < kinds.size; make += parts) if (verdicts[make] === 0) total += ranged[make]!;
  const found = total <= mostFound ? gathered(columns, part, fitting, total) : null;
  return { part, counted: { found, total, ...rowsOf(columns, filters, { verdicts, ranged, whole, byPrint }) } };
}

function gathered(columns: FacetColumns, part: MarketPart, pieces: readonly Piece[], total: number): Int32Array {
  const found = new Int32Array(total);
  let n = 0;
  for (const piece of pieces) {
    if (n === total) break;
    const some = fittingIn(columns, part, piece);
    found.set(some, n);
    n += some.length;
  }
  return found;
}

/** Whole leaves say how many of each make they have. */
function addMakes(pieces: readonly Piece[], all: readonly number[], ranged: Uint32Array): void {
  const byMake = cleared(1, all.length);
  for (const { makes, counts } of pieces) {
    if (counts) for (let make = 0; make < counts.length; make++) byMake[make]! += counts[make]!;
    else for (let i = 0; i < makes.length; i++) byMake[makes[i]!]!++;
  }
  for (const [i, make] of all.entries()) ranged[make] = byMake[i]!;
}

/** Without a branch that the processor would have to guess. */
function addPrints({ makes, prints }: Piece, fits: Uint8Array, byPrint: Uint32Array): void {
  for (let i = 0; i < makes.length; i++) byPrint[prints[i]!]! += fits[makes[i]!]!;
}

interface Tally {
  verdicts: Uint8Array;
  /** By the first kind of each make, in the range of prices. */
  ranged: Uint32Array;
  /** By kind, at any price. */
  whole: Uint32Array;
  byPrint: Uint32Array;
}

/** Each facet without its own choice: of the makes that fit or that it alone keeps out; of prices, of all that fit. */
function rowsOf(columns: FacetColumns, filters: ListingFilters, { verdicts, ranged, whole, byPrint }: Tally): Pick<Counted, 'rows' | 'without'> {
  const { kinds, games, conditions, finishes, languages } = columns;
  const without: Counted['without'] = {};
  const counted = (
    name: 'game' | 'condition' | 'finish' | 'language' | 'graded',
    of: Uint16Array,
    words: readonly (string | null)[],
    block: number,
  ) => {
    const counts = cleared(block, words.length);
    const own = facetNames.indexOf(name) + 1;
    let among = 0;
    for (let make = 0; make < kinds.size; make += parts) {
      if (verdicts[make] !== 0 && verdicts[make] !== own) continue;
      counts[of[make]!]! += ranged[make]!;
      among += ranged[make]!;
    }
    if (isChosen(filters, name)) without[name] = among;
    return ranked(counts, words);
  };
  const byPart = cleared(9, parts);
  for (let kind = 0; kind < kinds.size; kind++) if (verdicts[kind] === 0) byPart[kinds.part[kind]!]! += whole[kind]!;
  if (isChosen(filters, 'price')) without.price = byPart.reduce((sum, count) => sum + count, 0);
  const rows = {
    game: counted('game', kinds.game, games.words, 4),
    set: rankedSets(columns, byPrint),
    rarity: rankedRarities(columns, byPrint),
    condition: counted('condition', kinds.condition, conditions.words, 5),
    finish: counted('finish', kinds.finish, finishes.words, 6),
    language: counted('language', kinds.language, languages.words, 7),
    graded: counted('graded', kinds.graded, ['false', 'true'], 8),
    price: [...byPart].map((count, each) => ({ value: String(each), count })),
  };
  return { rows, without };
}
