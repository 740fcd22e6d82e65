import { asc, eq } from 'drizzle-orm';
import { isPlainCopy } from '#features/catalogue/words.ts';
import { dropSales, recordSales } from '#features/prices/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { takenOf } from './chargebacks.queries.server.ts';
import { isPaid } from './order.process.ts';
import { type OrderRow, orderItem } from './order.tables.ts';
import { itemsGivenBack } from './refunded-items.server.ts';
import { findSigns } from './self-buying.server.ts';

/** `isPlainCopy` as a condition on the snapshot of an item `i`. */
export const isPlainItem = `coalesce(i.snapshot ->> 'edition', 'unlimited') = 'unlimited'
  and not (i.snapshot @> '{"signed": true}' or i.snapshot @> '{"altered": true}' or i.snapshot @> '{"misprint": true}')`;

/**
 * Keeps what a locked order says of prices as the order is: a sale while it is paid, none where it was called off or the buyer's bank has taken any of its money, and none of
 * what money was given back for: the items that a refund names, or all of them. Nor of a copy that is signed, altered, misprinted or of a special edition: its price says nothing
 * of a plain one. However often it is called.
 */
export async function settleSale(tx: Tx, order: OrderRow): Promise<void> {
  const { id: orderId, buyerId, sellerId, currency, paidAt, status } = order;
  const back = isPaid(status) ? await itemsGivenBack(tx, orderId) : 'all';
  if (paidAt === null || back === 'all' || (await takenOf(tx, orderId)) > 0) return dropSales(tx, orderId);
  const rows = await tx.db.select().from(orderItem).where(eq(orderItem.orderId, orderId)).orderBy(asc(orderItem.position));
  const counts = ({ position, snapshot }: (typeof rows)[number]) => !back.includes(position) && isPlainCopy(snapshot);
  const dropped = rows.filter((row) => !counts(row)).map(({ position }) => position);
  if (dropped.length > 0) await dropSales(tx, orderId, dropped);
  const items = rows.filter(counts).map(({ position, priceAmount, snapshot }) => {
    const { cardId, finish, language, condition, grading } = snapshot;
    return { position, priceAmount, cardId, finish, language, condition, isGraded: grading !== null };
  });
  const isOwn = (await findSigns(tx.db, orderId)).length > 0;
  await recordSales(tx, { orderId, buyerId, sellerId, currency, soldAt: paidAt, isOwn, items });
}
