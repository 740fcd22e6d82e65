import { mostNotified, requireAdvancedSearch } from '#features/catalogue/index.server.ts';
import { type ReadThroughOptions, readThrough } from '#platform/cache/read-through.ts';
import { type Caller, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListingFilters, ListingQuery } from '../contract.ts';
import type { MatchedCards } from './listing-search.ts';
import { howManyStatement } from './sql/search-sql.server.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'log' | 'bus' | 'limits'>;

/** Reads the words that hold for the whole search, as the search does. */
type Seek = (platform: Reader, filters: ListingFilters) => Promise<{ cards: MatchedCards } | null>;

/** Refuses whose tier has no advanced search: 403 `tier_limit`, saying how many listings it would find. */
export async function requireAdvancedListings(
  platform: Reader,
  caller: Caller,
  query: ListingQuery,
  seek: Seek,
): Promise<void> {
  const { sort: _sort, cursor: _cursor, limit: _limit, ...filters } = query;
  await requireAdvancedSearch(platform, caller, 'listings', () => howMany(platform, caller, filters, seek));
}

/** As long as a page of listings is cached. */
const cacheOptions: ReadThroughOptions<number> = { forMs: 5_000, tags: () => ['listings'], bytes: () => 600 };

/** Counting costs what searching costs, and is paid from the same budget. */
function howMany(platform: Reader, caller: Caller, filters: ListingFilters, seek: Seek): Promise<number> {
  return readThrough(
    platform,
    `how-many ${caller.actor ? 'member' : 'visitor'} ${JSON.stringify(filters)}`,
    cacheOptions,
    () =>
      readCostly(platform, caller, async () => {
        const { rows } = await platform.pool.query<{ n: number }>(
          howManyStatement(filters, (await seek(platform, filters))?.cards ?? null, platform.clock.now(), mostNotified),
        );
        return rows[0]?.n ?? 0;
      }),
  );
}
