import type { ListingQuery } from './contract.ts';
import type { FacetColumns } from './facet-columns.ts';
import { countFacets } from './facet-count.ts';
import { firstAlong, firstOf } from './first-places.ts';
import { countMarket, type MarketCounted } from './market-count.ts';
import { byMoment, byPrice, type MarketPart, type Stretch } from './market-part.ts';
import { leadOfCursor } from './search-order.ts';

/** So few are all compared; of more, a page is soon full on a walk in the order asked for. */
const mostCompared = 4_096;
/** So many of some sets are looked at one by one. */
const mostOfSets = 50_000;

/** What counts of the market by filters alone, and the places that may be on the page; null where neither kinds and prices nor a set say which those are. */
export function placesOfMarket(columns: FacetColumns, query: ListingQuery, wanted: number, nowSeconds: number, compared = mostCompared) {
  const market = query.set.length > 0 ? countSets(columns, query, nowSeconds) : countMarket(columns, query, nowSeconds, compared);
  if (market === null) return null;
  const { counted, part } = market;
  const first = counted.found ? firstOf(columns, counted.found, query, wanted) : firstAlong(columns, walk(columns, query, part), query, wanted);
  return { counted: { ...counted, found: null }, ...first };
}

/** Of chosen sets all is counted along their chains, but for what other sets there are. */
function countSets(columns: FacetColumns, query: ListingQuery, nowSeconds: number): MarketCounted | null {
  const others = countMarket(columns, { ...query, set: [] }, nowSeconds, 0);
  const places = placesOfSets(columns, query.set);
  if (others === null || places === null) return null;
  const { rows, without, ...counted } = countFacets(columns, query, nowSeconds, places.length, places, places);
  const { total, rows: ofOthers } = others.counted;
  return { part: others.part, counted: { ...counted, rows: { ...rows, set: ofOthers.set }, without: { ...without, set: total } } };
}

function placesOfSets({ readEditions, issues, ofIssue }: FacetColumns, sets: readonly string[]): Int32Array | null {
  const chosen: number[] = [];
  let most = 0;
  for (const [i, { of }] of readEditions.all().entries()) {
    if (!sets.includes(of.slice(of.indexOf('\n') + 1))) continue;
    for (let issue = issues.ofEdition.first(i + 1); issue !== -1; issue = issues.ofEdition.next(issue)) {
      chosen.push(issue);
      most += ofIssue.count(issue);
    }
  }
  if (most > mostOfSets) return null;
  const places = new Int32Array(most);
  let n = 0;
  for (const issue of chosen) for (let place = ofIssue.first(issue); place !== -1; place = ofIssue.next(place)) places[n++] = place;
  return places;
}

function walk(columns: FacetColumns, query: ListingQuery, part: MarketPart): Iterable<Stretch> {
  if (query.sort === 'newest') return byMoment(columns, part, 'publishedAt');
  if (query.sort === 'ending') return byMoment(columns, part, 'expiresAt');
  return byPrice(columns, part, query.sort === 'price_desc', leadOfCursor(query)?.at(-1) ?? null);
}
