import { sql } from 'drizzle-orm';
import { savedAmong } from '#features/listings/index.server.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import type { Platform } from '#platform/platform.ts';
import { watchFavourite } from '../favorites/watch-favourite.server.ts';
import { favoriteWatch } from '../model/alert.tables.ts';
import { matchNew } from './match-new.server.ts';

/** Listings that are matched together. */
const atOnce = 250;

/**
 * Matches listings with new prices: searches and want lists with a price may find the `live` ones only now, and the
 * watchers of the `shown` ones may need an update.
 */
export async function matchRepriced(
  platform: Platform,
  { live, shown }: { live: readonly string[]; shown: readonly string[] },
): Promise<void> {
  await matchNew(platform, live, { toFollowers: false });
  for (const ids of slicesOf(shown, atOnce))
    for (const id of await favouritesAmong(platform, ids)) await watchFavourite(platform, id);
}

/** Listings that are favourites or have a stored state of one. */
async function favouritesAmong({ db }: Platform, ids: readonly string[]): Promise<Set<string>> {
  const known = await db
    .selectDistinct({ id: favoriteWatch.listingId })
    .from(favoriteWatch)
    .where(sql`${favoriteWatch.listingId} = any(${sql.param([...ids])}::text[])`);
  return new Set([...(await savedAmong(db, ids)), ...known.map(({ id }) => id)]);
}
