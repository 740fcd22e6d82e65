import { and, eq, lt, sql } from 'drizzle-orm';
import { type ListingNews, readListingNews } from '#features/listings/index.server.ts';
import { listsWanting } from '#features/lists/index.server.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import { addMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { keySearchesJob, matchNewJob } from './alert.jobs.ts';
import { alertChoice, follow } from './alert.tables.ts';
import { awaitNews, type NewAlert } from './await-news.server.ts';
import { keySearches } from './key-searches.server.ts';
import { searchesFor } from './searches-for.server.ts';
import { usualOfLists } from './words.ts';

/**
 * Finds to whom a listing is news: those who follow its seller, those whose want list wants it, and those whose saved search finds it, if it was first for sale after they said so.
 * Running again tells nobody twice. While a new catalogue is read into the searches it waits for that.
 */
export async function matchNew(platform: Platform, listingId: string): Promise<void> {
  const { db, clock } = platform;
  const [copy] = await readListingNews(db, [listingId], clock.now());
  if (!copy?.isForSale || copy.firstShownAt === null) return;
  if (!(await keySearches(platform))) return matchLater(platform, listingId);
  const since = copy.firstShownAt;
  const blocked = await blockedWith(db, copy.sellerId);
  const found: NewAlert[] = [];
  for (const { followerId, frequency } of await followersOf(platform, copy, since))
    if (!blocked.has(followerId)) found.push({ memberId: followerId, kind: 'seller', sourceId: copy.sellerId, listingId, about: 'new', frequency });
  found.push(...(await wantedOnLists(platform, listingId, since)));
  for (const { id, ownerId, frequency } of await searchesFor(platform, copy, since, blocked))
    found.push({ memberId: ownerId, kind: 'search', sourceId: id, listingId, about: 'new', frequency });
  if (found.length > 0) await write(platform, (tx) => awaitNews(tx, found, clock.now()));
}

async function matchLater(platform: Platform, listingId: string): Promise<void> {
  await write(platform, async (tx) => {
    tx.enqueue(keySearchesJob, {}, { key: 'all' });
    tx.enqueue(matchNewJob, { subject: listingId }, { key: `${listingId}-later`, runAt: addMs(platform.clock.now(), minuteMs) });
  });
}

/** Those on whose lists it is wanted, each list once. */
async function wantedOnLists({ db, clock }: Platform, listingId: string, since: Date): Promise<NewAlert[]> {
  const lists = await listsWanting(db, listingId, since, clock.now());
  const owners = lists.map(({ ownerId }) => ownerId);
  const choices = await db
    .select()
    .from(alertChoice)
    .where(sql`${alertChoice.memberId} = any(${sql.param(owners)}::text[])`);
  const often = new Map(choices.map(({ memberId, lists }) => [memberId, lists]));
  return lists.map(({ listId, ownerId }) => {
    return { memberId: ownerId, kind: 'list', sourceId: listId, listingId, about: 'new', frequency: often.get(ownerId) ?? usualOfLists };
  });
}

function followersOf({ db }: Platform, { sellerId }: ListingNews, since: Date) {
  return db
    .select()
    .from(follow)
    .where(and(eq(follow.sellerId, sellerId), lt(follow.createdAt, since)));
}
