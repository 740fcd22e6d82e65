import { and, eq, ne, sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { hourMs } from '#kernel/time.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, moveOrder } from './move-order.server.ts';
import { sendRefundJob } from './order.jobs.ts';
import { mayMove } from './order.process.ts';
import { ledgerEntry, type OrderRow, type PaymentRow, payment, type RefundRow, refund } from './order.tables.ts';

/** Stripe forgets a key after 24 hours; from then on the same call would pay out again. */
const keyIsGoodMs = 23 * hourMs;

/** What is given back or promised back. The order's row must be locked. */
export async function refundedOf(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.db
    .select({ sum: sql<number>`coalesce(sum(${refund.amount}), 0)::bigint`.mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), ne(refund.state, 'failed')));
  return row?.sum ?? 0;
}

/** Writes down a refund and the job that sends it. Never more than was captured: the order's row is locked while the rest is counted. */
export async function askRefund(
  tx: Tx,
  order: OrderRow,
  paid: PaymentRow,
  wanted: { amount?: number; cause: RefundRow['cause']; reason?: string | undefined; askedBy?: string | undefined },
  now: Date,
): Promise<number> {
  const left = paid.capturedAmount - (await refundedOf(tx, order.id));
  const amount = wanted.amount ?? left;
  if (amount <= 0 || amount > left) throw new RangeError(`order ${order.id} has ${left} left to give back, not ${amount}`);
  const id = newId(now.getTime());
  await tx.db.insert(refund).values({
    id,
    orderId: order.id,
    amount,
    currency: paid.currency,
    cause: wanted.cause,
    reason: wanted.reason ?? null,
    state: 'asked',
    askedBy: wanted.askedBy ?? null,
    askedAt: now,
  });
  tx.enqueue(sendRefundJob, { refundId: id });
  return left - amount;
}

/** Sends a refund that was asked for; sending it again finds that it is done. Throws while Stripe is away, so that the job comes back. */
export async function sendRefund(platform: Platform, refundId: string): Promise<void> {
  const [asked] = await platform.db.select().from(refund).where(eq(refund.id, refundId));
  const [paid] = asked ? await platform.db.select().from(payment).where(eq(payment.orderId, asked.orderId)) : [];
  if (asked?.state !== 'asked' || !paid?.paymentIntentId) return;
  if (platform.clock.now().getTime() - asked.askedAt.getTime() > keyIsGoodMs) {
    await syncRefunds(platform, asked.orderId);
    const [again] = await platform.db.select().from(refund).where(eq(refund.id, refundId));
    if (again?.state !== 'asked') return;
  }
  const sent = await platform.payments.stripe.refunds.create(
    { payment_intent: paid.paymentIntentId, amount: asked.amount, metadata: { orderId: asked.orderId, refundId } },
    { idempotencyKey: `refund-${refundId}` },
  );
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, asked.orderId);
    await bookRefund(tx, order, { id: sent.id, amount: sent.amount, refundId }, platform.clock.now());
  });
}

/** Stripe's list of refunds against ours: what was given back in Stripe's own dashboard is booked here too. */
export async function syncRefunds(platform: Platform, orderId: string): Promise<void> {
  const [paid] = await platform.db.select().from(payment).where(eq(payment.orderId, orderId));
  if (!paid?.paymentIntentId || !paid.capturedAt) return;
  const { data } = await platform.payments.stripe.refunds.list({ payment_intent: paid.paymentIntentId, limit: 100 });
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const now = platform.clock.now();
    for (const found of data) {
      if (found.status === 'failed' || found.status === 'canceled') continue;
      await bookRefund(tx, order, { id: found.id, amount: found.amount, refundId: found.metadata?.refundId ?? null }, now);
    }
    const fully = (await refundedOf(tx, orderId)) >= paid.capturedAmount;
    if (fully && 'transition' in mayMove('refund', 'stripe', order, now)) await moveOrder(tx, order, 'refund', { by: 'stripe' }, now);
  });
}

/** Books a refund that Stripe has made, once. */
async function bookRefund(tx: Tx, order: OrderRow, found: { id: string; amount: number; refundId: string | null }, now: Date): Promise<void> {
  const [known] = await tx.db.select().from(refund).where(eq(refund.stripeRefundId, found.id));
  if (known) return;
  const [asked] = found.refundId
    ? await tx.db
        .select()
        .from(refund)
        .where(and(eq(refund.id, found.refundId), eq(refund.orderId, order.id)))
    : [];
  const id = asked?.id ?? newId(now.getTime());
  if (asked) {
    await tx.db.update(refund).set({ state: 'done', stripeRefundId: found.id, doneAt: now }).where(eq(refund.id, id));
  } else {
    const row = { id, orderId: order.id, amount: found.amount, currency: order.currency, cause: 'stripe' as const, state: 'done' as const };
    await tx.db.insert(refund).values({ ...row, stripeRefundId: found.id, askedAt: now, doneAt: now });
  }
  await bookTransfer(tx, order, `refund:${id}`, -found.amount, now);
}

/** Both sides of a movement of money: what Stripe holds for the market, and what the market holds for the order. */
export async function bookTransfer(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'currency'>,
  transactionId: string,
  amount: number,
  now: Date,
): Promise<void> {
  const entry = { transactionId, orderId: order.id, currency: order.currency, at: now };
  await tx.db.insert(ledgerEntry).values([
    { ...entry, account: 'stripe', amount },
    { ...entry, account: 'order', amount: -amount },
  ]);
}
