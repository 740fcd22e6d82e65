import { definitionOf } from '#features/tiers/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import { type Remembered, remember } from '#platform/cache/remember.ts';
import { type Asker, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { type ListingFilters, type ListingQuery, listingRefusals } from './contract.ts';
import { howManyStatement, mostTold, type SoughtCards } from './search-sql.server.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'log' | 'bus' | 'limits'>;

/** Reads the words that hold for the whole search, as the search does. */
type Seek = (platform: Reader, filters: ListingFilters) => Promise<{ cards: SoughtCards } | null>;

/** Refuses whose tier has no advanced search: 403 `tier_limit`, saying how many listings it would find. */
export async function requireAdvancedSearch(platform: Reader, asker: Asker, query: ListingQuery, seek: Seek): Promise<void> {
  if (asker.actor && (await definitionOf(platform.db, asker.actor.id)).hasAdvancedSearch) return;
  const { sort: _sort, cursor: _cursor, limit: _limit, ...filters } = query;
  throw notAllowed(`${inWords(await howMany(platform, asker, filters, seek))} Advanced search comes with Premium.`, listingRefusals.tierLimit);
}

/** As a page of listings is kept: no longer than anybody would wait for news. */
const kept: Remembered<number> = { forMs: 5_000, tags: () => ['listings'], bytes: () => 600 };

/** Counting costs what searching costs, and is paid from the same budget. */
function howMany(platform: Reader, asker: Asker, filters: ListingFilters, seek: Seek): Promise<number> {
  return remember(platform, `how-many ${JSON.stringify(filters)}`, { ...kept, line: asker.actor ? 'members' : 'visitors' }, () =>
    readCostly(platform, asker, async () => {
      const { rows } = await platform.pool.query<{ n: number }>(
        howManyStatement(filters, (await seek(platform, filters))?.cards ?? null, platform.clock.now()),
      );
      return rows[0]?.n ?? 0;
    }),
  );
}

function inWords(n: number): string {
  if (n > mostTold) return `More than ${mostTold.toLocaleString('en')} listings match.`;
  if (n === 0) return 'No listing matches right now.';
  return n === 1 ? '1 listing matches.' : `${n.toLocaleString('en')} listings match.`;
}
