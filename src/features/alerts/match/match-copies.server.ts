import { inArray, sql } from 'drizzle-orm';
import { readListingUpdates } from '#features/listings/index.server.ts';
import { blockedWithAny } from '#features/messages/index.server.ts';
import { listsWanting, maybeWanted } from '#features/want-lists/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { alertChoice, follow } from '../model/alert.tables.ts';
import { usualOfLists } from '../words.ts';
import { awaitUpdates, type NewAlert } from './await-updates.server.ts';
import { keySearches } from './key-searches.server.ts';
import { type IsBlockedPair, type Shown, searchesFor } from './searches-for.server.ts';

/**
 * Finds the members for these listings: followers of the sellers, owners of want lists that want one, and owners of
 * saved searches that find one, where it was first for sale after they started. Followers only where `toFollowers` is
 * set. Idempotent. Answers false, without matching, while searches wait to be keyed by a new catalogue.
 */
export async function matchCopies(
  platform: Platform,
  ids: readonly string[],
  { toFollowers }: { toFollowers: boolean },
): Promise<boolean> {
  const { db, clock } = platform;
  const now = clock.now();
  const copies = (await readListingUpdates(db, ids, now)).filter(
    (copy): copy is Shown => copy.isForSale && copy.firstShownAt !== null,
  );
  const sellerIds = [...new Set(copies.map(({ sellerId }) => sellerId))];
  if (sellerIds.length === 0) return true;
  if (!(await keySearches(platform))) return false;
  const isBlockedPair = await blockedWithAny(db, sellerIds);
  const found = [
    ...(await wantedOnLists(platform, copies)),
    ...(await foundBySearches(platform, copies, isBlockedPair)),
  ];
  const byListing = Map.groupBy(found, ({ listingId }) => listingId);
  const following = toFollowers ? await db.select().from(follow).where(inArray(follow.sellerId, sellerIds)) : [];
  const followers = Map.groupBy(
    following.filter(({ followerId, sellerId }) => !isBlockedPair(sellerId, followerId)),
    ({ sellerId }) => sellerId,
  );
  // One statement a listing: a shop may list hundreds for thousands of followers.
  for (const { id: listingId, sellerId, firstShownAt: since } of copies) {
    const updates = byListing.get(listingId) ?? [];
    for (const { followerId, frequency, createdAt } of followers.get(sellerId) ?? [])
      if (createdAt < since)
        updates.push({ memberId: followerId, kind: 'seller', sourceId: sellerId, listingId, about: 'new', frequency });
    if (updates.length > 0) await write(platform, (tx) => awaitUpdates(tx, updates, now));
  }
  return true;
}

async function foundBySearches(
  platform: Platform,
  copies: readonly Shown[],
  isBlockedPair: IsBlockedPair,
): Promise<NewAlert[]> {
  return (await searchesFor(platform, copies, isBlockedPair)).map(({ id, ownerId, listingId, frequency }) => {
    return { memberId: ownerId, kind: 'search', sourceId: id, listingId, about: 'new', frequency };
  });
}

/** Want lists on which one of these copies is wanted, each list once a copy. */
async function wantedOnLists({ db, clock }: Platform, copies: readonly Shown[]): Promise<NewAlert[]> {
  const now = clock.now();
  const maybe = new Set(
    await maybeWanted(
      db,
      copies.map(({ id }) => id),
      now,
    ),
  );
  const wanted: { listId: string; ownerId: string; listingId: string }[] = [];
  for (const { id: listingId, firstShownAt } of copies)
    if (maybe.has(listingId))
      for (const list of await listsWanting(db, listingId, firstShownAt, now)) wanted.push({ ...list, listingId });
  if (wanted.length === 0) return [];
  const owners = wanted.map(({ ownerId }) => ownerId);
  const choices = await db
    .select()
    .from(alertChoice)
    .where(sql`${alertChoice.memberId} = any(${sql.param(owners)}::text[])`);
  const often = new Map(choices.map(({ memberId, lists }) => [memberId, lists]));
  return wanted.map(({ listId, ownerId, listingId }) => {
    return {
      memberId: ownerId,
      kind: 'list',
      sourceId: listId,
      listingId,
      about: 'new',
      frequency: often.get(ownerId) ?? usualOfLists,
    };
  });
}
