import type { FacetColumns } from './facet-columns.ts';
import { type Counted, cleared, facetNames, isChosen, mostValues, out, ranked, verdictsOf } from './facet-count.ts';
import { parts } from './kinds.ts';
import type { ListingFilters } from './listing.query.ts';
import { endedPlaces, fittingAmong, type MarketPart } from './market-part.ts';
import type { Piece } from './price-order.ts';

/** Looking here and there along an order costs as much as so many looks along the columns. */
const stepsOfOrder = 5;

/**
 * The counts of the market by filters alone, as `countFacets` has them, without a walk over all of it, and what of it they leave; null where that cannot be: sets or rarities are chosen, the
 * columns are not arranged yet, or very much is over that no event has told of.
 */
export function countMarket(columns: FacetColumns, filters: ListingFilters, nowSeconds: number, mostFound: number): (Counted & { part: MarketPart }) | null {
  const { kinds, prices, set, rarity, kind: kindOf, price } = columns;
  if (prices === null || filters.set.length > 0 || filters.rarity.length > 0) return null;
  const ended = endedPlaces(columns, nowSeconds);
  if (ended === null) return null;
  const verdicts = verdictsOf(columns, filters);
  const [min, max] = [filters.minPrice ?? 0, filters.maxPrice ?? 0xffffffff];
  const part: MarketPart = { fits: verdicts.map((verdict) => Number(verdict === 0)), min, max, ended, nowSeconds };
  const whole = kinds.counts.slice(0, kinds.size);
  for (const at of ended) whole[kindOf[at]!]!--;

  // By its first kind, what of each make is in the range.
  const ranged = cleared(0, kinds.size);
  const pieces: Piece[] = [];
  let looked = 0;
  for (const [game, makes] of kinds.makes.entries()) {
    if (makes.every((make) => verdicts[make] === out)) continue;
    const within = prices[game]?.between(min, max) ?? [];
    if (isChosen(filters, 'price')) addMakes(columns, within, makes, ranged);
    else for (const make of makes) for (let kind = make; kind < make + parts; kind++) ranged[make]! += whole[kind]!;
    if (!makes.some((make) => verdicts[make] === 0 && ranged[make]! > 0)) continue;
    for (const { places } of within) looked += places.length;
    pieces.push(...within);
  }
  if (isChosen(filters, 'price'))
    for (const at of ended) if (price[at]! >= min && price[at]! <= max) ranged[kindOf[at]! - (kindOf[at]! % parts)]!--;

  const bySet = cleared(2, columns.sets.words.length);
  const byRarity = cleared(3, columns.rarities.words.length);
  const total = totalOf(kinds.size, (make) => (verdicts[make] === 0 ? ranged[make]! : 0), parts);
  const found = total <= mostFound ? new Int32Array(total) : null;
  let noted = 0;
  for (const places of fittingAmong(columns, part, looked * stepsOfOrder < columns.size ? pieces : null)) {
    for (let i = 0; i < places.length; i++) {
      bySet[set[places[i]!]!]!++;
      byRarity[rarity[places[i]!]!]!++;
    }
    found?.set(places, noted);
    noted += places.length;
  }
  return { part, found, total, ...rowsOf(columns, filters, { verdicts, ranged, whole, bySet, byRarity }) };
}

function addMakes({ kinds, kind }: FacetColumns, pieces: readonly Piece[], makes: readonly number[], ranged: Uint32Array): void {
  const byMake = cleared(1, makes.length);
  for (const { places, counts } of pieces) {
    if (counts) for (let make = 0; make < counts.length; make++) byMake[make]! += counts[make]!;
    else for (let i = 0; i < places.length; i++) byMake[kinds.ofGame[kind[places[i]!]!]!]!++;
  }
  for (const [i, make] of makes.entries()) ranged[make] = byMake[i]!;
}

function totalOf(size: number, countOf: (at: number) => number, step = 1): number {
  let total = 0;
  for (let at = 0; at < size; at += step) total += countOf(at);
  return total;
}

interface Tally {
  verdicts: Uint8Array;
  /** By the first kind of each make, in the range of prices. */
  ranged: Uint32Array;
  /** By kind, at any price. */
  whole: Uint32Array;
  bySet: Uint32Array;
  byRarity: Uint32Array;
}

/** Each facet without its own choice: of the makes that fit or that it alone keeps out; of prices, of all that fit. */
function rowsOf(columns: FacetColumns, filters: ListingFilters, { verdicts, ranged, whole, bySet, byRarity }: Tally): Pick<Counted, 'rows' | 'without'> {
  const { kinds, games, sets, rarities, conditions, finishes, languages } = columns;
  const without: Counted['without'] = {};
  const counted = (name: 'game' | 'condition' | 'finish' | 'language' | 'graded', of: Uint16Array, words: readonly (string | null)[], block: number) => {
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
  if (isChosen(filters, 'price')) without.price = totalOf(parts, (each) => byPart[each]!);
  const rows = {
    game: counted('game', kinds.game, games.words, 4),
    set: ranked(bySet, sets.words, mostValues),
    rarity: ranked(byRarity, rarities.words, mostValues),
    condition: counted('condition', kinds.condition, conditions.words, 5),
    finish: counted('finish', kinds.finish, finishes.words, 6),
    language: counted('language', kinds.language, languages.words, 7),
    graded: counted('graded', kinds.graded, ['false', 'true'], 8),
    price: [...byPart].map((count, each) => ({ value: String(each), count })),
  };
  return { rows, without };
}
