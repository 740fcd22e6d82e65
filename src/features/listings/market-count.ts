import type { FacetColumns } from './facet-columns.ts';
import { type Counted, cleared, facetNames, isChosen, mostValues, out, ranked, verdictsOf } from './facet-count.ts';
import { parts } from './kinds.ts';
import type { ListingFilters } from './listing.query.ts';
import { endedPlaces, fittingIn, type MarketPart } from './market-part.ts';
import type { PriceOrder } from './price-order.ts';

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
  const part: MarketPart = { fits: fittingOf(verdicts), min, max, ended, nowSeconds };

  // By its first kind, what of each make is in the range.
  const ranged = cleared(0, kinds.size);
  const bySet = cleared(2, columns.sets.words.length);
  const byRarity = cleared(3, columns.rarities.words.length);
  const fitting: PriceOrder[] = [];
  for (const [game, order] of orders.entries()) {
    const makes = kinds.makes[game]!;
    if (makes.every((make) => verdicts[make] === out)) continue;
    const byMake = cleared(1, makes.length);
    order.countMakes(min, max, byMake);
    const fits = new Uint8Array(makes.length);
    for (let i = 0; i < fits.length; i++) {
      ranged[makes[i]!] = byMake[i]!;
      fits[i] = part.fits[makes[i]!]!;
    }
    if (!fits.includes(1)) continue;
    fitting.push(order);
    const ofGame = order.prints;
    const byPrint = cleared(13, ofGame.length);
    order.countPrints(min, max, fits, byPrint);
    for (let i = 0; i < byPrint.length; i++) {
      bySet[prints.set[ofGame[i]!]!]! += byPrint[i]!;
      byRarity[prints.rarity[ofGame[i]!]!]! += byPrint[i]!;
    }
  }
  for (const at of ended) {
    if (price[at]! < min || price[at]! > max) continue;
    const make = kindOf[at]! - (kindOf[at]! % parts);
    ranged[make]!--;
    if (verdicts[make] !== 0) continue;
    bySet[prints.set[print[at]!]!]!--;
    byRarity[prints.rarity[print[at]!]!]!--;
  }
  let total = 0;
  for (let make = 0; make < kinds.size; make += parts) if (verdicts[make] === 0) total += ranged[make]!;
  const found = total <= mostFound ? gathered(columns, part, fitting, total) : null;
  const { rows, without } = rowsOf(columns, filters, { verdicts, ranged, ended });
  const set = ranked(bySet, columns.sets.words, mostValues);
  const rarity = ranked(byRarity, columns.rarities.words, mostValues);
  return { part, counted: { found, total, rows: { ...rows, set, rarity }, without } };
}

/** By kind, 1 where it fits. */
function fittingOf(verdicts: Uint8Array): Uint8Array {
  const fits = new Uint8Array(verdicts.length);
  for (let kind = 0; kind < fits.length; kind++) fits[kind] = Number(verdicts[kind] === 0);
  return fits;
}

function gathered(columns: FacetColumns, part: MarketPart, orders: readonly PriceOrder[], total: number): Int32Array {
  const found = new Int32Array(total);
  let n = 0;
  for (const order of orders) {
    for (const piece of order.between(part.min, part.max)) {
      if (n === total) return found;
      const some = fittingIn(columns, part, piece);
      found.set(some, n);
      n += some.length;
    }
  }
  return found;
}

interface Tally {
  verdicts: Uint8Array;
  /** By the first kind of each make, in the range of prices. */
  ranged: Uint32Array;
  ended: readonly number[];
}

/** Each facet of a kind without its own choice: of the makes that fit or that it alone keeps out; of prices, of all that fit. */
function rowsOf(columns: FacetColumns, filters: ListingFilters, { verdicts, ranged, ended }: Tally) {
  const { kinds, kind: kindOf, games, conditions, finishes, languages } = columns;
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
  for (let make = 0; make < kinds.size; make += parts) {
    if (verdicts[make] === 0) for (let each = 0; each < parts; each++) byPart[each]! += kinds.counts[make + each]!;
  }
  for (const at of ended) if (verdicts[kindOf[at]!] === 0) byPart[kinds.part[kindOf[at]!]!]!--;
  if (isChosen(filters, 'price')) without.price = byPart.reduce((sum, count) => sum + count, 0);
  const rows = {
    game: counted('game', kinds.game, games.words, 4),
    condition: counted('condition', kinds.condition, conditions.words, 5),
    finish: counted('finish', kinds.finish, finishes.words, 6),
    language: counted('language', kinds.language, languages.words, 7),
    graded: counted('graded', kinds.graded, ['false', 'true'], 8),
    price: [...byPart].map((count, each) => ({ value: String(each), count })),
  };
  return { rows, without };
}
