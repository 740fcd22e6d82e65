import { and, eq, isNull, sql } from 'drizzle-orm';
import { findMatchableListingsByIds, type MatchableListing } from '#features/listings/index.server.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import type { Platform } from '#platform/platform.ts';
import { want, wantMatch } from '../model/want.tables.ts';
import { keysOfCopy } from '../model/wanted.rules.ts';
import { matchListing } from './match-wants.server.ts';

/**
 * Like `matchListing` for many new or repriced listings: three statements rule out those that no want can meet and that
 * had no match, which are nearly all. A want that is made meanwhile runs its own matching.
 */
export async function matchListings(platform: Platform, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids, atOnce)) await matchSome(platform, some);
}

/** Listings that are matched together; more would block the process. */
const atOnce = 250;

async function matchSome(platform: Platform, ids: readonly string[]): Promise<void> {
  const copies = await findMatchableListingsByIds(platform.db, ids, platform.clock.now());
  const findKeys = (keys: string[]) =>
    platform.db
      .selectDistinct({ sought: want.sought })
      .from(want)
      .where(and(eq(want.status, 'open'), sql`${want.sought} = any(${sql.param(keys)}::text[])`));
  const wanted = (await copiesUnder(copies, findKeys)).map(({ id }) => id);
  const met = await platform.db
    .selectDistinct({ id: wantMatch.listingId })
    .from(wantMatch)
    .where(and(sql`${wantMatch.listingId} = any(${sql.param([...ids])}::text[])`, isNull(wantMatch.endedAt)));
  for (const id of new Set([...wanted, ...met.map((one) => one.id)])) await matchListing(platform, id);
}

/** The copies with a key that `findKeys` finds. */
export async function copiesUnder(
  copies: readonly MatchableListing[],
  findKeys: (keys: string[]) => PromiseLike<{ sought: string | null }[]>,
): Promise<MatchableListing[]> {
  const keyed = copies.map((copy) => ({ copy, keys: keysOfCopy(copy) }));
  const keys = [...new Set(keyed.flatMap((one) => one.keys))];
  if (keys.length === 0) return [];
  const found = new Set((await findKeys(keys)).map(({ sought }) => sought));
  return keyed.filter((one) => one.keys.some((key) => found.has(key))).map(({ copy }) => copy);
}
