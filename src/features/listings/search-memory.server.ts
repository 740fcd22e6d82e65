import type { Platform } from '#platform/platform.ts';
import type { ListingFilters, ListingQuery, ListingSort } from './contract.ts';
import type { FacetColumns } from './facet-columns.ts';
import { countFacets } from './facet-count.ts';
import { areColumnsCurrent, facetColumns } from './facet-store.server.ts';
import { presentFacets } from './facets.server.ts';
import { type FoundItem, itemOf, type KeyedRow } from './found-item.server.ts';
import { numbersOfSellers } from './hidden-sellers.server.ts';
import { type ListingText, readTexts } from './listing-texts.server.ts';
import type { FindListings } from './search-listings.server.ts';
import { cursorKey, leadOfCursor, mostWordsCarried, orders, ownWordsStatement, pageOfNumbers, type SoughtCards } from './search-sql.server.ts';

type Reader = Pick<Platform, 'pool' | 'clock' | 'bus' | 'log'>;

/** Rows read beyond the page, for those that were sold in another process a moment ago. */
const spare = 8;
const wantedOf = ({ limit }: ListingQuery) => limit + 1 + spare;
/** Times as many as are wanted may be equal at the edges of a page before the database chooses among them. */
const mostEqual = 3;

/** Not while the columns are being read, not in a process that does not hear the others, and not one seller's listings, which no column names. */
export function knowsInMemory(platform: Pick<Platform, 'pool' | 'bus' | 'log'>, { q, seller, advanced }: ListingFilters): boolean {
  return q !== null && seller === null && advanced === undefined && areColumnsCurrent(platform);
}

/**
 * A search by words out of the columns in memory: cards to places, filters, counts and order here, and one statement for those listings of the page whose text is not in memory. A second statement before
 * it where somebody sells cards in free text, or where the words mean more cards than are named. Answers what `searchBySql` answers, and null where only that can: what
 * `knowsInMemory` excludes, and a word that thousands of listings hold.
 */
export const searchInMemory: FindListings<null> = async (platform, query, sought, now) => {
  if (sought === null || !knowsInMemory(platform, query)) return null;
  const hidden = await numbersOfSellers(platform, query.withoutSellers);
  const { columns } = await facetColumns(platform);
  const own = await readOwnWords(platform, sought, columns.freeTexts > 0);
  if (own === null) return null;
  // From here to the numbers of the page nothing waits: a place is a place until the next change.
  const ranks = ranksByPlace(columns, sought, own);
  for (const n of hidden) ranks.delete(columns.placeOf(n));
  const places = [...ranks.keys()];
  const counted = countFacets(columns, query, Math.floor(now.getTime() / 1_000), places.length, places);
  const result = presentFacets(query, counted, (code) => columns.setNames.get(code) ?? code);
  const { chosen, hasMore } = firstOf(columns, counted.found ?? [], ranks, query);
  const among = chosen.map((at) => ({ n: columns.n[at] as number, rank: ranks.get(at) as number }));
  const items =
    among.length > mostEqual * wantedOf(query) ? await readInOrder(platform, query, among, now) : await readItems(platform, query, among, now);
  // So many were sold meanwhile that the page would end too early.
  if (hasMore && items.length <= query.limit) return null;
  return { ...result, items, approximate: false };
};

interface Among {
  n: number;
  rank: number;
}

/** One more than the page holds, in its order: whether each is for sale, its text or the database says. */
async function readItems(platform: Reader, query: ListingQuery, among: readonly Among[], now: Date): Promise<FoundItem[]> {
  const texts = await readTexts(
    platform,
    among.map(({ n }) => n),
    now,
  );
  const from = query.cursor === null ? null : cursorKey(query);
  const direction = orders[query.sort].isDescending ? -1 : 1;
  const found = among.flatMap(({ n, rank }) => {
    const text = texts.get(n);
    if (!text) return [];
    const key = keyIn(query.sort, text, rank);
    return from !== null && compareKeys(key, from) * direction <= 0
      ? []
      : [{ text: text.text, tags: text.tags, key, endsAtMs: text.expiresAt / 1_000 }];
  });
  return found.sort((a, b) => compareKeys(a.key, b.key) * direction).slice(0, query.limit + 1);
}

/** The same where very many are equal in the first part of the order's key: the database parts them and reads no more than the page. */
async function readInOrder(platform: Reader, query: ListingQuery, among: readonly Among[], now: Date): Promise<FoundItem[]> {
  const numbers = among.map(({ n }) => n);
  const ranks = among.map(({ rank }) => rank);
  const { rows } = await platform.pool.query<KeyedRow>(pageOfNumbers(query, numbers, ranks, now));
  return rows.map((row) => itemOf(query, row, now));
}

function keyIn(sort: ListingSort, { id, priceRank, publishedAt, expiresAt }: ListingText, rank: number): (string | number)[] {
  if (sort === 'relevance') return [rank, priceRank, id];
  return [sort === 'newest' ? publishedAt : sort === 'ending' ? expiresAt : priceRank, id];
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at] as string | number, b[at] as string | number];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** Listings that their own words lead to, as number and rank; null where there are more than are carried into memory. */
async function readOwnWords(platform: Reader, sought: SoughtCards, hasFreeTexts: boolean): Promise<[number, number][] | null> {
  if (!hasFreeTexts && sought.words.length === 0) return [];
  const { rows } = await platform.pool.query<[number, number]>({ ...ownWordsStatement(sought, hasFreeTexts), rowMode: 'array' } as never);
  return rows.length > mostWordsCarried ? null : rows;
}

/** Each found listing's place with its rank, the lower the better. A listing that was found twice keeps the first. */
function ranksByPlace(columns: FacetColumns, { cardIds }: SoughtCards, own: readonly [number, number][]): Map<number, number> {
  const ranks = new Map<number, number>();
  cardIds.forEach((id, i) => {
    const card = columns.cards.find(id);
    if (card !== undefined) columns.ofCard.each(card, (place) => ranks.set(place, i + 1));
  });
  for (const [n, rank] of own) {
    const place = columns.placeOf(n);
    if (place !== -1 && !ranks.has(place)) ranks.set(place, rank);
  }
  return ranks;
}

/**
 * Those of `found` that may be on the page, by the first part of the order's key alone. What is equal in it at either edge is all taken: the database
 * knows the rest of the key.
 */
function firstOf(columns: FacetColumns, found: readonly number[], ranks: ReadonlyMap<number, number>, query: ListingQuery) {
  const leadOf = leads(columns, ranks)[query.sort];
  const start = leadOfCursor(query);
  const from = start === null ? Number.NEGATIVE_INFINITY : leadOf.ofKey(start);
  const lead = Float64Array.from(found, leadOf.ofPlace);
  const beyond = lead.filter((each) => each > from).sort();
  const last = beyond[wantedOf(query) - 1] ?? Number.POSITIVE_INFINITY;
  const chosen = found.filter((_, i) => (lead[i] as number) >= from && (lead[i] as number) <= last);
  return { chosen, hasMore: (beyond.at(-1) ?? from) > last };
}

interface Lead {
  ofPlace(place: number): number;
  ofKey(key: readonly number[]): number;
}

/** What comes first is least. */
function leads(columns: FacetColumns, ranks: ReadonlyMap<number, number>): Record<ListingSort, Lead> {
  const { price, publishedAt, expiresAt } = columns;
  const both = (rank: number, priceRank: number) => rank * 2 ** 32 + Math.min(priceRank, 0xffffffff);
  return {
    newest: { ofPlace: (at) => -(publishedAt[at] as number), ofKey: ([key]) => -(key as number) },
    ending: { ofPlace: (at) => expiresAt[at] as number, ofKey: ([key]) => key as number },
    price_asc: { ofPlace: (at) => price[at] as number, ofKey: ([key]) => Math.min(key as number, 0xffffffff) },
    price_desc: { ofPlace: (at) => -(price[at] as number), ofKey: ([key]) => -Math.min(key as number, 0xffffffff) },
    relevance: {
      ofPlace: (at) => both(ranks.get(at) as number, price[at] as number),
      ofKey: ([rank, priceRank]) => both(rank as number, priceRank as number),
    },
  };
}
