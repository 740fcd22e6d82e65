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
  const due: number[] = [];
  for (let at = 0; at < moments.earliest.length; at++) if (moments.earliest[at]! <= nowSeconds) due.push(at);
  if (due.length * ofBound > columns.size) return endedOfAll(columns, nowSeconds);
  const ended: number[] = [];
  for (const at of due) {
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

/** The same where the numbers of those bounds are more than all that is for sale. */
function endedOfAll({ moments, expiresAt, publishedAt, n, size }: FacetColumns, nowSeconds: number): number[] | null {
  const ended: number[] = [];
  moments.forget();
  for (let place = 0; place < size; place++) {
    moments.note(n[place]!, publishedAt[place]!, expiresAt[place]!);
    if (expiresAt[place]! <= nowSeconds && ended.length <= mostEnded) ended.push(place);
  }
  return ended.length > mostEnded ? null : ended;
}

const block = new Int32Array(4_096);

/** Those of some thousand places that fit, in a block that is used again; without a branch that the processor would have to guess. */
function fittingOf(columns: FacetColumns, part: MarketPart, places: Int32Array): Int32Array {
  const { kind, price } = columns;
  const { fits, min, max } = part;
  let n = 0;
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!;
    block[n] = at;
    n += fits[kind[at]!]! & Number(price[at]! >= min) & Number(price[at]! <= max);
  }
  return living(columns, part, n);
}

/** The same of places that all have such a price. */
export function fittingIn(columns: FacetColumns, part: MarketPart, { places, makes, kinds }: Piece): Int32Array {
  const { fits } = part;
  let n = 0;
  for (let i = 0; i < places.length; i++) {
    block[n] = places[i]!;
    n += fits[kinds[makes[i]!]!]!;
  }
  return living(columns, part, n);
}

/** Those of the block that are not over; where nothing is, no moment is looked at. */
function living({ expiresAt }: FacetColumns, { ended, nowSeconds }: MarketPart, size: number): Int32Array {
  if (ended.length === 0) return block.subarray(0, size);
  let n = 0;
  for (let i = 0; i < size; i++) {
    const at = block[i]!;
    block[n] = at;
    n += Number(expiresAt[at]! > nowSeconds);
  }
  return block.subarray(0, n);
}

/** A part of a walk: nothing in it and behind it stands before `least` in the order asked for. */
export interface Stretch {
  least: number;
  places: Int32Array;
}

/** What fits in the order of prices, from one price on. */
export function* byPrice(columns: FacetColumns, part: MarketPart, isDescending: boolean, from: number | null): Generator<Stretch> {
  const { prices, price, kinds } = columns;
  const min = isDescending || from === null ? part.min : Math.max(part.min, from);
  const max = isDescending && from !== null ? Math.min(part.max, from) : part.max;
  const hasFitting = (game: number) => kinds.makes[game]!.some((kind) => part.fits[kind] === 1);
  const pieces = (prices ?? []).flatMap((order, game) => (hasFitting(game) ? order.between(min, max) : []));
  const leads = pieces.map((piece) => ({ piece, least: isDescending ? -price[piece.places.at(-1)!]! : price[piece.places[0]!]! }));
  leads.sort((a, b) => a.least - b.least);
  for (const { piece, least } of leads) yield { least, places: fittingIn(columns, part, piece).slice() };
}

/** Looked up are half as many numbers as there are listings: what has not filled a page by then fits rarely, and is read faster in a row. */
const mostLookedUp = 0.5;

/** What fits in the order of one of its moments, as far as the numbers of the listings follow it; what is left after many numbers by the leaves of the prices, in no order. */
export function* byMoment(columns: FacetColumns, part: MarketPart, moment: 'publishedAt' | 'expiresAt'): Generator<Stretch> {
  const { moments, n } = columns;
  const isWalked = new Uint8Array(moments.latest.length);
  const numbered = new Int32Array(ofBound);
  let walked = 0;
  for (const { at, least } of moments.inOrder(moment)) {
    if (walked++ * ofBound > columns.size * mostLookedUp) {
      const isLeft = (place: number) => isWalked[moments.of(n[place]!)] === 0;
      for (const { places } of byPrice(columns, part, false, null)) yield { least, places: places.filter(isLeft) };
      return;
    }
    isWalked[at] = 1;
    let size = 0;
    for (let number = at * ofBound; number < (at + 1) * ofBound; number++) {
      const place = columns.placeOf(number);
      numbered[size] = place;
      size += Number(place !== -1);
    }
    yield { least, places: fittingOf(columns, part, numbered.subarray(0, size)).slice() };
  }
}
