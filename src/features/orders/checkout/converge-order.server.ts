import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { type HoldInput, holdStock, sellStock } from '#features/listings/index.server.ts';
import { lockMember } from '#features/members/index.server.ts';
import { declineRest, payAgreement, reclaimAgreement } from '#features/offers/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Address } from '../contract.ts';
import { appendChanged, lockOrder, moveOrder, notifyUpdates } from '../fulfil/move-order.server.ts';
import { traceBuyer } from '../lifecycle/self-buying.server.ts';
import { type OrderRow, orderHistory, orders, type PaymentRow, payment } from '../model/order.tables.ts';
import { type Attention, attentionColumns, noteColumns } from '../model/order.texts.ts';
import { bookMoney, requestRefund } from '../refunds/refunds.server.ts';
import { freeUnpaidOrder, itemsOf, type OrderedItem } from './free-unpaid-order.server.ts';

export type Converged = 'unknown' | 'waiting' | 'paid' | 'freed' | 'returned' | 'attention';

/**
 * Makes an order agree with Stripe; idempotent and independent of the order of calls: Stripe is read now, and the
 * changes are decided under the order's lock. Late money is used if the copies are still free, else refunded once.
 * `sessionHint` helps where a webhook is faster than the answer of our own call.
 */
export async function convergeOrder(
  platform: Platform,
  orderId: string,
  sessionHint: string | null = null,
): Promise<Converged> {
  if (!isId(orderId)) return 'unknown';
  const [paid] = await platform.db.select().from(payment).where(eq(payment.orderId, orderId));
  const sessionId = paid?.sessionId ?? sessionHint;
  if (!paid || !sessionId) return 'unknown';
  // Stripe sends up to four events for one purchase; money that is booked needs no further read.
  if (paid.capturedAt) return 'paid';
  const session = await platform.payments.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  });
  if (session.client_reference_id !== orderId) return 'unknown';
  if (session.status === 'complete' && session.payment_status === 'paid')
    return capturePayment(platform, orderId, session);
  if (isLost(session)) {
    await freeUnpaidOrder(platform, orderId, 'expire', { by: 'stripe' }, { cause: 'payment_failed' });
    return 'freed';
  }
  if (session.status !== 'expired') return 'waiting';
  // The page was closed early: the process that closed it frees the copies next and records the reason. If it died, the
  // end of the hold frees them.
  if (session.expires_at * 1_000 > platform.clock.now().getTime()) return 'waiting';
  await freeUnpaidOrder(platform, orderId, 'expire', { by: 'timer' }, { cause: 'not_paid_in_time', isUnpaid: true });
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
  orderId: string,
  session: Stripe.Checkout.Session,
): Promise<Converged> {
  return write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [paid] = await tx.db.select().from(payment).where(eq(payment.orderId, orderId)).for('update');
    if (!paid) return 'unknown';
    if (paid.capturedAt) return order.status === 'canceled' ? 'returned' : 'paid';
    const wrong = misfit(order, paid, session, platform.payments.livemode);
    if (wrong) {
      platform.log.error('a payment does not fit its order', { orderId, sessionId: session.id, wrong: wrong.code });
      await tx.db.update(orders).set(attentionColumns(wrong)).where(eq(orders.id, orderId));
      return 'attention';
    }
    const now = platform.clock.now();
    const captured = {
      capturedAmount: paid.amount,
      capturedAt: now,
      paymentIntentId: intentOf(session)?.id ?? null,
      sessionId: session.id,
    };
    await tx.db.update(payment).set(captured).where(eq(payment.orderId, orderId));
    await bookMoney(tx, order, { kind: 'capture', of: orderId }, paid.amount, now);
    const address = addressOf(session);
    await traceBuyer(platform, tx, order, { fingerprint: fingerprintOf(session), address });
    const facts = { paidAt: now, address, ...attentionColumns(null) };
    if (order.status === 'pending_payment') {
      for (const item of await itemsOf(tx, orderId))
        await sellStock(tx, { listingId: item.listingId, quantity: item.quantity, orderId, now });
      await moveOrder(tx, order, 'pay', { by: 'stripe' }, now, facts);
      await settleOffers(tx, order, now);
      return 'paid';
    }
    if (await takeAgain(tx, order, now)) {
      await moveOrder(tx, order, 'pay_late', { by: 'stripe', coded: { code: 'paid_late' } }, now, {
        ...facts,
        cancelReason: null,
        cancelCode: null,
      });
      await settleOffers(tx, order, now);
      return 'paid';
    }
    await returnLateMoney(tx, order, { ...paid, ...captured }, now);
    return 'returned';
  });
}

/**
 * The mismatch in Stripe's record; null when all fits. The browser never touched these figures, so a
 * difference is an attack or a fault.
 */
function misfit(
  order: OrderRow,
  paid: PaymentRow,
  session: Stripe.Checkout.Session,
  livemode: boolean,
): Attention | null {
  const intent = intentOf(session);
  const currency = order.currency.toLowerCase();
  if (session.livemode !== livemode) return { code: 'wrong_mode' };
  if (paid.sessionId && paid.sessionId !== session.id) return { code: 'wrong_checkout' };
  if (session.metadata?.orderId !== order.id || session.mode !== 'payment') return { code: 'wrong_purpose' };
  if (session.currency !== currency || intent?.currency !== currency)
    return { code: 'wrong_currency', params: { paid: session.currency, ordered: currency } };
  if (session.amount_total !== paid.amount || intent.amount_received !== paid.amount)
    return { code: 'wrong_amount', params: { paid: intent.amount_received, ordered: paid.amount } };
  return intent.status === 'succeeded' ? null : { code: 'wrong_status', params: { status: intent.status } };
}

function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === 'object' ? session.payment_intent : null;
}

/** Stripe's name for the card that was paid with, the same for each payment with it. */
function fingerprintOf(session: Stripe.Checkout.Session): string | null {
  const charge = intentOf(session)?.latest_charge;
  return typeof charge === 'object' ? (charge?.payment_method_details?.card?.fingerprint ?? null) : null;
}

/** The offer that was paid is done, and who else waits on what is sold out has an answer. */
async function settleOffers(tx: Tx, { id, buyerId }: Pick<OrderRow, 'id' | 'buyerId'>, now: Date): Promise<void> {
  await payAgreement(tx, { orderId: id, now });
  for (const { listingId } of await itemsOf(tx, id)) await declineRest(tx, { listingId, buyerId, now });
}

/**
 * Holds the copies again at the agreed price. False when they are sold or held by another order, the seller has changed
 * the listing, or the buyer's account is gone.
 */
async function takeAgain(tx: Tx, order: OrderRow, now: Date): Promise<boolean> {
  const items = await itemsOf(tx, order.id);
  const [item] = items;
  if (order.status !== 'canceled' || !item) return false;
  if (!(await lockMember(tx, order.buyerId))) return false;
  // Copies that an accepted offer still reserves are taken from the reservation.
  const isReserved = await reclaimAgreement(tx, { orderId: order.id, now });
  // An order of several items is refunded instead: holding them one by one would have to be undone after a refusal.
  if (!isReserved && items.length > 1) return false;
  try {
    if (!isReserved)
      await holdStock(tx, {
        ...item,
        ...priceOf(item, order.currency),
        orderId: order.id,
        buyerId: order.buyerId,
        now,
      });
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
  for (const each of items) await sellStock(tx, { ...each, orderId: order.id, now });
  return true;
}

/** An agreed price stays, whatever the listing costs now; otherwise the listing must cost what it did. */
function priceOf(
  { priceAmount, listedPrice }: OrderedItem,
  currency: Currency,
): Pick<HoldInput, 'agreedPrice' | 'expectedPrice'> {
  const price = money(priceAmount, currency);
  return priceAmount === listedPrice ? { expectedPrice: price } : { agreedPrice: price };
}

async function returnLateMoney(tx: Tx, order: OrderRow, paid: PaymentRow, now: Date): Promise<void> {
  await requestRefund(tx, order, paid, { cause: 'late_payment' }, now);
  const [noted] = await tx.db
    .update(orders)
    .set({ ...attentionColumns(null), buyerRead: false, updatedAt: now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
    .returning();
  await tx.db.insert(orderHistory).values({
    orderId: order.id,
    status: order.status,
    at: now,
    by: 'stripe',
    ...noteColumns(undefined, { code: 'late_payment_returned' }),
  });
  if (!noted) return;
  appendChanged(tx, noted, order.status, 'stripe');
  await notifyUpdates(tx, noted, { happening: 'return_late', by: 'stripe', from: order.status }, now);
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
