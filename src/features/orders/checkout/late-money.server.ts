import { eq, sql } from 'drizzle-orm';
import { checkHold, type HoldInput, holdStock, sellStock } from '#features/listings/index.server.ts';
import { reclaimAgreement, reservedFor } from '#features/offers/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { appendChanged, notifyUpdates } from '../fulfil/move-order.server.ts';
import { type OrderRow, orderHistory, orders } from '../model/order.tables.ts';
import { attentionColumns, noteColumns } from '../model/order.texts.ts';
import { requestRefund } from '../refunds/refunds.server.ts';
import { type OrderedItem, without } from './free-purchase.server.ts';

/**
 * Takes the copies of a canceled order again, at the agreed prices, and sells them: all or none. False when any of them
 * is sold or held by another order, or its seller has changed the listing. Copies that an accepted offer still reserves
 * are taken from its reservation.
 */
export async function takeAgain(tx: Tx, order: OrderRow, items: readonly OrderedItem[], now: Date): Promise<boolean> {
  const { id: orderId, buyerId, currency } = order;
  if (order.status !== 'canceled' || items.length === 0) return false;
  const free = without(items, await reservedFor(tx, orderId));
  const holds = free.map((item): HoldInput => ({ ...item, ...priceOf(item, currency), orderId, buyerId, now }));
  try {
    // All are checked before any is held: a refusal would have to undo the others.
    if (holds.length > 1) for (const hold of holds) await checkHold(tx, { ...hold, quantity: copiesOf(holds, hold) });
    for (const hold of holds) await holdStock(tx, hold);
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
  await reclaimAgreement(tx, { orderId, now });
  for (const { listingId, quantity } of items) await sellStock(tx, { listingId, quantity, orderId, now });
  return true;
}

/** All copies of its listing together: two items may be of one. */
const copiesOf = (holds: readonly HoldInput[], { listingId }: HoldInput): number =>
  holds.filter((one) => one.listingId === listingId).reduce((sum, { quantity }) => sum + quantity, 0);

/** An agreed price stays, whatever the listing costs now; otherwise the listing must cost what it did. */
function priceOf(
  { priceAmount, listedPrice }: OrderedItem,
  currency: Currency,
): Pick<HoldInput, 'agreedPrice' | 'expectedPrice'> {
  const price = money(priceAmount, currency);
  return priceAmount === listedPrice ? { expectedPrice: price } : { agreedPrice: price };
}

/** Refunds the part of an order that ended unpaid and whose copies are gone. */
export async function returnLateMoney(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  await requestRefund(tx, order, { cause: 'late_payment' }, now);
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
