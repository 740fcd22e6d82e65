import { and, eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { newId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { appendChanged, lockOrder, moveOrder, notifyUpdates } from '../fulfil/move-order.server.ts';
import { settleSale } from '../fulfil/settle-sale.server.ts';
import { mayMove } from '../model/order.process.ts';
import { type OrderRow, orderHistory, orders, type RefundRow, refund } from '../model/order.tables.ts';
import { type Attention, attentionColumns, noteColumns } from '../model/order.texts.ts';
import { coveredOf, takenOf } from '../payment-disputes/chargebacks.queries.server.ts';
import { findPurchase, lockPurchase } from '../purchase/purchase.queries.server.ts';
import { bookMoney, refundedOf } from './refunds.server.ts';
import { splitOverOrders } from './split-over-orders.server.ts';

/**
 * Compares Stripe's list of refunds with ours: refunds made in Stripe's own dashboard are booked here too, and those
 * that the bank sent back fail. A refund of ours is of one order; one of the dashboard is split over the orders of the
 * purchase.
 */
export async function syncRefunds(platform: Platform, purchaseId: string): Promise<void> {
  const known = await findPurchase(platform.db, purchaseId);
  if (!known?.paymentIntentId || !known.capturedAt) return;
  const listed: Found[] = [];
  const { stripe } = platform.payments;
  for await (const one of stripe.refunds.list({ payment_intent: known.paymentIntentId, limit: 100 })) listed.push(one);
  await write(platform, async (tx) => {
    const { placed } = await lockPurchase(tx, purchaseId);
    const now = platform.clock.now();
    for (const found of listed) {
      const shares = await sharesOf(tx, placed, found);
      for (const [order, amount] of shares)
        await followRefund(tx, order, { ...found, amount, isSplit: shares.length > 1 }, now);
    }
    for (const order of placed) {
      const back = (await refundedOf(tx, order.id)) + (await takenOf(tx, order.id, 'for good'));
      if (
        back - (await coveredOf(tx, order.id)) >= order.totalAmount &&
        'transition' in mayMove('refund', 'stripe', order, now)
      )
        await moveOrder(tx, order, 'refund', { by: 'stripe' }, now);
    }
  });
}

type Found = Pick<Stripe.Refund, 'id' | 'amount' | 'status' | 'failure_reason' | 'metadata'> & {
  /** One part of several: each is a transaction of its order. */
  isSplit?: boolean;
};

/** The orders that a refund at Stripe is of, each with its amount. */
async function sharesOf(tx: Tx, placed: readonly OrderRow[], found: Found): Promise<[OrderRow, number][]> {
  const own = placed.find(({ id }) => id === found.metadata?.orderId);
  if (own && found.metadata?.refundId) return [[own, found.amount]];
  const known = await tx.db.select().from(refund).where(eq(refund.stripeRefundId, found.id));
  if (known.length === 0) return splitOverOrders(tx, placed, found.amount);
  return known.flatMap(({ orderId, amount }) => {
    const order = placed.find(({ id }) => id === orderId);
    return order ? [[order, amount] as [OrderRow, number]] : [];
  });
}

/**
 * Makes our record of one refund agree with Stripe's. Money that the bank sent back never goes out again under the same
 * refund, so `failed` is final, and an older answer of Stripe's that arrives late changes nothing.
 */
export async function followRefund(tx: Tx, order: OrderRow, found: Found, now: Date): Promise<void> {
  const row = await rowOf(tx, order.id, found);
  const isKnown = row?.stripeRefundId === found.id;
  if (isKnown && row.state === 'failed') return;
  if (found.status === 'failed' || found.status === 'canceled') {
    // A refund that was made elsewhere and failed before it was first read has moved no money.
    if (!row) return;
    if (row.state === 'done')
      await bookMoney(tx, [{ order, amount: row.amount }], { kind: 'refund-failed', of: row.id }, now);
    await fail(tx, order, row, { failure: found.failure_reason ?? found.status, stripeRefundId: found.id }, now);
    return;
  }
  if (isKnown && row.state === 'done') return;
  const id = row?.id ?? newId(now.getTime());
  if (row) {
    const done = { state: 'done' as const, stripeRefundId: found.id, doneAt: now, failure: null, failedAt: null };
    await tx.db.update(refund).set(done).where(eq(refund.id, id));
  } else {
    const made = {
      id,
      orderId: order.id,
      amount: found.amount,
      currency: order.currency,
      cause: 'stripe' as const,
      state: 'done' as const,
    };
    await tx.db.insert(refund).values({ ...made, stripeRefundId: found.id, askedAt: now, doneAt: now });
  }
  await bookMoney(
    tx,
    [{ order, amount: -found.amount, covered: row?.coveredAmount ?? 0 }],
    { kind: 'refund', of: id, stripeId: found.isSplit ? undefined : found.id },
    now,
  );
  await settleSale(tx, order);
}

/** Ends a refund that Stripe will not make, and flags the order for an admin: its timers stop. */
export async function refuseRefund(platform: Platform, orderId: string, refundId: string, code: string): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [row] = await tx.db.select().from(refund).where(eq(refund.id, refundId));
    if (row?.state !== 'asked') return;
    if (order.attention === null)
      await tx.db
        .update(orders)
        .set(attentionColumns(refusalOf(row, code)))
        .where(eq(orders.id, orderId));
    await fail(tx, order, row, { failure: code }, platform.clock.now());
  });
}

/** The flag of the order after a refusal; sending the refund again removes it. */
export function refusalOf({ amount, currency }: Pick<RefundRow, 'amount' | 'currency'>, failure: string): Attention {
  return { code: 'refund_refused', params: { amount, currency, failure } };
}

/** Ours by Stripe's id, else the one that our call named and Stripe has not answered for yet. */
async function rowOf(tx: Tx, orderId: string, found: Found): Promise<RefundRow | null> {
  const [known] = await tx.db
    .select()
    .from(refund)
    .where(and(eq(refund.stripeRefundId, found.id), eq(refund.orderId, orderId)));
  if (known) return known;
  const named = found.metadata?.refundId;
  if (!named) return null;
  const [pending] = await tx.db
    .select()
    .from(refund)
    .where(and(eq(refund.id, named), eq(refund.orderId, orderId)));
  return pending && pending.stripeRefundId === null ? pending : null;
}

async function fail(
  tx: Tx,
  order: OrderRow,
  row: RefundRow,
  why: Pick<Partial<RefundRow>, 'failure' | 'stripeRefundId'>,
  now: Date,
): Promise<void> {
  await tx.db
    .update(refund)
    .set({ ...why, state: 'failed', failedAt: now })
    .where(eq(refund.id, row.id));
  await tx.db.insert(orderHistory).values({
    orderId: order.id,
    status: order.status,
    at: now,
    by: 'stripe',
    ...noteColumns(undefined, { code: 'refund_failed', params: money(row.amount, row.currency) }),
  });
  const [noted] = await tx.db
    .update(orders)
    .set({ buyerRead: false, updatedAt: now, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
    .returning();
  if (!noted) return;
  await settleSale(tx, noted);
  appendChanged(tx, noted, order.status, 'stripe');
  await notifyUpdates(tx, noted, { happening: 'refund_failed', by: 'stripe', from: order.status }, now);
}
