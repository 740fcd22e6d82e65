import type { FacetColumns } from './facet-columns.ts';
import { ofBound } from './moment-bounds.ts';
import type { Piece } from './price-order.ts';

/** What filters leave of the market, where kinds and a range of prices say it all. */
export interface MarketPart {
  /** By kind, 1 where it fits. */
  fits: Uint8Array;
  min: number;
  max: number;
  /** What is over, though no event has told so yet. */
  ended: readonly number[];
  nowSeconds: number;
}

/** So many that are over are still taken off one by one. */
const mostEnded = 2_000;

/** Places of what is over by then; null where that is very much. */
export function endedPlaces(columns: FacetColumns, nowSeconds: number): number[] | null {
  const { moments, expiresAt, publishedAt } = columns;
  const ended: number[] = [];
  for (let at = 0; at < moments.earliest.length; at++) {
    if (moments.earliest[at]! > nowSeconds) continue;
    let [latest, earliest] = [0, Number.POSITIVE_INFINITY];
    for (let n = at * ofBound; n < (at + 1) * ofBound; n++) {
      const place = columns.placeOf(n);
      if (place === -1) continue;
      latest = Math.max(latest, publishedAt[place]!);
      earliest = Math.min(earliest, expiresAt[place]!);
      if (expiresAt[place]! <= nowSeconds) ended.push(place);
    }
    moments.set(at, latest, earliest);
    if (ended.length > mostEnded) return null;
  }
  return ended;
}

const atOnce = 4_096;
const block = new Int32Array(atOnce);

/** The places that fit, some thousand at a time in a block that is used again: of those of an order's pieces, or of all of the columns. */
export function* fittingAmong(columns: FacetColumns, part: MarketPart, pieces: readonly Piece[] | null): Generator<Int32Array> {
  if (pieces) for (const { places } of pieces) yield fitting(columns, part, places, 0, places.length);
  else for (let from = 0; from < columns.size; from += atOnce) yield fitting(columns, part, null, from, Math.min(columns.size, from + atOnce));
}

/** Without a branch that the processor would have to guess, and without a look at the moment where nothing is over. */
function fitting({ kind, price, expiresAt }: FacetColumns, { fits, min, max, ended, nowSeconds }: MarketPart, places: Int32Array | null, from: number, to: number): Int32Array {
  let n = 0;
  for (let i = from; i < to; i++) {
    const at = places === null ? i : places[i]!;
    block[n] = at;
    n += fits[kind[at]!]! & Number(price[at]! >= min) & Number(price[at]! <= max);
  }
  if (ended.length === 0) return block.subarray(0, n);
  let living = 0;
  for (let i = 0; i < n; i++) {
    const at = block[i]!;
    block[living] = at;
    living += Number(expiresAt[at]! > nowSeconds);
  }
  return block.subarray(0, living);
}

/** A part of a walk: nothing in it and behind it stands before `least` in the order asked for. */
export interface Stretch {
  least: number;
  places: Int32Array;
}

/** What fits in the order of prices, from one price on. */
export function* byPrice(columns: FacetColumns, part: MarketPart, isDescending: boolean, from: number | null): Generator<Stretch> {
  const { prices, price } = columns;
  const min = isDescending || from === null ? part.min : Math.max(part.min, from);
  const max = isDescending && from !== null ? Math.min(part.max, from) : part.max;
  const leads = (prices ?? []).flatMap((order) => order.between(min, max)).map((piece) => {
    const { places } = piece;
    return { piece, least: isDescending ? -price[places.at(-1)!]! : price[places[0]!]! };
  });
  leads.sort((a, b) => a.least - b.least);
  for (const { piece, least } of leads) for (const places of fittingAmong(columns, part, [piece])) yield { least, places: places.slice() };
}

/** What fits in the order of one of its moments, as far as the numbers of the listings follow it. */
export function* byMoment(columns: FacetColumns, part: MarketPart, moment: 'publishedAt' | 'expiresAt'): Generator<Stretch> {
  const { moments } = columns;
  const leads = moment === 'publishedAt' ? moments.latest.map((latest) => -latest) : moments.earliest;
  const order = [...leads.keys()].sort((a, b) => leads[a]! - leads[b]!);
  const numbered = new Int32Array(ofBound);
  for (const at of order) {
    let n = 0;
    for (let number = at * ofBound; number < (at + 1) * ofBound; number++) {
      const place = columns.placeOf(number);
      numbered[n] = place;
      n += Number(place !== -1);
    }
    yield { least: leads[at]!, places: fitting(columns, part, numbered, 0, n).slice() };
  }
}
