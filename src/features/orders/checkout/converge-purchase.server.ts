import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { lockListings, sellStock } from '#features/listings/index.server.ts';
import { lockMember } from '#features/members/index.server.ts';
import { declineRest, payAgreement } from '#features/offers/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { purchaseIn } from '#platform/payments/purchase-metadata.ts';
import type { Platform } from '#platform/platform.ts';
import type { Address } from '../contract.ts';
import { moveOrder } from '../fulfil/move-order.server.ts';
import { traceBuyer } from '../lifecycle/self-buying.server.ts';
import { mailReceiptJob } from '../model/order.jobs.ts';
import { type OrderRow, orders } from '../model/order.tables.ts';
import { type Attention, attentionColumns } from '../model/order.texts.ts';
import { findPurchase, type LockedPurchase, lockPurchase } from '../purchase/purchase.queries.server.ts';
import { type PurchaseRow, purchase } from '../purchase/purchase.tables.ts';
import { bookMoney } from '../refunds/refunds.server.ts';
import { freePurchase, itemsOf, listingsOf, type OrderedItem } from './free-purchase.server.ts';
import { returnLateMoney, takeAgain } from './late-money.server.ts';

export type Converged = 'unknown' | 'waiting' | 'paid' | 'freed' | 'returned' | 'attention';

/**
 * Makes a purchase and its orders agree with Stripe; idempotent and independent of the order of calls: Stripe is read
 * now, and the changes are decided under the locks. Late money is used for the orders whose copies are still free; that
 * of the others is refunded once. `sessionHint` helps where a webhook is faster than the answer of our own call.
 */
export async function convergePurchase(
  platform: Platform,
  purchaseId: string,
  sessionHint: string | null = null,
): Promise<Converged> {
  if (!isId(purchaseId)) return 'unknown';
  const paid = await findPurchase(platform.db, purchaseId);
  const sessionId = paid?.sessionId ?? sessionHint;
  if (!paid || !sessionId) return 'unknown';
  // Stripe sends up to four events for one purchase; money that is booked needs no further read.
  if (paid.capturedAt) return 'paid';
  const session = await platform.payments.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  });
  if (session.client_reference_id !== purchaseId) return 'unknown';
  if (session.status === 'complete' && session.payment_status === 'paid')
    return capturePayment(platform, purchaseId, session);
  if (isLost(session)) {
    await freePurchase(platform, purchaseId, 'expire', { by: 'stripe' }, { cause: 'payment_failed' });
    return 'freed';
  }
  if (session.status !== 'expired') return 'waiting';
  // The page was closed early: the process that closed it frees the copies next and records the reason. If it died, the
  // end of the hold frees them.
  if (session.expires_at * 1_000 > platform.clock.now().getTime()) return 'waiting';
  await freePurchase(platform, purchaseId, 'expire', { by: 'timer' }, { cause: 'not_paid_in_time', isUnpaid: true });
  return 'freed';
}

/**
 * Completed, but the bank has refused the payment since: the page can't be paid again, so there is nothing to wait for.
 */
function isLost(session: Stripe.Checkout.Session): boolean {
  const intent = intentOf(session);
  return (
    session.status === 'complete' &&
    session.payment_status === 'unpaid' &&
    ['requires_payment_method', 'canceled'].includes(intent?.status ?? '')
  );
}

async function capturePayment(
  platform: Platform,
  purchaseId: string,
  session: Stripe.Checkout.Session,
): Promise<Converged> {
  return write(platform, async (tx) => {
    const { paid, placed } = await lockPurchase(tx, purchaseId);
    if (paid.capturedAt) return paid.status === 'canceled' ? 'returned' : 'paid';
    const wrong = misfit(paid, session, platform.payments.livemode);
    if (wrong) {
      platform.log.error('a payment does not fit its purchase', {
        purchaseId,
        sessionId: session.id,
        wrong: wrong.code,
      });
      await tx.db.update(orders).set(attentionColumns(wrong)).where(eq(orders.purchaseId, purchaseId));
      return 'attention';
    }
    const now = platform.clock.now();
    const captured = {
      capturedAmount: paid.totalAmount,
      capturedAt: now,
      paymentIntentId: intentOf(session)?.id ?? null,
      chargeId: chargeOf(session)?.id ?? null,
      sessionId: session.id,
    };
    await tx.db.update(purchase).set(captured).where(eq(purchase.id, purchaseId));
    const parts = placed.map((order) => ({ order, amount: order.totalAmount }));
    await bookMoney(
      tx,
      parts,
      { kind: 'capture', of: purchaseId, stripeId: captured.paymentIntentId ?? undefined },
      now,
    );
    const isUsed = await payOrRefund(platform, tx, { paid, placed }, session, now);
    if (isUsed && placed.length > 1) tx.enqueue(mailReceiptJob, { purchaseId });
    if (isUsed)
      await tx.db
        .update(purchase)
        .set({ status: 'paid', updatedAt: now, version: sql`${purchase.version} + 1` })
        .where(eq(purchase.id, purchaseId));
    return isUsed ? 'paid' : 'returned';
  });
}

/**
 * Pays the orders of a locked purchase that still hold their copies or can have them again, and refunds the others.
 * Answers whether any was paid.
 */
async function payOrRefund(
  platform: Platform,
  tx: Tx,
  { paid, placed }: LockedPurchase,
  session: Stripe.Checkout.Session,
  now: Date,
): Promise<boolean> {
  // An address that was chosen before the payment is already in the orders.
  const collected = addressOf(session);
  const fingerprint = chargeOf(session)?.payment_method_details?.card?.fingerprint ?? null;
  const isLate = placed.some(({ status }) => status === 'canceled');
  // The buyer is locked before any listing, in the order in which the deletion of an account locks them.
  const isBuyerHere = !isLate || (await lockMember(tx, paid.buyerId));
  const items = await itemsOf(tx, placed);
  if (placed.length > 1) await lockListings(tx, listingsOf(items));
  let isUsed = false;
  for (const order of placed) {
    const own = items.filter(({ orderId }) => orderId === order.id);
    const address = order.address ?? collected;
    await traceBuyer(platform, tx, order, { fingerprint, address });
    const facts = { paidAt: now, address, ...attentionColumns(null) };
    const happening = placed.length > 1 ? ({ happening: 'pay_together' } as const) : {};
    if (order.status === 'pending_payment') {
      for (const { listingId, quantity } of own) await sellStock(tx, { listingId, quantity, orderId: order.id, now });
      await moveOrder(tx, order, 'pay', { by: 'stripe', ...happening }, now, facts);
    } else if (isBuyerHere && (await takeAgain(tx, order, own, now))) {
      const again = { ...facts, cancelReason: null, cancelCode: null };
      await moveOrder(tx, order, 'pay_late', { by: 'stripe', coded: { code: 'paid_late' }, ...happening }, now, again);
    } else {
      await returnLateMoney(tx, order, now);
      continue;
    }
    await settleOffers(tx, order, own, now);
    isUsed = true;
  }
  return isUsed;
}

/**
 * The mismatch in Stripe's record; null when all fits. The browser never touched these figures, so a difference is an
 * attack or a fault.
 */
function misfit(paid: PurchaseRow, session: Stripe.Checkout.Session, livemode: boolean): Attention | null {
  const intent = intentOf(session);
  const currency = paid.currency.toLowerCase();
  if (session.livemode !== livemode) return { code: 'wrong_mode' };
  if (paid.sessionId && paid.sessionId !== session.id) return { code: 'wrong_checkout' };
  if (purchaseIn(session.metadata) !== paid.id || session.mode !== 'payment') return { code: 'wrong_purpose' };
  if (session.currency !== currency || intent?.currency !== currency)
    return { code: 'wrong_currency', params: { paid: session.currency, ordered: currency } };
  if (session.amount_total !== paid.totalAmount || intent.amount_received !== paid.totalAmount)
    return { code: 'wrong_amount', params: { paid: intent.amount_received, ordered: paid.totalAmount } };
  return intent.status === 'succeeded' ? null : { code: 'wrong_status', params: { status: intent.status } };
}

function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === 'object' ? session.payment_intent : null;
}

function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === 'object' ? charge : null;
}

/** The offers that were paid are done, and who else waits on what is sold out has an answer. */
async function settleOffers(
  tx: Tx,
  { id, buyerId }: Pick<OrderRow, 'id' | 'buyerId'>,
  items: readonly OrderedItem[],
  now: Date,
): Promise<void> {
  await payAgreement(tx, { orderId: id, now });
  for (const { listingId } of items) await declineRest(tx, { listingId, buyerId, now });
}

function addressOf(session: Stripe.Checkout.Session): Address | null {
  const details = session.collected_information?.shipping_details;
  if (!details) return null;
  const { name, address } = details;
  return {
    name,
    line1: address.line1 ?? '',
    line2: address.line2 || null,
    city: address.city ?? '',
    state: address.state || null,
    postalCode: address.postal_code ?? '',
    country: address.country ?? '',
  };
}
