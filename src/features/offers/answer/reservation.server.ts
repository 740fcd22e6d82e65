import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { listingRefusals } from '#features/listings/contract.ts';
import { type HeldStock, releaseStock } from '#features/listings/index.server.ts';
import { isSuspended } from '#features/members/index.server.ts';
import { plural } from '#kernel/format.ts';
import { conflict, invalid, notAllowed } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { offerRefusals } from '../contract.ts';
import { refuseSuspendedSeller } from '../make/suspended-seller.server.ts';
import { ruleOfferLapsed } from '../model/offer.events.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import type { ReservationMover, ReservationState } from '../model/offer.process.ts';
import { type OfferRow, offer } from '../model/offer.tables.ts';
import type { OfferNote } from '../model/offer.texts.ts';
import { aboutLine, lockLines, rowOf } from '../queries/offer.lines.server.ts';
import { appendUpdates, moveReservation } from '../queries/offer.move.server.ts';

export interface Claim {
  offerId: string;
  buyerId: string;
  orderId: string;
  /** The number of copies that the order is for; undefined where the request does not say. */
  quantity?: number | undefined;
  now: Date;
}

/**
 * Hands the reservation of an accepted offer over to an order of its buyer, in the order's own transaction: the copies
 * stay held throughout. Returns what was reserved, as it was when the offer was accepted, at the agreed prices (of an
 * offer for several all lines that were accepted together, in their order), and the end of the reservation. Refuses:
 * unknown (404), a member other than the buyer (403), one that is ordered, paid, over or not accepted (409
 * `offer_not_payable`), a seller who can't sell (409 `not_available`), another number of copies than it is for (422).
 */
export async function claimAgreement(
  tx: Tx,
  { offerId, buyerId, orderId, quantity, now }: Claim,
): Promise<{ held: HeldStock[]; payBy: Date }> {
  const lines = await lockLines(tx, offerId);
  const row = rowOf(lines, offerId);
  offerPolicy.check({ id: buyerId, role: 'member' }, 'see', row);
  if (row.buyerId !== buyerId) throw notAllowed('Only the buyer can pay for this offer.');
  if (row.promise !== 'open' || !row.payBy || now >= row.payBy || lines.some((line) => !line.row.held))
    throw notPayable(row);
  const copies = lines.reduce((sum, line) => sum + line.row.quantity, 0);
  if (quantity !== undefined && quantity !== copies)
    throw invalid({
      quantity: plural(copies, {
        one: 'This offer is for # copy. Leave out the quantity or set it to #.',
        other: 'This offer is for # copies. Leave out the quantity or set it to #.',
      }),
    });
  await refuseSuspendedSeller(tx, row.sellerId);
  for (const { row: line, listing } of lines)
    await aboutLine(line.title, lines.length > 1, async () => {
      if (listing?.row.pausedBy === 'operator')
        throw conflict(listingRefusals.notAvailable, 'We’ve paused this listing, so you can’t pay for it now.');
      await moveReservation(tx, line, 'claim', 'buyer', now, { orderId });
    });
  return { held: lines.flatMap((line) => line.row.held ?? []), payBy: row.payBy };
}

function notPayable({ status, promise, orderId }: OfferRow) {
  const sentences: Record<ReservationState, string> = {
    open: 'The time to pay for this offer has ended.',
    claimed: 'There is already an order for this offer. Pay for that order.',
    paid: 'This offer is already paid.',
    lapsed: 'This offer wasn’t paid in time.',
  };
  const sentence = promise ? sentences[promise] : 'Only an accepted offer can be paid.';
  return conflict(offerRefusals.notPayable, sentence, {
    offerStatus: status,
    promise,
    ...(promise === 'claimed' ? { orderId } : {}),
  });
}

/**
 * The end of the reservation of an order's offer, as an SQL expression, should the order end unpaid; null where it has
 * no offer.
 */
export function reservedUntil(orderId: SQLWrapper): SQL<Date | null> {
  const until = sql`(select min(o.pay_by) from offer o where o.order_id = ${orderId} and o.promise = 'claimed')`;
  return until.mapWith((value) => value && offer.payBy.mapFromDriverValue(value)) as SQL<Date | null>;
}

/**
 * For an order that ended unpaid: returns the copies of an accepted offer to its reservation. False where the order has
 * none, so that the caller releases its copies.
 */
export async function returnAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<boolean> {
  const rows = await lockByOrder(tx, orderId, ['claimed']);
  const [row] = rows;
  if (!row?.payBy) return false;
  const isOut = (await isSuspended(tx.db, row.buyerId)) || (await isSuspended(tx.db, row.sellerId));
  if (isOut || now >= row.payBy) await lapse(tx, rows, 'orders', now, isOut ? 'outsider' : 'unpaid');
  else for (const each of rows) await moveReservation(tx, each, 'return', 'orders', now);
  return true;
}

/**
 * For late money of an order that ended unpaid: claims the copies again where the offer still reserves them. False
 * where it does not.
 */
export async function reclaimAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<boolean> {
  const rows = await lockByOrder(tx, orderId, ['open']);
  for (const row of rows) await moveReservation(tx, row, 'claim', 'orders', now);
  return rows.length > 0;
}

/** For an order that was paid: ends the reservation. Does nothing for an order without one. */
export async function payAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  for (const row of await lockByOrder(tx, orderId, ['claimed', 'lapsed']))
    await moveReservation(tx, row, 'pay', 'orders', now, { isUnpaid: false });
}

/** The lines that this order took over, whose reservation is in one of these states. */
async function lockByOrder(tx: Tx, orderId: string, states: ReservationState[]): Promise<OfferRow[]> {
  const [known] = await tx.db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.orderId, orderId), inArray(offer.promise, states)));
  const lines = known ? await lockLines(tx, known.id) : [];
  return lines
    .map(({ row }) => row)
    .filter((row) => row.orderId === orderId && row.promise !== null && states.includes(row.promise));
}

/**
 * The reason of a lapse, a note for both sides: the buyer let the time pass, one of the two has left, or no card can
 * carry the amount.
 */
export type LapseCause = Extract<OfferNote, 'unpaid' | 'outsider' | 'unpayable'>;

/**
 * Releases the copies that locked lines of one offer reserve; both sides are notified once, and the buyer's record
 * counts it once where the buyer was late.
 */
export async function lapse(
  tx: Tx,
  rows: readonly OfferRow[],
  by: ReservationMover,
  now: Date,
  cause: LapseCause,
): Promise<void> {
  const lapsed: OfferRow[] = [];
  for (const row of rows) {
    await releaseStock(tx, { listingId: row.listingId, quantity: row.quantity, now });
    const moved = await moveReservation(tx, row, 'lapse', by, now, { note: cause, isUnpaid: cause === 'unpaid' });
    lapsed.push(moved);
    const { buyerId, listingId, network } = moved;
    if (moved.byRule && moved.isUnpaid)
      tx.append(ruleOfferLapsed, {
        subject: moved.id,
        version: moved.version,
        topics: [],
        data: { buyerId, listingId, network },
      });
  }
  await appendUpdates(tx, lapsed, ['unpaid_buyer', 'unpaid_seller']);
}
