import { Readable } from 'node:stream';
import { writeTable } from '#features/imports/index.server.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { statusBadge } from '../components/order/order-words.ts';
import type { ExportOrdersInput, Order } from '../contract.ts';
import { orderNumber } from '../model/order.number.ts';
import { sellersShare } from '../model/order.rules.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { listOrdersFor } from '../queries/orders.queries.server.ts';

/** How many orders are read at a time. */
const step = 100;

/**
 * A member's orders as CSV for their books, newest first, filtered as on the page; as each side may see it. A cell that
 * a spreadsheet would run as a formula is escaped. Refuses too many (429) before the first byte.
 */
export async function exportOrdersCsv(
  platform: Platform,
  actor: Actor,
  input: ExportOrdersInput,
): Promise<ReadableStream<Uint8Array>> {
  await platform.limits.count(ordersLimits.exports, actor.id);
  return Readable.toWeb(Readable.from(bytesOf(platform, actor.id, input))) as ReadableStream<Uint8Array>;
}

async function* bytesOf(
  { db, clock }: Platform,
  memberId: string,
  { q, ...filter }: ExportOrdersInput,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(writeTable([columns.map(([name]) => name)]));
  for (let cursor: string | undefined; ; ) {
    const page = await listOrdersFor(db, memberId, { ...filter, cursor, limit: step }, q);
    const rows = page.items
      .map((full) => presentOrder(full, memberId, clock.now()))
      .map((order) => columns.map(([, cell]) => cell(order, order.sellerId === memberId) ?? ''));
    if (rows.length > 0) yield encoder.encode(writeTable(rows));
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

const dayOf = (at: string | null | undefined) => at?.slice(0, 10);
const reached = (status: Order['status']) => (order: Order) =>
  dayOf(order.history.find((entry) => entry.status === status)?.at);

type Cell = (order: Order, isSale: boolean) => string | null | undefined;

/** Days are in UTC; amounts have a point, whatever the reader's country. */
const columns: readonly (readonly [name: string, cell: Cell])[] = [
  ['Order number', ({ id }) => orderNumber(id)],
  ['Type', (_, isSale) => (isSale ? 'Sale' : 'Purchase')],
  ['Status', ({ status }, isSale) => statusBadge(status, isSale ? 'seller' : 'buyer').word],
  ['Ordered (UTC)', ({ createdAt }) => dayOf(createdAt)],
  ['Paid (UTC)', ({ paidAt }) => dayOf(paidAt)],
  ['Shipped (UTC)', reached('shipped')],
  ['Delivered (UTC)', reached('delivered')],
  ['Buyer', ({ buyer }) => buyer.username],
  ['Seller', ({ seller }) => seller.username],
  ['Country', ({ address }) => address?.country.toUpperCase()],
  ['Phone', ({ address }) => address?.phone],
  ['Items', ({ items }) => items.map(({ quantity, title }) => `${quantity} × ${title}`).join('; ')],
  ['Quantity', ({ items }) => String(items.reduce((sum, { quantity }) => sum + quantity, 0))],
  ['Items total', ({ totals }) => decimalOf(totals.items.amount)],
  ['Shipping', ({ totals }) => decimalOf(totals.shipping.amount)],
  ['Total', ({ totals }) => decimalOf(totals.total.amount)],
  ['Refunded', ({ refunded }) => decimalOf(refunded?.amount ?? 0)],
  ['Selling fee', ({ fee }) => fee && decimalOf(fee.amount)],
  ['Earnings', (order, isSale) => (isSale ? earningsOf(order) : undefined)],
  ['Currency', ({ totals }) => totals.total.currency],
  ['Shipping method', ({ shipping }) => shipping.name],
  ['Tracked', ({ shipping }) => (shipping.tracked ? 'Yes' : 'No')],
  ['Parcels', ({ shipping }) => String(shipping.parcels)],
  ['Ships from', ({ shipping }) => shipping.shipsFrom],
  ['Carrier', ({ tracking }) => tracking?.carrier],
  ['Tracking number', ({ tracking }) => tracking?.trackingNumber ?? undefined],
];

/** What is left for the seller; nothing for an order that was never paid. */
function earningsOf(order: Order): string | undefined {
  if (order.paidAt === null) return undefined;
  const { totals, refunded, covered } = order;
  const left = totals.total.amount - (refunded?.amount ?? 0) + (covered?.amount ?? 0);
  return decimalOf(sellersShare(order)?.left.amount ?? left);
}
