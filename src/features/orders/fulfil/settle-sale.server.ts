import { and, asc, eq } from 'drizzle-orm';
import { isPlainCopy } from '#features/catalogue/words.ts';
import { dropSales, recordSales } from '#features/prices/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { findSigns } from '../lifecycle/self-buying.server.ts';
import { findNetwork } from '../model/order.origin.server.ts';
import { isPaid } from '../model/order.process.ts';
import { buyerTrace, type OrderRow, orderHistory, orderItem } from '../model/order.tables.ts';
import { takenOf } from '../payment-disputes/chargebacks.queries.server.ts';
import { recountSales } from '../queries/seller-sales.server.ts';
import { itemsGivenBack } from '../refunds/refunded-items.server.ts';

/**
 * A completed order that was delivered: from then on the seller alone can't give its money back. One that was never
 * sent can be completed, too.
 */
async function isFinalSale(tx: Tx, { id, status }: OrderRow): Promise<boolean> {
  if (status !== 'completed') return false;
  return (
    (await tx.db.$count(orderHistory, and(eq(orderHistory.orderId, id), eq(orderHistory.status, 'delivered')))) > 0
  );
}

/**
 * Keys that identify the buyer of an order, for `recordSales`. The address is none of them: thousands share a pick-up
 * point.
 */
async function buyerMarks(tx: Tx, { id, buyerId }: OrderRow): Promise<string[]> {
  const traces = await tx.db
    .select()
    .from(buyerTrace)
    .where(and(eq(buyerTrace.memberId, buyerId), eq(buyerTrace.kind, 'card')));
  const network = await findNetwork(tx, id);
  return [
    `account ${buyerId}`,
    ...traces.map(({ kind, hash }) => `${kind} ${hash}`),
    ...(network === null ? [] : [`network ${network}`]),
  ];
}

/**
 * Stores what a locked order contributes to its seller's sales and to prices: a sale while it is paid, which counts
 * once it is completed after a delivery; none where it was canceled or the buyer's bank has taken any of its money;
 * none for refunded items: those that a refund names, or all of them. Copies that are not plain (`isPlainCopy`) are left
 * out: their price says nothing about a plain one. Idempotent.
 */
export async function settleSale(tx: Tx, order: OrderRow): Promise<void> {
  await recountSales(tx, order);
  const { id: orderId, buyerId, sellerId, currency, paidAt, status } = order;
  const back = isPaid(status) ? await itemsGivenBack(tx, orderId) : 'all';
  if (paidAt === null || back === 'all' || (await takenOf(tx, orderId)) > 0) return dropSales(tx, orderId);
  const rows = await tx.db
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId))
    .orderBy(asc(orderItem.position));
  const counts = ({ position, snapshot }: (typeof rows)[number]) => !back.includes(position) && isPlainCopy(snapshot);
  const dropped = rows.filter((row) => !counts(row)).map(({ position }) => position);
  if (dropped.length > 0) await dropSales(tx, orderId, dropped);
  const items = rows.filter(counts).map(({ position, priceAmount, snapshot }) => {
    const { cardId, finish, language, condition, grading } = snapshot;
    return { position, priceAmount, cardId, finish, language, condition, isGraded: grading !== null };
  });
  const isOwn = (await findSigns(tx.db, orderId)).length > 0;
  const [isFinal, buyer] = [await isFinalSale(tx, order), await buyerMarks(tx, order)];
  await recordSales(tx, { orderId, buyerId, sellerId, currency, soldAt: paidAt, isOwn, isFinal, buyer, items });
}
