import { secondOfId } from '#kernel/ids.ts';
import type { ListingQuery, ListingSort } from './contract.ts';
import type { FacetColumns } from './facet-columns.ts';
import type { Stretch } from './market-part.ts';
import { cursorKey, leadOfCursor } from './search-order.ts';

/** Some thousand places at a time: the keys of half a large market would be eight megabytes, made anew for each search. */
const atOnce = 4_096;
const leads = new Float64Array(atOnce);
const ties = new Float64Array(atOnce);

/**
 * Those of `found` that may be on the page, by what the columns know of the order's key: its first part, and where the id comes next the second of that. What is equal at either edge is all taken: the
 * database knows the rest of the key.
 */
export function firstOf(columns: FacetColumns, found: Int32Array, query: ListingQuery, wanted: number) {
  return firstAlong(columns, [{ least: Number.NEGATIVE_INFINITY, places: found }], query, wanted);
}

/** The same of a walk that is over where nothing of the rest can be among them. */
export function firstAlong(columns: FacetColumns, stretches: Iterable<Stretch>, query: ListingQuery, wanted: number) {
  const { lead, tie, lastTie } = edgeOf(columns, query);
  const first = new Least(wanted);
  const walked: Int32Array[] = [];
  let isCut = false;
  for (const { least, places } of stretches) {
    isCut = !first.reaches(least, Number.NEGATIVE_INFINITY);
    if (isCut) break;
    walked.push(places);
    for (let from = 0; from < places.length; from += atOnce) {
      const n = noteKeys(columns, query.sort, places, from);
      for (let i = 0; i < n; i++) if (leads[i]! > lead || (leads[i]! === lead && ties[i]! > lastTie)) first.add(leads[i]!, ties[i]!);
    }
  }
  const chosen: number[] = [];
  for (const places of walked) {
    for (let from = 0; from < places.length; from += atOnce) {
      const n = noteKeys(columns, query.sort, places, from);
      for (let i = 0; i < n; i++) {
        const isFrom = leads[i]! > lead || (leads[i]! === lead && ties[i]! >= tie);
        if (isFrom && first.reaches(leads[i]!, ties[i]!)) chosen.push(places[from + i]!);
      }
    }
  }
  return { chosen, hasMore: isCut || first.hasMore };
}

/** Where a page begins: nothing with a lesser tie comes after its cursor, everything with a greater one than the last does. */
function edgeOf(columns: FacetColumns, query: ListingQuery) {
  const start = leadOfCursor(query);
  if (start === null) return { lead: Number.NEGATIVE_INFINITY, tie: Number.NEGATIVE_INFINITY, lastTie: Number.NEGATIVE_INFINITY };
  const lead = leadOfKey[query.sort](start);
  const sign = tieSign(columns, query.sort);
  if (sign === 0 || (start.at(-1) ?? 0) >= mostPrice) return { lead, tie: 0, lastTie: 0 };
  const second = secondOfId(String(cursorKey(query).at(-1)));
  if (second === null) return { lead, tie: Number.NEGATIVE_INFINITY, lastTie: Number.POSITIVE_INFINITY };
  const tie = second * sign;
  return { lead, tie, lastTie: tie };
}

/** Which way equal first parts are ordered by their ids; 0 where the columns cannot say. */
function tieSign({ isOrdered }: FacetColumns, sort: ListingSort): -1 | 0 | 1 {
  if (!isOrdered || sort === 'newest' || sort === 'ending') return 0;
  return sort === 'price_desc' ? -1 : 1;
}

/** The least of many keys, so many of them: a page is thirty of what may be fifty thousand, and sorting those would hold up everybody. */
class Least {
  readonly #leads: Float64Array;
  readonly #ties: Float64Array;
  #size = 0;
  /** The last of them; without end while there are fewer. */
  #lead = Number.POSITIVE_INFINITY;
  #tie = Number.POSITIVE_INFINITY;
  /** Whether there was one that comes after the last. */
  hasMore = false;

  constructor(most: number) {
    this.#leads = new Float64Array(most);
    this.#ties = new Float64Array(most);
  }

  /** Whether a key comes no later than the last. */
  reaches(lead: number, tie: number): boolean {
    return lead < this.#lead || (lead === this.#lead && tie <= this.#tie);
  }

  add(lead: number, tie: number): void {
    const leads = this.#leads;
    const ties = this.#ties;
    if (this.#size === leads.length && (lead > this.#lead || (lead === this.#lead && tie >= this.#tie))) {
      if (lead !== this.#lead || tie !== this.#tie) this.hasMore = true;
      return;
    }
    const [droppedLead, droppedTie] = [this.#lead, this.#tie];
    const isFull = this.#size === leads.length;
    let at = isFull ? this.#size - 1 : this.#size++;
    for (; at > 0 && (leads[at - 1]! > lead || (leads[at - 1] === lead && ties[at - 1]! > tie)); at--) {
      leads[at] = leads[at - 1]!;
      ties[at] = ties[at - 1]!;
    }
    leads[at] = lead;
    ties[at] = tie;
    if (this.#size < leads.length) return;
    this.#lead = leads[this.#size - 1]!;
    this.#tie = ties[this.#size - 1]!;
    // What fell out comes after the last, or is equal to it: then all that are equal are taken.
    if (isFull && (droppedLead !== this.#lead || droppedTie !== this.#tie)) this.hasMore = true;
  }
}

/** Of the places from `from` on, as many as are noted at once: what comes first is least. A loop for each order, since it may go over half a million. */
function noteKeys(columns: FacetColumns, sort: ListingSort, places: Int32Array, from: number): number {
  const { price, publishedAt, expiresAt, ranks, made } = columns;
  const n = Math.min(atOnce, places.length - from);
  if (sort === 'relevance') for (let i = 0; i < n; i++) leads[i] = ranks[places[from + i]!]! * 2 ** 32 + price[places[from + i]!]!;
  else if (sort === 'newest') for (let i = 0; i < n; i++) leads[i] = -publishedAt[places[from + i]!]!;
  else if (sort === 'ending') for (let i = 0; i < n; i++) leads[i] = expiresAt[places[from + i]!]!;
  else if (sort === 'price_asc') for (let i = 0; i < n; i++) leads[i] = price[places[from + i]!]!;
  else for (let i = 0; i < n; i++) leads[i] = -price[places[from + i]!]!;
  const sign = tieSign(columns, sort);
  if (sign === 0) ties.fill(0, 0, n);
  else for (let i = 0; i < n; i++) ties[i] = price[places[from + i]!] === mostPrice ? 0 : sign * made[places[from + i]!]!;
  return n;
}

/** Greater prices are this one in the columns, so of those the columns know no order. */
const mostPrice = 0xffffffff;
const held = (price = 0) => Math.min(price, mostPrice);
const leadOfKey: Record<ListingSort, (key: readonly number[]) => number> = {
  newest: ([moment = 0]) => -moment,
  ending: ([moment = 0]) => moment,
  price_asc: ([price]) => held(price),
  price_desc: ([price]) => -held(price),
  relevance: ([rank = 0, price]) => rank * 2 ** 32 + held(price),
};
