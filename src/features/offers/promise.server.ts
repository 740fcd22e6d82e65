import { and, eq, inArray } from 'drizzle-orm';
import { listingRefusals } from '#features/listings/contract.ts';
import { type HeldStock, releaseStock } from '#features/listings/index.server.ts';
import { isSuspended } from '#features/members/index.server.ts';
import { conflict, notAllowed } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { offerRefusals } from './contract.ts';
import { appendNews, lockOffer, movePromise } from './offer.move.server.ts';
import { offerPolicy } from './offer.policy.ts';
import type { PromiseMover, PromiseState } from './offer.process.ts';
import { type OfferRow, offer } from './offer.tables.ts';
import { offerPromises } from './offer.times.ts';
import { refuseSuspendedSeller } from './suspended-seller.server.ts';

export interface Claim {
  offerId: string;
  buyerId: string;
  orderId: string;
  now: Date;
}

/**
 * Hands the copy that an accepted offer keeps over to an order of its buyer's, in the order's own transaction: it stays held all the time. Answers what was
 * reserved, as it stood when the offer was accepted, at the agreed price. Refuses: unknown (404), anybody but the buyer (403), one that is ordered, paid, over or
 * not accepted (409 `offer_not_payable`), a seller who can't sell (409 `not_available`).
 */
export async function claimAgreement(tx: Tx, { offerId, buyerId, orderId, now }: Claim): Promise<HeldStock> {
  const { row, listing } = await lockOffer(tx, offerId);
  offerPolicy.check({ id: buyerId, role: 'member' }, 'see', row);
  if (row.buyerId !== buyerId) throw notAllowed('Only the buyer of this offer can pay it.');
  if (row.promise !== 'open' || !row.held || !row.payBy || now >= row.payBy) throw notPayable(row);
  await refuseSuspendedSeller(tx, row.sellerId);
  if (listing?.row.pausedBy === 'operator')
    throw conflict(listingRefusals.notAvailable, 'The market has taken this listing off sale, so it can’t be paid at the moment.');
  await movePromise(tx, row, 'claim', 'buyer', now, { orderId });
  return row.held;
}

function notPayable({ status, promise, orderId }: OfferRow) {
  const sentences: Record<PromiseState, string> = {
    open: 'The time to pay this offer is over.',
    claimed: 'There is an order for this offer already: pay that one.',
    paid: 'This offer is paid.',
    lapsed: 'This offer was not paid in time.',
  };
  const sentence = promise ? sentences[promise] : 'Only an offer that was accepted can be paid.';
  return conflict(offerRefusals.notPayable, sentence, { offerStatus: status, promise, ...(promise === 'claimed' ? { orderId } : {}) });
}

/** Of an order that ended unpaid: what becomes of the copy of an accepted offer. False where the order has none, so that the caller gives its copies back. */
export async function returnAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<boolean> {
  const row = await lockByOrder(tx, orderId, ['claimed']);
  if (!row?.payBy) return false;
  const isOut = (await isSuspended(tx.db, row.buyerId)) || (await isSuspended(tx.db, row.sellerId));
  if (!isOut && now < row.payBy) await movePromise(tx, row, 'return', 'orders', now);
  else await lapse(tx, row, 'orders', now, isOut ? 'outsider' : 'unpaid');
  return true;
}

/** Of late money for an order that ended unpaid: takes the copy again where the offer still keeps it. False where it does not. */
export async function reclaimAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<boolean> {
  const row = await lockByOrder(tx, orderId, ['open']);
  if (!row) return false;
  await movePromise(tx, row, 'claim', 'orders', now);
  return true;
}

/** Of an order that was paid: the offer is done. Does nothing for an order without one. */
export async function payAgreement(tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  const row = await lockByOrder(tx, orderId, ['claimed', 'lapsed']);
  if (row) await movePromise(tx, row, 'pay', 'orders', now, { isUnpaid: false });
}

async function lockByOrder(tx: Tx, orderId: string, states: PromiseState[]): Promise<OfferRow | null> {
  const [known] = await tx.db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.orderId, orderId), inArray(offer.promise, states)));
  if (!known) return null;
  const { row } = await lockOffer(tx, known.id);
  return row.promise && states.includes(row.promise) ? row : null;
}

/** Why nobody paid: the buyer let the time pass, or one of the two is not there any more. */
export type LapseCause = 'unpaid' | 'outsider';

/** Gives the copy of a locked offer back to the market; both are told, and the buyer's record counts it where it was theirs to pay. */
export async function lapse(tx: Tx, row: OfferRow, by: PromiseMover, now: Date, cause: LapseCause): Promise<void> {
  await releaseStock(tx, { listingId: row.listingId, quantity: row.quantity, now });
  const note =
    cause === 'unpaid' ? `It was not paid within ${offerPromises.pay}, and is for sale again.` : 'One of the two can’t trade at the moment.';
  const lapsed = await movePromise(tx, row, 'lapse', by, now, { note, isUnpaid: cause === 'unpaid' });
  await appendNews(tx, [lapsed], ['unpaid_buyer', 'unpaid_seller']);
}
