import { raritySpellings, resolveQuery, searchWords } from '#features/catalogue/index.server.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { encodeCursor } from '#kernel/numbers/paging.ts';
import { readThrough } from '#platform/cache/read-through.ts';
import { type Caller, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import type { FoundListings, Listing, ListingFilters, ListingQuery } from '../contract.ts';
import { presentListing } from '../read/listing.present.server.ts';
import { asOf, listingRows } from '../read/listing.queries.server.ts';
import { embeddedSearch } from './embedded/embedded.server.ts';
import { presentFacets } from './facets.server.ts';
import type { ListingSearch, MatchedCards, SearchResult } from './listing-search.ts';
import { requireAdvancedListings } from './require-advanced-search.server.ts';
import { cursorKey } from './search-order.ts';
import { postgresSearch } from './sql/search-by-sql.server.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'log' | 'bus' | 'limits'>;

/** Longer than a page is read before the next request, shorter than a noticeable wait for another process's events. */
const cachedMs = 5_000;

/** Hits that are found beyond the page, in place of listings that another process has sold a moment ago. */
const spareHits = 8;

/**
 * Listings for sale that match, a page at a time, with counts. A block in either direction hides a seller's listings
 * from the member. Refuses (422) a cursor of another order, (403) advanced search without a tier that has it, and (429,
 * 503) a caller beyond the rate limit. A page without words is cached until an event names a listing on it, or one that
 * may appear on it: a sold copy is missing from the very next response.
 */
export async function searchListings(platform: Reader, caller: Caller, asked: ListingQuery): Promise<FoundListings> {
  const hidden = await hiddenFrom(platform, caller.actor?.id ?? null);
  const query = {
    ...asked,
    rarity: everySpelling(asked.rarity),
    ...(hidden.size > 0 && { withoutSellers: [...hidden].sort() }),
  };
  if (query.advanced) await requireAdvancedListings(platform, caller, query, seek);
  const read = () => readCostly(platform, caller, () => searchPage(platform, query));
  if (query.q !== null || query.advanced) return read();
  // A member does not queue behind visitors.
  const key = `listings ${caller.actor ? 'member' : 'visitor'} ${JSON.stringify(query)}`;
  return readThrough(platform, key, cached(platform, query), read);
}

const cached = ({ clock }: Reader, query: ListingQuery) => ({
  forMs: ({ items }: FoundListings) =>
    Math.min(cachedMs, ...items.map(({ expiresAt }) => Date.parse(expiresAt ?? '') - clock.now().getTime())),
  tags: ({ items }: FoundListings) => tagsOf(query, items),
  bytes: ({ items }: FoundListings) => 6_000 + items.length * 2_500,
});

/**
 * Cache tags: what the page shows, and `listings` (of one game or one seller where the page is about those), where new
 * listings are announced.
 */
function tagsOf({ seller, game }: ListingQuery, items: readonly Listing[]): string[] {
  const shown = items.flatMap((item) => [`listing:${item.id}`, `profile:${item.seller.id}`]);
  const others =
    seller !== null ? [`seller:${seller}`] : game.length > 0 ? game.map((each) => `listings:${each}`) : ['listings'];
  return [...new Set([...shown, ...others])];
}

/** All spellings of these rarities: a rarity's word means all that is stored of it. */
export function everySpelling(rarities: readonly string[]): string[] {
  return [...new Set(rarities.flatMap(raritySpellings))].sort();
}

/** The page of a search, by the given adapters of the port: the first that can answer. */
export async function searchPage(
  platform: Reader,
  query: ListingQuery,
  adapters: readonly ListingSearch[] = [embeddedSearch(platform), postgresSearch(platform)],
): Promise<FoundListings> {
  const now = platform.clock.now();
  const after = cursorKey(query);
  const criteria = await seek(platform, query);
  const { sort, cursor: _cursor, limit, ...filters } = query;
  const request = { filters, cards: criteria?.cards ?? null, sort, after, limit: limit + 1 + spareHits, now };
  for (const adapter of adapters) {
    const result = await adapter.find(request);
    if (!result) continue;
    return {
      ...(await readItems(platform, query, result.hits, now)),
      ...presentFacets(query, result),
      approximate: result.approximate,
      didYouMean: criteria?.didYouMean ?? null,
      leftOut: criteria?.leftOut ?? [],
    };
  }
  throw new Error('no adapter of the listing search could answer');
}

/** The rows of the first hits that are still for sale, as everybody may see them, and the cursor of the next page. */
async function readItems(
  platform: Reader,
  { sort, limit, shipsTo }: ListingQuery,
  hits: SearchResult['hits'],
  now: Date,
): Promise<Pick<FoundListings, 'items' | 'nextCursor'>> {
  const items: Listing[] = [];
  let read = 0;
  while (items.length < limit && read < hits.length) {
    const next = hits.slice(read, read + limit - items.length);
    const rows = await listingRows(platform.pool)(next.map(({ id }) => id));
    for (const { id } of next) {
      const row = rows.get(id);
      if (row && asOf(row, now).status === 'active') items.push(presentListing(row, null, now, shipsTo));
    }
    read += next.length;
  }
  const last = hits[read - 1];
  const hasMore = read < hits.length || hits.length > limit + spareHits;
  return { items, nextCursor: last && hasMore ? encodeCursor([sort, ...last.key]) : null };
}

interface WantCriteria {
  cards: MatchedCards;
  didYouMean: string | null;
  leftOut: string[];
}

/**
 * What the catalogue reads out of the words: it knows names, sets, numbers and how they are misspelt. Null for a search
 * without words.
 */
export async function seek(
  platform: Pick<Platform, 'pool'>,
  { q, game }: ListingFilters,
  most?: number,
): Promise<WantCriteria | null> {
  if (q === null) return null;
  const [only] = game.length === 1 ? game : [];
  const within = only && only !== 'other' ? { game: only } : {};
  const { cards, complete, words, didYouMean, unheld } = await resolveQuery(platform, q, {
    ...within,
    ...(most && { most }),
  });
  return {
    cards: { named: cards, text: searchWords(q).join(' '), words: complete ? [] : words },
    didYouMean,
    leftOut: unheld,
  };
}
