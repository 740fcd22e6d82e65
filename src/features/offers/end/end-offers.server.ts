import { and, asc, eq, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { isSuspended } from '#features/members/index.server.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import type { Platform } from '#platform/platform.ts';
import { type LapseCause, lapse } from '../answer/reservation.server.ts';
import { expireJob, lapseJob } from '../model/offer.jobs.ts';
import { ruleLapses } from '../model/offer.rules.ts';
import { type OfferRow, offer } from '../model/offer.tables.ts';
import { offerTimes } from '../model/offer.times.ts';
import { whyNeverPaid } from '../model/payable.rules.ts';
import { lockLines, rowOf, rowsOf } from '../queries/offer.lines.server.ts';
import { keepClock, type LockedOffer, lockOffer, moveLines, moveOffer } from '../queries/offer.move.server.ts';
import { isUnderWay } from '../queries/offers.queries.server.ts';

/** The time to answer is over. */
export async function expireOffer(platform: Platform, offerId: string): Promise<void> {
  if (!(await isThere(platform.db, offerId))) return;
  await write(platform, async (tx) => {
    const lines = (await lockLines(tx, offerId)).map(({ row }) => row).filter(({ status }) => status === 'pending');
    const now = platform.clock.now();
    const [due, early] = [
      lines.filter(({ expiresAt }) => now >= expiresAt),
      lines.filter(({ expiresAt }) => now < expiresAt),
    ];
    await moveLines(tx, due, 'expire', 'timer', now);
    // Its clock stood still meanwhile.
    for (const row of early) {
      await keepClock(tx, row, now);
      tx.enqueue(expireJob, { offerId: row.id }, { runAt: row.expiresAt, key: row.id });
    }
  });
}

/** The time to pay is over. One that is in an order ends with that order's hold. */
export async function lapseOffer(platform: Platform, offerId: string): Promise<void> {
  if (!(await isThere(platform.db, offerId))) return;
  await write(platform, async (tx) => {
    const lines = await lockLines(tx, offerId);
    const row = rowOf(lines, offerId);
    const now = platform.clock.now();
    if (row.promise === 'open' && row.payBy && now >= row.payBy)
      await lapse(tx, rowsOf(lines), 'timer', now, whyNotPaid(lines));
  });
}

/**
 * A reservation that could not be paid, because an admin took the listing off sale or no card can carry the sum, is not
 * counted against its buyer.
 */
function whyNotPaid(lines: readonly LockedOffer[]): LapseCause {
  if (lines.some(({ listing }) => listing?.row.pausedBy === 'operator')) return 'outsider';
  return whyNeverPaid(rowsOf(lines)) ? 'unpayable' : 'unpaid';
}

/** A removed demo offer leaves its timers behind. */
async function isThere(db: Db, offerId: string): Promise<boolean> {
  return (await db.$count(offer, eq(offer.id, offerId))) > 0;
}

/** Declines what waits on a listing whose row is locked and that is sold out by now. */
export async function declineRest(
  tx: Tx,
  { listingId, buyerId, now }: { listingId: string; buyerId: string; now: Date },
): Promise<void> {
  const rows = await pendingOn(tx.db, listingId);
  for (const { id } of rows) {
    const { row, listing } = await lockOffer(tx, id);
    if (listing?.row.status !== 'sold') return;
    if (row.status === 'pending')
      await moveOffer(tx, row, 'decline', 'market', now, {
        note: row.buyerId === buyerId ? 'sold_to_buyer' : 'sold_to_other',
      });
  }
}

/** Declines what waits on a listing that was taken down. */
export async function followListing(platform: Platform, listingId: string): Promise<void> {
  for (const { id } of await pendingOn(platform.db, listingId)) {
    await write(platform, async (tx) => {
      const { row, listing } = await lockOffer(tx, id);
      if (row.status !== 'pending' || (listing && listing.row.status !== 'removed')) return;
      await moveOffer(tx, row, 'decline', 'market', platform.clock.now(), {
        note: 'listing_removed',
      });
    });
  }
}

async function pendingOn(db: Db, listingId: string): Promise<Pick<OfferRow, 'id'>[]> {
  return db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.listingId, listingId), eq(offer.status, 'pending')))
    .orderBy(asc(offer.id));
}

/** Ends what a suspended member has under way, on either side. What is in an order ends with that order. */
export async function followSuspension(platform: Platform, memberId: string): Promise<void> {
  if (await isSuspended(platform.db, memberId)) await endOffersOf(platform, memberId, 'cannot_trade');
}

/**
 * Ends the open offers of a member who leaves, on either side; the reservation of an accepted one is released. Offers
 * in an order are ended by the orders feature first.
 */
export function endLeaversOffers(platform: Platform, memberId: string): Promise<void> {
  return endOffersOf(platform, memberId, 'left');
}

async function endOffersOf(platform: Platform, memberId: string, why: 'left' | 'cannot_trade'): Promise<void> {
  for (const { id } of await underWayOf(platform.db, memberId)) {
    await write(platform, async (tx) => {
      const lines = await lockLines(tx, id);
      const row = rowOf(lines, id);
      const now = platform.clock.now();
      const side = row.buyerId === memberId ? 'buyer' : 'seller';
      const verb = side === row.madeBy ? 'withdraw' : 'decline';
      const note = `${side}_${why}` as const;
      if (row.status === 'pending') await moveLines(tx, rowsOf(lines), verb, 'market', now, () => ({ note }));
      else if (row.promise === 'open') await lapse(tx, rowsOf(lines), 'market', now, 'outsider');
    });
  }
}

/** Whether a member who goes still has something under way; under the locks of the deletion. */
export async function hasOffersUnderWay(db: Db, memberId: string): Promise<boolean> {
  return (await underWayOf(db, memberId)).length > 0;
}

function underWayOf(db: Db, memberId: string): Promise<Pick<OfferRow, 'id'>[]> {
  return db
    .select({ id: offer.id })
    .from(offer)
    .where(and(or(eq(offer.buyerId, memberId), eq(offer.sellerId, memberId)), isUnderWay))
    .orderBy(asc(offer.id));
}

/**
 * Takes out what a member who goes has written. What was offered and answered stays: it is the other side's record too.
 */
export async function forgetWords(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  const mine = (side: 'buyer' | 'seller') => eq(side === 'buyer' ? offer.buyerId : offer.sellerId, memberId);
  for (const [side, other] of [
    ['buyer', 'seller'],
    ['seller', 'buyer'],
  ] as const) {
    await tx.db
      .update(offer)
      .set({ message: null })
      .where(and(mine(side), eq(offer.madeBy, side)));
    await tx.db
      .update(offer)
      .set({ declineReason: null })
      .where(and(mine(side), eq(offer.madeBy, other)));
  }
}

/** The networks of offers are deleted once lapses are not counted any more. */
async function forgetNetworks({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = addMs(clock.now(), -ruleLapses.windowMs);
  await db
    .update(offer)
    .set({ network: null })
    .where(and(isNotNull(offer.network), lt(offer.createdAt, before)));
}

/**
 * Takes up offers and reservations whose timer has been lost, and logs how many there were: none in a healthy system.
 */
export async function reconcileOffers(platform: Platform): Promise<void> {
  await forgetNetworks(platform);
  const before = addMs(platform.clock.now(), -offerTimes.patienceMs);
  const atMost = 500;
  const [pending, open] = await Promise.all([
    platform.db
      .select({ id: offer.id })
      .from(offer)
      .where(and(eq(offer.status, 'pending'), lt(offer.expiresAt, before)))
      .limit(atMost),
    platform.db
      .select({ id: offer.id })
      .from(offer)
      .where(and(inArray(offer.promise, ['open']), lt(offer.payBy, before)))
      .limit(atMost),
  ]);
  if (pending.length + open.length === 0) return;
  platform.log.warn('overdue offers are taken up', { pending: pending.length, open: open.length });
  await write(platform, async (tx) => {
    for (const { id } of pending) tx.enqueue(expireJob, { offerId: id }, { key: id });
    for (const { id } of open) tx.enqueue(lapseJob, { offerId: id }, { key: id });
  });
}

export const wordsReturn: Restoration = { rows: { offer: 'buyer_id = $1 or seller_id = $1' } };
