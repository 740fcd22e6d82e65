import { and, eq, isNull, sql } from 'drizzle-orm';
import { findMatchableListingsByIds, type MatchableListing } from '#features/listings/index.server.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import type { Platform } from '#platform/platform.ts';
import { want, wantMatch } from '../model/want.tables.ts';
import { keysOfCopy } from '../model/wanted.rules.ts';
import { matchListing } from './match-wants.server.ts';

/**
 * The same as `matchListing` for many that have just begun or have new prices: three statements rule out those that
 * nobody can want and that met nobody, and they are nearly all. A want that is made meanwhile looks for itself.
 */
export async function matchListings(platform: Platform, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids, atOnce)) await matchSome(platform, some);
}

/** Read together: reading more would hold the process. */
const atOnce = 250;

async function matchSome(platform: Platform, ids: readonly string[]): Promise<void> {
  const copies = await findMatchableListingsByIds(platform.db, ids, platform.clock.now());
  const standing = (keys: string[]) =>
    platform.db
      .selectDistinct({ sought: want.sought })
      .from(want)
      .where(and(eq(want.status, 'open'), sql`${want.sought} = any(${sql.param(keys)}::text[])`));
  const wanted = (await copiesUnder(copies, standing)).map(({ id }) => id);
  const met = await platform.db
    .selectDistinct({ id: wantMatch.listingId })
    .from(wantMatch)
    .where(and(sql`${wantMatch.listingId} = any(${sql.param([...ids])}::text[])`, isNull(wantMatch.endedAt)));
  for (const id of new Set([...wanted, ...met.map((one) => one.id)])) await matchListing(platform, id);
}

/** Of these copies those of which a key is one of those that stand somewhere. */
export async function copiesUnder(
  copies: readonly MatchableListing[],
  standing: (keys: string[]) => PromiseLike<{ sought: string | null }[]>,
): Promise<MatchableListing[]> {
  const keyed = copies.map((copy) => ({ copy, keys: keysOfCopy(copy) }));
  const keys = [...new Set(keyed.flatMap((one) => one.keys))];
  if (keys.length === 0) return [];
  const found = new Set((await standing(keys)).map(({ sought }) => sought));
  return keyed.filter((one) => one.keys.some((key) => found.has(key))).map(({ copy }) => copy);
}
