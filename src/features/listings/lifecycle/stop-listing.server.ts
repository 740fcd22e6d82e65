import { and, desc, eq } from 'drizzle-orm';
import { isSuspended } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { unknownListing } from '../model/listing.policy.ts';
import type { ListingState, OperatorReason } from '../model/listing.process.ts';
import { stateForSale } from '../model/listing.rules.ts';
import { type ListingRow, listing, listingHistory } from '../model/listing.tables.ts';
import { checkMove, lockListing, lockSellerListings } from '../read/listing.write.server.ts';
import { settleListingsOf } from '../reconcile/reconcile-seller-listings.server.ts';
import { isHeldBack } from '../reconcile/seller-status.server.ts';
import { moveListing } from './listing.move.server.ts';
import { hasSlot } from './listing-slots.server.ts';

export interface StopListing {
  listingId: string;
  /** The admin's id. */
  by: string;
  why: OperatorReason;
  /** Read by the seller, and stored in the audit log. */
  note: string;
}

/** What has to be written with it or not at all. */
type Alongside = (tx: Tx, row: ListingRow, now: Date) => Promise<void>;

/**
 * An admin takes a listing off sale until an admin releases it; its seller can only delete it. Copies that are held for
 * a buyer stay held. Refuses an unknown one (404), a draft and a sold, removed or already paused one (409
 * `wrong_state`).
 */
export async function stopListing(
  platform: Platform,
  { listingId, by, why, note }: StopListing,
  alongside?: Alongside,
): Promise<void> {
  await act(platform, listingId, async (tx, row, now) => {
    await moveListing(tx, row, { verb: 'pause', mover: { by: 'operator', actorId: by }, why, note }, now);
    await recordAct(
      tx,
      { by, act: 'listing.paused', subject: row.id, data: { seller: row.sellerId, why, reason: note } },
      now,
    );
    await alongside?.(tx, row, now);
  });
}

/**
 * Ends an admin's pause: the listing gets the state that it would have without it. One that its seller had paused
 * before stays paused by the seller; one of a suspended seller, or of an unverified trader, waits for the end of that;
 * one beyond the limit of the seller's tier is paused by the tier; the others are for sale as far as their copies and
 * their time allow. Refuses an unknown one (404) and one that no admin has paused (409 `wrong_state`).
 */
export async function releaseListing(
  platform: Platform,
  { listingId, by }: { listingId: string; by: string },
  alongside?: Alongside,
): Promise<void> {
  await act(platform, listingId, async (tx, row, now) => {
    checkMove(row, 'resume', 'operator');
    const to = await stateWithoutAdmin(tx, row, now);
    await moveListing(tx, row, { verb: 'resume', mover: { by: 'operator', actorId: by }, to }, now);
    // The tier may have changed meanwhile, and with it how long a listing stays.
    await settleListingsOf(tx, row.sellerId, now);
    await recordAct(tx, { by, act: 'listing.released', subject: row.id, data: { seller: row.sellerId } }, now);
    await alongside?.(tx, row, now);
  });
}

async function stateWithoutAdmin(tx: Tx, row: ListingRow, now: Date): Promise<ListingState> {
  const [stopped] = await tx.db
    .select({ from: listingHistory.fromState })
    .from(listingHistory)
    .where(and(eq(listingHistory.listingId, row.id), eq(listingHistory.toState, 'paused_by_operator')))
    .orderBy(desc(listingHistory.id))
    .limit(1);
  if (stopped?.from === 'paused_by_seller') return 'paused_by_seller';
  if (await isSuspended(tx.db, row.sellerId)) return 'paused_by_suspension';
  if (await isHeldBack(tx, row.sellerId, now)) return 'paused_by_standing';
  const state = stateForSale(row, now);
  return state === 'active' && !(await hasSlot(tx, row.sellerId, row.id)) ? 'paused_by_tier' : state;
}

async function act(
  platform: Platform,
  id: string,
  work: (tx: Tx, row: ListingRow, now: Date) => Promise<void>,
): Promise<void> {
  const [found] = isId(id)
    ? await platform.db.select({ sellerId: listing.sellerId }).from(listing).where(eq(listing.id, id))
    : [];
  if (!found) throw notFound(unknownListing);
  await write(platform, async (tx) => {
    // Lock order: the seller's row, then the listing (see lockSellerSlots). A listing never changes its seller.
    await lockSellerListings(tx, found.sellerId);
    await work(tx, await lockListing(tx, id), platform.clock.now());
  });
}
