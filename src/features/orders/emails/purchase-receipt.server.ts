import { type EmailText, mailMember } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { addMs, dayMonthYear } from '#kernel/time.ts';
import type { Row } from '#platform/mail/email.ts';
import type { Platform } from '#platform/platform.ts';
import type { Order } from '../contract.ts';
import { orderNumber } from '../model/order.number.ts';
import { orderTimes } from '../model/order.times.ts';
import { presentPurchase } from '../purchase/purchase.present.server.ts';
import { findFullPurchase } from '../purchase/purchase.queries.server.ts';
import { withdrawRows } from './email-updates.server.ts';
import { billOf, traderRows } from './order.email-texts.ts';
import { orderEmails } from './order.emails.ts';

/** Emails the buyer of several orders one receipt that names all that were paid. A repeated run sends nothing more. */
export async function mailReceipt(platform: Platform, purchaseId: string): Promise<void> {
  const full = await findFullPurchase(platform.db, purchaseId);
  if (!full?.paid.capturedAt) return;
  const { buyerId: userId, capturedAt } = full.paid;
  const orders = presentPurchase(full, userId, platform.clock.now()).orders.filter(({ paidAt }) => paidAt !== null);
  if (orders.length === 0) return;
  await mailMember(platform, {
    userId,
    kind: orderEmails.receipt.kind,
    messageId: `purchase-receipt-${purchaseId}`,
    email: writeReceipt(platform, orders, capturedAt, `${platform.config.appUrl}/purchases/${purchaseId}`),
  });
}

function writeReceipt(platform: Platform, orders: readonly Order[], paidAt: Date, url: string): EmailText {
  const total = {
    amount: orders.reduce((sum, { totals }) => sum + totals.total.amount, 0),
    currency: orders[0]?.totals.total.currency ?? 'EUR',
  };
  const rights = [...new Set(orders.flatMap(({ soldBy }) => soldBy?.rights ?? []))];
  return {
    subject: `Receipt: ${plural(orders.length, { one: '# order', other: '# orders' })}`,
    paragraphs: [
      `You paid ${formatMoney(total)} on ${dayMonthYear(paidAt)}. Thank you for your orders.`,
      `Each seller should ship by ${dayMonthYear(addMs(paidAt, orderTimes.shipWithinMs))}. Each order shows its current status.`,
      ...(rights.length > 0 ? [rights.join(' ')] : []),
    ],
    rows: orders.flatMap((order) => [...rowsOf(order), ...withdrawRows(platform, order)]),
    sum: ['Total paid', formatMoney(total)],
    button: { label: 'View purchase', url },
  };
}

function rowsOf(order: Order): readonly Row[] {
  const named: Row[] = [
    ['Order number', orderNumber(order.id)],
    ['Seller', order.seller.username],
    ...traderRows(order),
  ];
  return billOf(order, 'Total', named).rows;
}
