import { formatMoney, money } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { calendarDay } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { openPdf } from '#platform/pdf/document.server.ts';
import { margin, tableWidth, writeLogo, writeTable } from '#platform/pdf/table.server.ts';
import type { Platform } from '#platform/platform.ts';
import { readLogo } from '#platform/site/logo.server.ts';
import { type Order, orderRefusals } from '../contract.ts';
import { traderRows } from '../emails/order.email-texts.ts';
import { orderNumber } from '../model/order.number.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { presentPurchase } from '../purchase/purchase.present.server.ts';
import { getPurchaseFor } from '../purchase/purchase.queries.server.ts';

const columns = [
  { title: 'Item', width: tableWidth - 170 },
  { title: 'Quantity', width: 60, isAmount: true },
  { title: 'Amount', width: 110, isAmount: true },
];

/** What a receipt is about. */
interface Receipt {
  market: string;
  logo: Uint8Array | null;
  buyer: string;
  paidAt: Date;
  orders: readonly Order[];
}

/**
 * The receipt of a purchase for its buyer, as PDF: each paid order with its seller, items and shipping, and what was paid
 * and refunded in all. Refuses a purchase that isn't paid (409).
 */
export async function printReceipt(platform: Platform, actor: Actor, purchaseId: string) {
  const full = await getPurchaseFor(platform.db, actor.id, purchaseId);
  const { capturedAt } = full.paid;
  const orders = presentPurchase(full, actor.id, platform.clock.now()).orders.filter(({ paidAt }) => paidAt !== null);
  if (capturedAt === null || orders.length === 0)
    throw conflict(orderRefusals.wrongState, 'There is no receipt yet. This purchase isn’t paid.');
  await platform.limits.count(ordersLimits.papers, actor.id);
  const buyer = orders[0]?.buyer.username ?? deletedName;
  const logo = (await readLogo(platform))?.bytes ?? null;
  return receiptPdf({ market: platform.site.brand.name, logo, buyer, paidAt: capturedAt, orders });
}

async function receiptPdf({ market, logo, buyer, paidAt, orders }: Receipt): Promise<Buffer<ArrayBuffer>> {
  const tables = orders.map((order) => ({ heading: headingOf(order), rows: rowsOf(order) }));
  const texts = tables.flatMap(({ heading, rows }) => [...heading, ...rows.flatMap(({ cells }) => cells)]);
  const pdf = await openPdf('Receipt', [market, buyer, ...texts]);
  pdf.page();
  writeLogo(pdf, logo);
  pdf.write('Receipt', { x: margin, y: margin, width: tableWidth, size: 18, bold: true });
  const about = `${market} · paid on ${calendarDay(paidAt)} by ${buyer}`;
  let y = pdf.write(about, { x: margin, y: margin + 28, width: tableWidth, lines: 2 }) + 14;
  for (const { heading, rows } of tables) {
    for (const [at, line] of heading.entries())
      y = pdf.write(line, { x: margin, y, width: tableWidth, bold: at === 0, size: at === 0 ? 11 : 9, lines: 2 });
    y = writeTable(pdf, { columns, rows }, y + 6) + 14;
  }
  writeTable(pdf, { columns: sumColumns, rows: sumsOf(orders) }, y);
  return pdf.end();
}

function headingOf(order: Order): string[] {
  const seller = `Order ${orderNumber(order.id)} · sold by ${order.seller.username}`;
  return [seller, ...traderRows(order).map(([what, said]) => `${what}: ${said}`)];
}

function rowsOf({ items, shipping, totals }: Order) {
  const bought = items.map(({ title, quantity, price }) => ({
    cells: [title, String(quantity), formatMoney(money(price.amount * quantity, price.currency))],
  }));
  const sent = [
    shipping.name ?? 'Shipping',
    '',
    shipping.price.amount === 0 ? 'Included' : formatMoney(shipping.price),
  ];
  return [...bought, { cells: sent }, { cells: ['Total', '', formatMoney(totals.total)], bold: true }];
}

const sumColumns = [
  { title: 'Payment', width: tableWidth - 170 },
  { title: 'Amount', width: 170, isAmount: true },
];

function sumsOf(orders: readonly Order[]) {
  const { currency } = orders[0]?.totals.total ?? { currency: 'USD' as const };
  const paid = orders.reduce((sum, { totals }) => sum + totals.total.amount, 0);
  const refunded = orders.reduce((sum, order) => sum + (order.refunded?.amount ?? 0), 0);
  const total = { cells: ['Total paid', formatMoney(money(paid, currency))], bold: true };
  return refunded === 0 ? [total] : [total, { cells: ['Refunded', formatMoney(money(-refunded, currency))] }];
}
