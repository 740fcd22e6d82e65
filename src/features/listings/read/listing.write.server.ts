import { asc, eq, inArray, sql } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { notFound, Refusal, signInFirst } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';
import {
  type ListingChange,
  listingChanged,
  listingEnded,
  listingsCreated,
  listingsRepriced,
} from '../model/listing.events.ts';
import { expireJob, expireTogetherJob, notifyEndingJob, notifyEndingTogetherJob } from '../model/listing.jobs.ts';
import { listingPolicy, type SellersVerb, unknownListing } from '../model/listing.policy.ts';
import { type ListingMover, type ListingVerb, mayMove, type StoredState, stateOf } from '../model/listing.process.ts';
import { type ListingRow, listing, listingSaid } from '../model/listing.tables.ts';
import { removedSentence, wrongStateSentence } from '../model/state-sentences.ts';
import { endingNoticeAt } from '../notices/notice.rules.ts';
import { lostFacts } from '../stock/listing-changes.server.ts';

/** The listing, locked until the transaction ends, or a refusal (404). */
export async function lockListing(tx: Tx, id: string): Promise<ListingRow> {
  const [row] = await tx.db.select().from(listing).where(eq(listing.id, id)).for('update');
  if (!row) throw notFound(unknownListing);
  return row;
}

/** Locks these listings in the order of their ids, as everywhere. Answers the seller of each; unknown ones have none. */
export async function lockListings(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: listing.id, sellerId: listing.sellerId })
    .from(listing)
    .where(inArray(listing.id, [...ids]))
    .orderBy(asc(listing.id))
    .for('update');
  return new Map(rows.map(({ id, sellerId }) => [id, sellerId]));
}

/** The listing, locked, for its seller. Refuses others as the policy says (403, 404) and a removed listing (410). */
export async function lockListingFor(tx: Tx, id: string, actor: Actor, verb: SellersVerb): Promise<ListingRow> {
  const row = await lockListing(tx, id);
  checkListingFor(row, actor, verb);
  return row;
}

/** Refuses viewers who may not do this (403, 404), and removed listings (410). */
export function checkListingFor(row: ListingRow, actor: Actor, verb: SellersVerb): void {
  listingPolicy.check(actor, verb, row);
  if (row.status === 'removed') throw goneListing();
}

/**
 * Locks the seller's one row, the first lock of every change of the number of live listings, always before any listing:
 * so two such writers wait for each other and never deadlock.
 */
export async function lockSellerListings(tx: Tx, sellerId: string): Promise<void> {
  await connectionOf(tx.db).query({
    name: 'listings-lock-shelf',
    text: 'insert into listing_shelf (seller_id) values ($1) on conflict (seller_id) do update set seller_id = excluded.seller_id',
    values: [sellerId],
  });
}

/** The same for a seller whose account must stay until the transaction ends. Refuses one who has gone (401). */
export async function lockMemberAndListings(tx: Tx, sellerId: string): Promise<void> {
  if (!(await lockMember(tx, sellerId))) throw signInFirst();
  await lockSellerListings(tx, sellerId);
}

/** Refuses (409) before the other checks; `moveListing` checks again under the lock. */
export function checkMove(row: StoredState, verb: ListingVerb, by: ListingMover): void {
  if (!mayMove(verb, by, stateOf(row))) throw wrongState(row, verb);
}

export function wrongState(row: StoredState, verb: ListingVerb): Refusal {
  const params = { state: stateOf(row), verb };
  return new Refusal(409, listingRefusals.wrongState, wrongStateSentence(params), {
    details: { listingStatus: row.status },
    coded: { code: listingRefusals.wrongState, params },
  });
}

export function goneListing(): Refusal {
  return new Refusal(410, listingRefusals.removed, removedSentence);
}

/**
 * Publishes the change to the listing's subscribers. Lists are notified as well where the listing may now appear
 * (published, dearer, available again); a list that shows the listing is subscribed to it already.
 */
export function appendChange(
  tx: Tx,
  row: Pick<ListingRow, 'id' | 'version' | 'sellerId' | 'game' | 'cardId' | 'status'> & {
    grading?: ListingRow['grading'] | undefined;
  },
  change: ListingChange,
): void {
  const topics = [`listing:${row.id}`, `user:${row.sellerId}`];
  if (!leavesOnly.has(change)) topics.push(...listTopics(row));
  const isCertified = row.grading === undefined ? undefined : Boolean(row.grading?.certificate);
  const data = { change, sellerId: row.sellerId, game: row.game, cardId: row.cardId, status: row.status, isCertified };
  tx.append(listingChanged, { subject: row.id, version: row.version, topics, data });
}

/** Topics of the lists that may show it. */
const listTopics = ({ game, sellerId, cardId }: Pick<ListingRow, 'game' | 'sellerId' | 'cardId'>): string[] => [
  'listings',
  `listings:${game}`,
  `seller:${sellerId}`,
  ...(cardId ? [`card:${cardId}`] : []),
];

type StartedListing = Pick<ListingRow, 'id' | 'sellerId' | 'game' | 'cardId' | 'expiresAt'> & {
  grading?: ListingRow['grading'] | undefined;
};

/**
 * Publishes one event for many listings of one seller that start together, and sets one pair of timers for those that
 * end together.
 */
export function appendStarted(tx: Tx, sellerId: string, rows: readonly StartedListing[], now: Date): void {
  const live = rows.filter((row) => row.expiresAt !== null);
  const ids = (some: readonly StartedListing[]) => some.map(({ id }) => id);
  const data = { sellerId, live: ids(live), certified: ids(live.filter(({ grading }) => grading?.certificate)) };
  tx.append(listingsCreated, {
    subject: sellerId,
    version: 0,
    topics: [...new Set([`user:${sellerId}`, ...live.flatMap(listTopics)])],
    data,
  });
  for (const [endsAt, together] of Map.groupBy(live, ({ expiresAt }) => expiresAt?.getTime() ?? 0)) {
    const [key, expiresAt] = [together[0]?.id, new Date(endsAt)];
    tx.enqueue(expireTogetherJob, { listingIds: ids(together) }, { runAt: expiresAt, key });
    tx.enqueue(
      notifyEndingTogetherJob,
      { listingIds: ids(together), endsAt: expiresAt.toISOString() },
      { runAt: endingNoticeAt(expiresAt, now), key },
    );
  }
}

/**
 * Publishes new prices of one seller's listings: one event for each listing, and one for all to the lists that may show
 * them and to wanted posts. Only listings for sale are named there, since no search finds the others.
 */
export function appendRepriced(
  tx: Tx,
  sellerId: string,
  rows: readonly Pick<ListingRow, 'id' | 'version' | 'sellerId' | 'game' | 'cardId' | 'status'>[],
): void {
  if (rows.length === 0) return;
  for (const { id, version, game, cardId, status } of rows) {
    const data = { change: 'repriced' as const, sellerId, game, cardId, status };
    tx.append(listingChanged, { subject: id, version, topics: [`listing:${id}`], data });
  }
  const live = rows.filter(({ status }) => status === 'active');
  const ids = (some: typeof rows) => some.map(({ id }) => id);
  const topics = [...new Set([`user:${sellerId}`, ...live.flatMap(listTopics)])];
  const data = { sellerId, live: ids(live), shown: ids(rows.filter(({ status }) => status !== 'draft')) };
  tx.append(listingsRepriced, { subject: sellerId, version: 0, topics, data });
}

/** The timers that end a listing and announce its end; later ones replace them. */
export function enqueueExpiry(tx: Tx, id: string, expiresAt: Date, now: Date): void {
  tx.enqueue(expireJob, { listingId: id }, { runAt: expiresAt, key: id });
  tx.enqueue(notifyEndingJob, { listingId: id }, { runAt: endingNoticeAt(expiresAt, now), key: id });
}

/** The seller is notified after a delay in which more listings may end. */
export function appendEnded(tx: Tx, row: Pick<ListingRow, 'id' | 'version' | 'sellerId'>): void {
  tx.append(listingEnded, { subject: row.id, version: row.version, topics: [], data: { sellerId: row.sellerId } });
}

/** What an update may write: its state is moved by `moveListing` alone. */
export type ListingFacts = Partial<
  Omit<ListingRow, 'id' | 'status' | 'pausedBy' | 'version' | 'factsVersion' | 'updatedAt'>
>;

/** Writes the changes and the new version, and stores the earlier facts that buyers relied on; returns the new row. */
export async function updateListing(tx: Tx, row: ListingRow, changes: ListingFacts, now: Date): Promise<ListingRow> {
  const lost = lostFacts(row, changes);
  if (lost) {
    const shown = row.status !== 'draft';
    await tx.db
      .insert(listingSaid)
      .values({ listingId: row.id, untilVersion: row.version, before: lost, shown, at: now });
  }
  const [updated] = await tx.db
    .update(listing)
    .set({
      ...changes,
      version: sql`${listing.version} + 1`,
      ...(lost ? { factsVersion: row.version + 1 } : {}),
      updatedAt: now,
    })
    .where(eq(listing.id, row.id))
    .returning();
  if (!updated) throw notFound(unknownListing);
  return updated;
}

const leavesOnly: ReadonlySet<ListingChange> = new Set(['paused', 'expired', 'removed', 'held', 'sold', 'favorited']);
