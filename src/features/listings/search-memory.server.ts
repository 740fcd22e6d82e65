import type { SearchTree } from '#features/catalogue/language.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListingFilters, ListingQuery, ListingSort } from './contract.ts';
import { facetNames, isChosen } from './facet-count.ts';
import { areColumnsCurrent, facetColumns } from './facet-store.server.ts';
import { largeMarket, presentFacets } from './facets.server.ts';
import { type FoundItem, itemOf, type KeyedRow } from './found-item.server.ts';
import { numbersOfSellers } from './hidden-sellers.server.ts';
import { partsHeld, readKnown, sieveOf } from './language/memory-conditions.ts';
import { asksTraits } from './listing.query.ts';
import { readTexts } from './listing-texts.server.ts';
import type { FindListings } from './search-listings.server.ts';
import { cursorKey, orders } from './search-order.ts';
import { type Among, choose, chooseOfMarket, numbersFound } from './search-places.ts';
import { mostNumbersAsked, nearStatement, numbersFitting, pageOfNumbers, type SoughtCards } from './search-sql.server.ts';
import type { ListingText } from './text-store.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'bus' | 'log'>;

/** Rows beyond the page: none, and once more with some where it would end too early, because another process has sold of it a moment ago. */
const spares = [0, 8];

/** Times as many as are wanted may be equal at the edges of a page before the database chooses among them. */
const mostEqual = 3;

type Known = Pick<Platform, 'pool' | 'bus' | 'log'>;

/** Not while the columns are being read, not in a process that does not hear the others, not one seller's listings, nor copies by edition or as signed, altered or misprinted, and no key of the language that the columns do not hold. */
function holds(platform: Known, filters: ListingFilters): boolean {
  const { q, seller, advanced } = filters;
  const isHeld = q !== null || advanced === undefined || partsHeld(advanced).held !== null;
  return isHeld && seller === null && !asksTraits(filters) && areColumnsCurrent(platform);
}

/** Of words, of the language and by filters: they cost little here. */
export function knowsInMemory(platform: Known, filters: ListingFilters): boolean {
  const isAsked = filters.q !== null || filters.advanced !== undefined || facetNames.some((name) => isChosen(filters, name));
  return isAsked && holds(platform, filters);
}

/**
 * A search by words or in the language out of the columns in memory: cards to places, filters, counts and order here, and one statement for those listings of the page whose text is not in memory. A second statement before
 * it where somebody sells cards in free text. Answers what `searchBySql` answers, but that it counts and orders all that hold the words where that takes a thousand; null where only that can: what
 * `holds` excludes, and a condition for the database on thousands of listings.
 */
export const searchInMemory: FindListings<null> = async (platform, query, sought, now, use) => {
  if (!holds(platform, query)) return null;
  const { held, rest } = query.advanced ? partsHeld(query.advanced) : { held: null, rest: null };
  const hidden = await numbersOfSellers(platform, query.withoutSellers);
  const known = held && (await readKnown(platform, held));
  const { columns } = await facetColumns(platform);
  const near = sought && columns.freeTexts > 0 ? await readNear(platform, sought) : [];
  // Made anew after each question to the database: what was asked meanwhile may have moved the places.
  const found = () => ({ sought: sought && { ...sought, near }, sieve: held && known && sieveOf(held, columns, known, now) });
  const numbers = rest && numbersFound(columns, found(), mostNumbersAsked);
  if (rest && numbers === null) return null;
  const only = rest && numbers && (await readFitting(platform, rest, numbers, now));
  // A rarity may be among those that the columns have no number for.
  if (columns.prints.unheld > 0 && (query.rarity.length > 0 || query.advanced)) return null;
  const byFilters = sought === null && query.advanced === undefined;
  for (const spare of spares) {
    const wanted = query.limit + 1 + spare;
    const ofMarket = byFilters && hidden.length === 0 ? chooseOfMarket(columns, query, wanted, now) : null;
    // Only a walk over all of it would say the rest.
    if (!ofMarket && byFilters && columns.size > largeMarket) return null;
    const { counted, among, hasMore } = ofMarket ?? choose(columns, query, { ...found(), only, hidden }, wanted, now);
    const read = among.length > mostEqual * wanted ? readInOrder : readItems;
    const used = await read(platform, query, among, now, (items) => {
      if (hasMore && items.length <= query.limit) return null;
      const result = presentFacets(query, counted, (code) => columns.setNames.get(code) ?? code);
      return { of: use({ ...result, items, approximate: false }) };
    });
    if (used) return used.of;
  }
  // So many were sold meanwhile that the page would end too early.
  return null;
};

/** Of what the columns find those that fit what only the database can judge. */
async function readFitting(platform: Reader, rest: SearchTree, numbers: readonly number[], now: Date): Promise<number[]> {
  if (numbers.length === 0) return [];
  const { rows } = await platform.pool.query<{ n: number }>(numbersFitting(rest, numbers, now));
  return rows.map(({ n }) => n);
}

/** The items are given to `use`, as `FindListings` gives them. */
type ReadItems = <T>(platform: Reader, query: ListingQuery, among: readonly Among[], now: Date, use: (items: FoundItem[]) => T) => Promise<T>;

/** One more than the page holds, in its order: whether each is for sale, its text or the database says. */
const readItems: ReadItems = (platform, query, among, now, use) =>
  readTexts(
    platform,
    among.map(({ n }) => n),
    now,
    (texts) => {
      const from = query.cursor === null ? null : cursorKey(query);
      const direction = orders[query.sort].isDescending ? -1 : 1;
      const found: FoundItem[] = [];
      for (const { n, rank } of among) {
        const text = texts.get(n);
        if (!text) continue;
        const key = keyIn(query.sort, text, rank);
        if (from !== null && compareKeys(key, from) * direction <= 0) continue;
        found.push({ id: text.id, sellerId: text.sellerId, text: text.text, key, endsAtMs: text.expiresAt / 1_000 });
      }
      return use(found.sort((a, b) => compareKeys(a.key, b.key) * direction).slice(0, query.limit + 1));
    },
  );

/** The same where very many are equal in the first part of the order's key: the database parts them and reads no more than the page. */
const readInOrder: ReadItems = async (platform, query, among, now, use) => {
  const numbers = among.map(({ n }) => n);
  const ranks = among.map(({ rank }) => rank);
  const { rows } = await platform.pool.query<KeyedRow>(pageOfNumbers(query, numbers, ranks, now));
  return use(rows.map((row) => itemOf(query, row, now)));
};

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

/** Listings of cards in free text that are like the words, as number and rank. */
async function readNear(platform: Reader, sought: SoughtCards): Promise<[number, number][]> {
  return (await platform.pool.query<[number, number]>({ ...nearStatement(sought), rowMode: 'array' } as never)).rows;
}
