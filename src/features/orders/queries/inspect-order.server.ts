import { and, asc, eq, inArray, isNotNull, like, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { chargebackState } from '#platform/payments/chargeback-state.ts';
import { type QueueSize, sizeOfQueue } from '#platform/queue-size.ts';
import { awaitsReturnDecision } from '../cases/case.queries.server.ts';
import { findSigns } from '../lifecycle/self-buying.server.ts';
import { unknownOrder } from '../model/order.policy.ts';
import { mayMove } from '../model/order.process.ts';
import { sellersShare, titleOfFirst } from '../model/order.rules.ts';
import {
  fraudWarning,
  itemsOfOrder,
  type OrderRow,
  orderHistory,
  orderItem,
  orders,
  refund,
} from '../model/order.tables.ts';
import { attentionCode, attentionText, cancelText, fraudWarns, noteText, refundText } from '../model/order.texts.ts';
import { stuckRefunds, unansweredChargebacks } from '../model/order.troubles.ts';
import { addressFields, type Evidence } from '../payment-disputes/chargeback.evidence.ts';
import { blocksRefunds, canAnswer } from '../payment-disputes/chargeback.rules.ts';
import { listChargebacks } from '../payment-disputes/chargebacks.queries.server.ts';
import { listProblemPhotos, soldAs } from '../problems/problem-photos.server.ts';
import { purchase } from '../purchase/purchase.tables.ts';
import { findSameTracking } from '../shipments/same-tracking.server.ts';
import {
  type AdminOrderAct,
  type InspectedOrder,
  lookedAtOrderSchema,
  lookedAtRowSchema,
  type OrderQueue,
  type QueuedOrder,
} from './inspected-order.ts';
import { moneyBack } from './orders.queries.server.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** An order as an admin sees it. Refuses an unknown one (404). */
export async function inspectOrder(db: Db, orderId: string, now: Date): Promise<InspectedOrder> {
  const [order] = isId(orderId) ? await db.select().from(orders).where(eq(orders.id, orderId)) : [];
  if (!order) throw notFound(unknownOrder);
  const [items, [paid], refunds, chargebacks, warnings, history, selfBuying, got, together, sameTracking] =
    await Promise.all([
      db.select().from(orderItem).where(eq(orderItem.orderId, orderId)).orderBy(asc(orderItem.position)),
      db.select().from(purchase).where(eq(purchase.id, order.purchaseId)),
      db.select().from(refund).where(eq(refund.orderId, orderId)).orderBy(asc(refund.askedAt), asc(refund.id)),
      listChargebacks(db, [orderId]),
      db
        .select()
        .from(fraudWarning)
        .where(eq(fraudWarning.purchaseId, order.purchaseId))
        .orderBy(asc(fraudWarning.warnedAt), asc(fraudWarning.id)),
      db.select().from(orderHistory).where(eq(orderHistory.orderId, orderId)).orderBy(asc(orderHistory.id)),
      findSigns(db, orderId),
      listProblemPhotos(db, orderId),
      db.select({ id: orders.id }).from(orders).where(eq(orders.purchaseId, order.purchaseId)).orderBy(asc(orders.id)),
      findSameTracking(db, orderId),
    ]);
  const isReturnContested = (await db.$count(orders, and(eq(orders.id, orderId), awaitsReturnDecision))) > 0;
  const money = (amount: number) => ({ amount, currency: order.currency });
  const agreed = items[0]?.snapshot.fee;
  const fee = agreed ? money(agreed.amount) : null;
  const totals = {
    items: money(order.itemsAmount),
    shipping: money(order.shippingAmount),
    total: money(order.totalAmount),
  };
  const { failedAmount, refundedAmount, coveredAmount } = moneyBack(
    order,
    paid?.capturedAt ?? null,
    refunds,
    chargebacks,
  );
  const isFrozen = chargebacks.some(blocksRefunds);
  return lookedAtOrderSchema.parse({
    ...order,
    attention: attentionText(order),
    attentionCode: attentionCode(order.attention),
    cancelReason: cancelText(order),
    selfBuying,
    statusSince: iso(order.statusSince),
    createdAt: iso(order.createdAt),
    paidAt: iso(order.paidAt),
    decisionAskedAt: iso(order.decisionAskedAt),
    holdExpiresAt: iso(order.holdExpiresAt),
    items: items.map((item) => ({ ...item, price: money(item.priceAmount) })),
    totals,
    fee,
    share: sellersShare({ ...order, fee, totals, refunded: money(refundedAmount), covered: money(coveredAmount) }),
    tracking: order.carrier ? { carrier: order.carrier, trackingNumber: order.trackingNumber } : null,
    sameTracking: sameTracking.map(({ id }) => id),
    dispute: order.disputeReason && order.disputeText ? { reason: order.disputeReason, text: order.disputeText } : null,
    problem: order.disputeReason ? { ...soldAs(items.map(({ snapshot }) => snapshot)), got } : null,
    payment: paid
      ? {
          ...paid,
          purchaseId: paid.id,
          asked: money(order.totalAmount),
          captured: money(paid.capturedAt ? order.totalAmount : 0),
          capturedAt: iso(paid.capturedAt),
          total: money(paid.totalAmount),
          orderIds: together.map(({ id }) => id),
        }
      : null,
    refunds: refunds.map((one) => ({
      ...one,
      reason: refundText(one),
      amount: money(one.amount),
      askedAt: iso(one.askedAt),
      doneAt: iso(one.doneAt),
      canRetry:
        one.state === 'failed' && !refunds.some(({ retryOf }) => retryOf === one.id) && failedAmount > 0 && !isFrozen,
    })),
    chargebacks: chargebacks.map((one) => ({
      ...one,
      state: chargebackState(one.status),
      amount: money(one.amount),
      openedAt: iso(one.openedAt),
      closedAt: iso(one.closedAt),
      evidenceDueAt: iso(one.evidenceDueAt),
      canAnswer: canAnswer(one),
      evidence:
        one.evidence && one.evidenceAskedAt
          ? { fields: withoutAddress(one.evidence), by: one.evidenceBy, sentAt: iso(one.evidenceSentAt) }
          : null,
    })),
    fraudWarnings: warnings.map(({ id, fraudType, warnedAt, isActionable }) => ({
      id,
      type: fraudType,
      at: iso(warnedAt),
      isActionable,
    })),
    history: history.map((moment) => ({ ...moment, note: noteText(moment), at: iso(moment.at) })),
    may: mayDo(order, isReturnContested, isFrozen, now),
  });
}

/** An admin sees the evidence that was sent to a bank, except for the buyer's address. */
function withoutAddress(evidence: Evidence): Evidence {
  return Object.fromEntries(Object.entries(evidence).filter(([field]) => !addressFields.some((one) => one === field)));
}

/** The actions to show. The use cases decide again under their locks. */
function mayDo(order: OrderRow, isReturnContested: boolean, isFrozen: boolean, now: Date): AdminOrderAct[] {
  const isOpen = order.status === 'disputed';
  const all: [AdminOrderAct, boolean][] = [
    [
      'refund',
      !isFrozen && (isReturnContested || (isOpen && 'transition' in mayMove('refund', 'operator', order, now))),
    ],
    ['close', isReturnContested || (isOpen && 'transition' in mayMove('complete', 'operator', order, now))],
    ['clear', order.attention !== null],
  ];
  return all.flatMap(([act, may]) => (may ? [act] : []));
}

/**
 * The orders that wait for an admin, the longest waiting first; without the reader's own orders that are under
 * suspicion of a bank or of self-buying.
 */
export async function listQueuedOrders(
  db: Db,
  {
    queue,
    readerId,
    cursor,
    limit,
  }: { queue: OrderQueue; readerId: string; cursor?: string | undefined; limit: number },
): Promise<Page<QueuedOrder>> {
  // Each queue sorts by the column of its own index.
  const since = sinceOf(queue);
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const rows = await db
    .select({ order: orders, title: orderItem.title, count: itemsOfOrder })
    .from(orders)
    .leftJoin(orderItem, and(eq(orderItem.orderId, orders.id), eq(orderItem.position, 0)))
    .where(
      and(
        waitsIn(queue, readerId),
        after ? sql`(${since}, ${orders.id}) > (${after[0]}::timestamptz, ${after[1]})` : undefined,
      ),
    )
    .orderBy(asc(since), asc(orders.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ order }) => [
    (queue === 'attention' ? order.updatedAt : order.statusSince).toISOString(),
    order.id,
  ]);
  return {
    items: items.map(({ order, title, count }) =>
      lookedAtRowSchema.parse({
        ...order,
        attention: attentionText(order),
        attentionCode: attentionCode(order.attention),
        title: title === null ? 'Order' : titleOfFirst(title, count),
        total: { amount: order.totalAmount, currency: order.currency },
        statusSince: iso(order.statusSince),
        dispute: order.disputeReason,
        decisionAskedAt: iso(order.decisionAskedAt),
      }),
    ),
    nextCursor,
  };
}

/** How many orders wait in a queue of this admin. */
export function sizeOfOrderQueue(db: Db, queue: OrderQueue, readerId: string): Promise<QueueSize> {
  return sizeOfQueue(db, sql`${sinceOf(queue)}`, sql`from ${orders} where ${waitsIn(queue, readerId)}`);
}

const sinceOf = (queue: OrderQueue) => (queue === 'attention' ? orders.updatedAt : orders.statusSince);
const waitsIn = (queue: OrderQueue, readerId: string) => and(onQueue[queue], notifiedTo(readerId, queue));

const isFraud = sql`(${orders.attention} = 'fraud_warning' or ${like(orders.attention, `${fraudWarns}%`)})`;

function notifiedTo(readerId: string, queue: OrderQueue): SQL | undefined {
  const isOthers = and(ne(orders.buyerId, readerId), ne(orders.sellerId, readerId));
  if (queue === 'self_buying') return isOthers;
  return queue === 'attention' ? or(isOthers, not(isFraud)) : undefined;
}

/** The condition of each queue. */
const onQueue: Readonly<Record<OrderQueue, SQL | undefined>> = {
  attention: isNotNull(orders.attention),
  disputed: or(eq(orders.status, 'disputed'), awaitsReturnDecision),
  // Final orders need no check.
  self_buying: and(
    inArray(orders.status, ['paid', 'awaiting_shipping', 'shipped', 'delivered']),
    sql`${orders.id} in (select order_id from order_sign)`,
  ),
  refund_failed: sql`${orders.id} in (select r.order_id ${stuckRefunds})`,
  chargeback: sql`${orders.id} in (select order_id from chargeback_part where chargeback_id in (select id from chargeback where ${unansweredChargebacks}))`,
};
