import { asc, eq } from 'drizzle-orm';
import { notify } from '#features/notifications/index.server.ts';
import { addMs, dateAndTime } from '#kernel/time.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderNumber } from '../model/order.number.ts';
import type { OrderMover } from '../model/order.process.ts';
import { titleOfFirst } from '../model/order.rules.ts';
import { type OrderRow, orderItem } from '../model/order.tables.ts';
import { orderTimes } from '../model/order.times.ts';
import { type OrderEmail, orderEmails } from './order.emails.ts';

/** The key that groups an order's notifications. */
export const updatesOfOrder = (orderId: string) => `order ${orderId}`;

/**
 * The notification for each email: the words before the card's name, and a sentence. A buyer who has just paid needs no
 * notification about it.
 */
const words: Record<Exclude<OrderEmail, 'receipt'>, [title: string, body: string]> = {
  sold: ['You sold', 'The order is paid. Ship it, then mark it as shipped.'],
  sent: ['Shipped:', 'Confirm delivery when it arrives, or report a problem.'],
  arrived: ['Delivered:', 'The buyer confirmed delivery.'],
  assumed_sale: ['Marked as delivered:', 'The buyer reported no problem.'],
  assumed: [
    'Marked as delivered:',
    'If it hasn’t arrived or something is wrong, report a problem before the order is completed.',
  ],
  done: ['Sale completed:', 'You don’t need to do anything.'],
  settled: ['Problem closed:', 'The order is completed. You don’t need to do anything.'],
  called_off_sale: ['Cancelled:', 'The buyer cancelled the order and gets a full refund. Don’t ship it.'],
  called_off: ['Cancelled:', 'You’ll get a full refund to your original payment method.'],
  money_back_sale: ['Refunded:', 'The payment was refunded to the buyer, so the order is closed.'],
  money_back: ['Refunded:', 'You’ll get a refund to your original payment method. The order is closed.'],
  part_back: ['Partial refund:', 'You’ll get it to your original payment method. The order stays open.'],
  came_late: [
    'Late payment refunded:',
    'The card is no longer available. You’ll get a full refund to your original payment method.',
  ],
  money_stuck: ['Refund delayed:', 'We’ll send your refund again. You don’t need to do anything.'],
  problem: ['Problem reported:', 'The order is on hold until the problem is resolved.'],
  decided_back: ['Refund approved:', 'You’ll get a refund, and the order is closed.'],
  decided_back_sale: ['Refund approved:', 'The buyer gets a refund, and the order is closed.'],
  decided_kept: ['Closed without refund:', 'We reviewed the problem. The order is completed.'],
  decided_kept_sale: ['Closed without refund:', 'You keep the payment. The order is completed.'],
  decided_part: ['Partial refund approved:', 'You’ll get a refund for some of the cards. The order is completed.'],
  decided_part_sale: [
    'Partial refund approved:',
    'The buyer gets a refund for some of the cards. The order is completed.',
  ],
  bank_asks: ['Payment dispute opened:', 'The order is on hold until your bank decides.'],
  bank_asks_sale: ['Payment dispute opened:', 'The order is on hold until the buyer’s bank decides.'],
  bank_leaves: ['Payment dispute closed:', 'The seller keeps the payment.'],
  bank_leaves_sale: ['Payment dispute won:', 'You keep the payment.'],
  bank_takes: ['Payment dispute won:', 'Your bank returns the payment to you.'],
  bank_takes_sale: ['Payment dispute lost:', 'The buyer’s bank took back the payment.'],
  held_refunded: ['Refund approved:', 'The payment was on hold for long. You’ll get a refund.'],
  held_refunded_sale: ['Refund approved:', 'The payment was on hold for long. The buyer gets a refund.'],
  held_released: ['Payment released:', 'It was on hold for long. The seller gets the payment.'],
  held_released_sale: ['Payment released:', 'It was on hold for long. You get the payment.'],
  cancel_asked: ['Cancellation requested:', 'Answer within the time that the order shows, or it is cancelled.'],
  cancel_refused: ['Not cancelled:', 'The seller declined your request. The order continues.'],
  proposed: ['Proposal from the seller:', 'Accept it, decline it, or propose something else.'],
  proposed_sale: ['Proposal from the buyer:', 'Accept it, decline it, or propose something else.'],
  proposal_refused: ['Proposal declined:', 'You can make another one.'],
  proposal_refused_sale: ['Proposal declined:', 'You can make another one.'],
  agreed: ['Problem resolved:', 'The order is completed.'],
  agreed_sale: ['Problem resolved:', 'The order is completed.'],
  return_agreed: ['Ship the return:', 'You get a refund when the cards are delivered.'],
  return_agreed_sale: ['Return agreed:', 'Confirm the return when the cards are delivered.'],
  return_on_way: ['Return shipped:', 'Confirm the return when the cards are delivered.'],
  returned: ['Return refunded:', 'You’ll get a refund to your original payment method.'],
  returned_sale: ['Return refunded:', 'You didn’t answer in time, so the buyer gets the refund.'],
  withdrawn: ['Withdrawal received:', 'The order shows what happens next.'],
  withdrawn_sale: ['Buyer withdrew:', 'The order shows what happens next.'],
  withdrawal_over: ['Withdrawal ended:', 'The return wasn’t shipped in time.'],
  withdrawal_over_sale: ['Withdrawal ended:', 'The return wasn’t shipped in time.'],
  delivery_shown: ['Delivery shown:', 'Tracking shows that it was delivered. Answer if you don’t have it.'],
  delivery_contested: ['We’ll decide:', 'The buyer says that it hasn’t arrived. We read both sides and decide.'],
  delivery_kept: ['Closed without refund:', 'Tracking shows the delivery. The order is completed.'],
  delivery_kept_sale: ['Closed without refund:', 'You keep the payment. The order is completed.'],
  not_arrived: ['Not received:', 'You’ll get a full refund to your original payment method.'],
  not_arrived_sale: ['Not received:', 'The problem wasn’t resolved in time, so the buyer gets a full refund.'],
  loss_covered_sale: ['Not received:', 'The buyer gets a full refund, and we cover the loss that the order shows.'],
  not_agreed: ['We’ll decide:', 'You didn’t agree in time. We read both sides and decide.'],
  not_agreed_sale: ['We’ll decide:', 'You didn’t agree in time. We read both sides and decide.'],
};

/** The sentence in place of the body, where the deadline is known. */
const dated: Partial<Record<OrderEmail, { lasts: number; body: (by: string) => string }>> = {
  sold: { lasts: orderTimes.shipWithinMs, body: (by) => `The order is paid. Ship by ${by}.` },
  assumed: {
    lasts: orderTimes.completeMs,
    body: (by) => `If it hasn’t arrived or something is wrong, report a problem by ${by}.`,
  },
};

/** What a side may do on the order's page. */
const acts: Partial<Record<OrderEmail, string>> = {
  sold: 'Ship order',
  sent: 'Confirm delivery',
  problem: 'View problem',
  cancel_asked: 'Answer request',
  delivery_shown: 'View order',
  proposed: 'View proposal',
  proposed_sale: 'View proposal',
};

interface Named {
  /** Of the first item; null where there is none. */
  title: string | null;
  count: number;
  /** The order number; absent in notifications of earlier releases. */
  number?: string;
  /** The deadline; absent in notifications of earlier releases and where there is none. */
  by?: string;
}

const texts = Object.fromEntries(
  Object.entries(words).map(([email, [head, body]]) => [
    email,
    ({ title, count, number, by }: Named) => {
      const act = acts[email as OrderEmail];
      const said = (by !== undefined && dated[email as OrderEmail]?.body(dateAndTime(new Date(by)))) || body;
      return {
        title: `${head} ${title === null ? 'your order' : titleOfFirst(title, count)}`,
        body: number === undefined ? said : `${said} Order ${number}.`,
        ...(act !== undefined && { act }),
      };
    },
  ]),
);

export const saleUpdates: NotificationKind = {
  name: 'sales',
  rank: 10,
  label: 'Sales',
  means: 'A buyer pays, confirms delivery or reports a problem, or a sale is completed.',
  icon: 'orders',
  act: 'View order',
  texts,
};

export const purchaseUpdates: NotificationKind = {
  name: 'purchases',
  rank: 20,
  label: 'Purchases',
  means: 'Your card is shipped, an order is cancelled, or you get a refund.',
  icon: 'orders',
  act: 'View order',
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
    const lasts = dated[email]?.lasts;
    await notify(tx, {
      userId: isSale ? order.sellerId : order.buyerId,
      kind: isSale ? saleUpdates : purchaseUpdates,
      code: email,
      params: {
        title: items[0]?.title ?? null,
        count: items.length,
        number: orderNumber(order.id),
        ...(lasts !== undefined && { by: addMs(now, lasts).toISOString() }),
      } satisfies Named,
      link: `/orders/${order.id}`,
      about: `order-${email}-${order.id}-${order.version}`,
      thing: updatesOfOrder(order.id),
      now,
    });
  }
}
