import { asc, eq } from 'drizzle-orm';
import { notify } from '#features/notifications/index.server.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { OrderMover } from '../model/order.process.ts';
import { titleOfFirst } from '../model/order.rules.ts';
import { type OrderRow, orderItem } from '../model/order.tables.ts';
import { orderDeadlines } from '../model/order.times.ts';
import { type OrderEmail, orderEmails } from './order.emails.ts';

/** The key that groups an order's notifications. */
export const updatesOfOrder = (orderId: string) => `order ${orderId}`;

/**
 * The notification for each email: the words before the card's name, and a sentence. A buyer who has just paid needs no
 * notification about it.
 */
const words: Record<Exclude<OrderEmail, 'receipt'>, [title: string, body: string]> = {
  sold: ['You sold', `It is paid. Send it within ${orderDeadlines.sendWithin}.`],
  sent: ['On its way:', 'The seller has sent it. Say so when it has arrived, or report what is wrong.'],
  arrived: ['Arrived:', 'The buyer has it.'],
  assumed_sale: ['Counts as arrived:', 'The buyer reported no problem.'],
  assumed: [
    'Has it arrived?',
    `It counts as arrived now. If something is wrong, report it within ${orderDeadlines.reportWithin}.`,
  ],
  done: ['Sale done:', 'There is nothing left to do.'],
  settled: ['Problem settled:', 'The order is completed. There is nothing left to do.'],
  called_off_sale: ['Called off:', 'The buyer called the order off and is paid back. Do not send it.'],
  called_off: ['Called off:', 'Your money goes back to the card that you paid with.'],
  money_back_sale: ['Refunded:', 'The payment went back to the buyer, so the order is closed.'],
  money_back: ['Your money comes back:', 'The order is closed.'],
  part_back: ['A part of your money comes back:', 'The order goes on.'],
  came_late: [
    'Your payment came too late:',
    'Somebody else has it now. Your money goes back to the card that you paid with.',
  ],
  money_stuck: ['Your money has not come back yet:', 'The operator of this market sees it and sends it again.'],
  problem: ['A problem with your sale:', 'Until it is settled the order stands still.'],
  decided_back: ['Decided for you:', 'Your money goes back, and the order is closed.'],
  decided_back_sale: ['Decided for the buyer:', 'The payment goes back to the buyer, and the order is closed.'],
  decided_kept: ['Decided for the seller:', 'The sale stands, and the order is completed.'],
  decided_kept_sale: ['Decided for you:', 'The sale stands, and the order is completed.'],
  decided_part: [
    'Decided in part for you:',
    'Money goes back for some of the cards. The rest of the sale stands, and the order is completed.',
  ],
  decided_part_sale: [
    'Decided in part for the buyer:',
    'Money goes back for some of the cards. The rest of the sale stands, and the order is completed.',
  ],
  bank_asks: ['Your bank asks for a payment back:', 'Until it has decided, nothing of the order moves by itself.'],
  bank_asks_sale: [
    'The buyer’s bank asks for the payment back:',
    'Until it has decided, nothing of the order moves by itself.',
  ],
  bank_leaves: ['Your bank has decided:', 'The payment stays with the seller.'],
  bank_leaves_sale: ['The buyer’s bank has decided:', 'The payment stays with you.'],
  bank_takes: ['Your bank has decided:', 'The payment comes back to you.'],
  bank_takes_sale: ['The buyer’s bank has decided:', 'The payment went back to the buyer.'],
};

interface Named {
  /** Of the first item; null where there is none. */
  title: string | null;
  count: number;
}

const texts = Object.fromEntries(
  Object.entries(words).map(([email, [head, body]]) => [
    email,
    ({ title, count }: Named) => ({
      title: `${head} ${title === null ? 'your order' : titleOfFirst(title, count)}`,
      body,
    }),
  ]),
);

export const saleUpdates: NotificationKind = {
  name: 'sales',
  rank: 10,
  label: 'What you sell',
  means: 'Somebody paid for a card of yours, it arrived, there is a problem, or a deal is done.',
  texts,
};

export const purchaseUpdates: NotificationKind = {
  name: 'purchases',
  rank: 20,
  label: 'What you buy',
  means: 'Your card was sent, an order was called off, or money comes back.',
  texts,
};

/**
 * Writes a notification for each side that these emails go to, except the side that acted, in the transaction that
 * holds the order.
 */
export async function notifySides(
  tx: Tx,
  order: OrderRow,
  emails: readonly OrderEmail[],
  by: OrderMover,
  now: Date,
): Promise<void> {
  const notified = emails.filter((email) => email !== 'receipt').filter((email) => orderEmails[email].to !== by);
  if (notified.length === 0) return;
  const items = await tx.db
    .select({ title: orderItem.title })
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  for (const email of notified) {
    const isSale = orderEmails[email].to === 'seller';
    await notify(tx, {
      userId: isSale ? order.sellerId : order.buyerId,
      kind: isSale ? saleUpdates : purchaseUpdates,
      code: email,
      params: { title: items[0]?.title ?? null, count: items.length } satisfies Named,
      link: `/orders/${order.id}`,
      about: `order-${email}-${order.id}-${order.version}`,
      thing: updatesOfOrder(order.id),
      now,
    });
  }
}
