import { inArray } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { ordersData } from '../model/order.data.ts';
import {
  type OrderHistoryRow,
  type OrderItemRow,
  type OrderRow,
  orders,
  type RefundRow,
} from '../model/order.tables.ts';
import { cancelText, noteText, refundText } from '../model/order.texts.ts';
import { withoutFee } from './order.present.server.ts';

/**
 * This feature's part of a member's export: orders of both sides, the other side by username only, each without what
 * only the other side may see, and with the sentences that the rows store as codes.
 */
export async function exportOrders(db: Db, userId: string) {
  const own = (table: string) => readOwnRows(db, ordersData, table, userId);
  const [rows, items, history, purchases, refunds, chargebacks, chargebackParts, problemPhotos] = await Promise.all([
    own('orders'),
    own('order_item'),
    own('order_history'),
    own('purchase'),
    own('refund'),
    own('chargeback'),
    own('chargeback_part'),
    own('order_photo'),
  ]);
  const ids = rows.map((row) => String(row.id));
  const columns = { id: orders.id, buyerId: orders.buyerId, sellerId: orders.sellerId };
  const sides = ids.length === 0 ? [] : await db.select(columns).from(orders).where(inArray(orders.id, ids));
  const otherOf = new Map(sides.map(({ id, buyerId, sellerId }) => [id, buyerId === userId ? sellerId : buyerId]));
  const names = await findSellers(db, [...otherOf.values()]);
  const buying = new Set(sides.filter(({ buyerId }) => buyerId === userId).map(({ id }) => id));
  return {
    orders: rows.map((row) => ({
      ...row,
      cancelReason: cancelText(row as Pick<OrderRow, 'cancelCode' | 'cancelReason'>),
      role: buying.has(String(row.id)) ? 'buyer' : 'seller',
      counterparty: names.get(otherOf.get(String(row.id)) ?? '')?.username ?? null,
    })),
    items: items.map((row) =>
      buying.has(String(row.orderId))
        ? { ...row, snapshot: withoutFee(row.snapshot as OrderItemRow['snapshot']) }
        : row,
    ),
    history: history.map((row) => ({ ...row, note: noteText(row as unknown as OrderHistoryRow) })),
    purchases,
    refunds: refunds.map((row) => ({ ...row, reason: refundText(row as Pick<RefundRow, 'cause' | 'reason'>) })),
    chargebacks,
    chargebackParts,
    problemPhotos,
  };
}
