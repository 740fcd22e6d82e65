import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { listingRefusals } from '#features/listings/contract.ts';
import { type HeldStock, lockListings, releaseStock } from '#features/listings/index.server.ts';
import { isSuspended } from '#features/members/index.server.ts';
import { plural } from '#kernel/format.ts';
import { conflict, invalid, notAllowed } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
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
 * The end of the first reservation of an order's offers, as an SQL expression, should the order end unpaid; null where
 * not all of its `items` are of offers.
 */
export function reservedUntil(orderId: SQLWrapper, items: SQL<number>): SQL<Date | null> {
  const until = sql`(select min(o.pay_by) from offer o where o.order_id = ${orderId} and o.promise = 'claimed' having count(*) = ${items})`;
  return until.mapWith((value) => value && offer.payBy.mapFromDriverValue(value)) as SQL<Date | null>;
}

/** The copies of an accepted offer for one listing. */
type Reserved = Pick<OfferRow, 'listingId' | 'quantity'>;

/**
 * For an order that ended unpaid: returns the copies of its accepted offers to their reservations. Answers which; the
 * caller releases all others.
 */
export async function returnAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<Reserved[]> {
  const rows = await lockByOrder(tx, orderId, ['claimed']);
  for (const lines of Map.groupBy(rows, (row) => row.basketId ?? row.id).values()) {
    const [row] = lines;
    if (!row) continue;
    const isOut = (await isSuspended(tx.db, row.buyerId)) || (await isSuspended(tx.db, row.sellerId));
    if (isOut || !row.payBy || now >= row.payBy) await lapse(tx, lines, 'orders', now, isOut ? 'outsider' : 'unpaid');
    else for (const each of lines) await moveReservation(tx, each, 'return', 'orders', now);
  }
  return rows;
}

/** For late money of an order that ended unpaid: the copies that its offers still reserve. Claims none. */
export async function reservedFor(tx: Tx, orderId: string): Promise<Reserved[]> {
  return lockByOrder(tx, orderId, ['open']);
}

/** Claims them again, once all of the order is known to be free. */
export async function reclaimAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  for (const row of await lockByOrder(tx, orderId, ['open'])) await moveReservation(tx, row, 'claim', 'orders', now);
}

/** For an order that was paid: ends the reservation. Does nothing for an order without one. */
export async function payAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  for (const row of await lockByOrder(tx, orderId, ['claimed', 'lapsed']))
    await moveReservation(tx, row, 'pay', 'orders', now, { isUnpaid: false });
}

/** The listings of these offers, with all lines of those that are for several. */
export async function listingsOfOffers(
  db: Db,
  offerIds: readonly string[],
): Promise<{ offerId: string; listingId: string }[]> {
  const known = db
    .select({ id: offer.id, basketId: offer.basketId })
    .from(offer)
    .where(inArray(offer.id, [...offerIds]))
    .as('known');
  return db
    .selectDistinct({ offerId: known.id, listingId: offer.listingId })
    .from(offer)
    .innerJoin(known, or(eq(known.id, offer.id), eq(known.basketId, offer.basketId)));
}

/** The lines that this order took over, whose reservation is in one of these states. */
async function lockByOrder(tx: Tx, orderId: string, states: ReservationState[]): Promise<OfferRow[]> {
  const known = await tx.db
    .select({ id: offer.id, basketId: offer.basketId })
    .from(offer)
    .where(and(eq(offer.orderId, orderId), inArray(offer.promise, states)))
    .orderBy(offer.id);
  // One of each offer: those for several are locked with all of their lines.
  const offers = new Map(known.map(({ id, basketId }) => [basketId ?? id, id]));
  if (offers.size > 1) {
    const listings = await listingsOfOffers(tx.db, [...offers.values()]);
    await lockListings(
      tx,
      listings.map(({ listingId }) => listingId),
    );
  }
  const rows: OfferRow[] = [];
  for (const id of offers.values()) rows.push(...(await lockLines(tx, id)).map(({ row }) => row));
  return rows.filter((row) => row.orderId === orderId && row.promise !== null && states.includes(row.promise));
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
