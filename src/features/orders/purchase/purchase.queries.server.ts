import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderPolicy, unknownPurchase } from '../model/order.policy.ts';
import { type OrderRow, orderItem, orders } from '../model/order.tables.ts';
import type { FullOrder } from '../queries/order.present.server.ts';
import { complete } from '../queries/orders.queries.server.ts';
import { type PurchaseRow, purchase } from './purchase.tables.ts';

export interface LockedPurchase {
  paid: PurchaseRow;
  /** By id. */
  placed: OrderRow[];
}

/** A purchase and its orders, locked in this order until the transaction ends. Refuses an unknown one (404). */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<LockedPurchase> {
  const [paid] = await tx.db.select().from(purchase).where(eq(purchase.id, purchaseId)).for('update');
  if (!paid) throw notFound(unknownPurchase);
  const placed = await tx.db
    .select()
    .from(orders)
    .where(eq(orders.purchaseId, purchaseId))
    .orderBy(asc(orders.id))
    .for('update');
  return { paid, placed };
}

export async function findPurchase(db: Db, purchaseId: string): Promise<PurchaseRow | undefined> {
  const [row] = await db.select().from(purchase).where(eq(purchase.id, purchaseId));
  return row;
}

/** What an order is paid with. */
export async function findPurchaseOf(db: Db, orderId: string): Promise<PurchaseRow | undefined> {
  const [row] = await db
    .select(getTableColumns(purchase))
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(eq(orders.id, orderId));
  return row;
}

export interface FullPurchase {
  paid: PurchaseRow;
  /** By id. */
  placed: FullOrder[];
}

/** A purchase with the page on which it is paid. */
export interface PayablePurchase extends FullPurchase {
  checkoutUrl: string;
}

/** The purchase that was placed with this key. */
export async function findByKey(db: Db, idempotencyKey: string): Promise<PurchaseRow | undefined> {
  const [row] = await db.select().from(purchase).where(eq(purchase.idempotencyKey, idempotencyKey));
  return row;
}

/** The listings whose copies a buyer's unpaid purchases have reserved, each with its purchase. */
export async function findUnpaidListings(db: Db, buyerId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ listingId: orderItem.listingId, purchaseId: purchase.id })
    .from(purchase)
    .innerJoin(orders, eq(orders.purchaseId, purchase.id))
    .innerJoin(orderItem, eq(orderItem.orderId, orders.id))
    .where(and(eq(purchase.buyerId, buyerId), eq(purchase.status, 'open')));
  return new Map(rows.map(({ listingId, purchaseId }) => [listingId, purchaseId]));
}

/** A purchase with its orders and all that belongs to them, without a check of permissions. */
export async function findFullPurchase(db: Db, purchaseId: string): Promise<FullPurchase | null> {
  const paid = await findPurchase(db, purchaseId);
  if (!paid) return null;
  const rows = await db.select().from(orders).where(eq(orders.purchaseId, purchaseId)).orderBy(asc(orders.id));
  return { paid, placed: await complete(db, rows) };
}

/** The same for its buyer. For everyone else it does not exist. */
export async function getPurchaseFor(db: Db, memberId: string, purchaseId: string): Promise<FullPurchase> {
  const full = isId(purchaseId) ? await findFullPurchase(db, purchaseId) : null;
  if (!full) throw notFound(unknownPurchase);
  const { buyerId } = full.paid;
  orderPolicy.check({ id: memberId, role: 'member' }, 'see a purchase', { buyerId, sellerId: null });
  return full;
}
