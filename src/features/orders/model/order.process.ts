import { addMs } from '#kernel/time.ts';
import { orderTimes } from './order.times.ts';

/**
 * The life of an order, as data. Guards, buttons, badges, the API's verbs, timers and the tests are derived from it.
 */
export const orderStatuses = [
  'pending_payment',
  'paid',
  'awaiting_shipping',
  'shipped',
  'delivered',
  'completed',
  'canceled',
  'refunded',
  'disputed',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** `timer` is the app's own clock, `stripe` a payment. */
export const orderMovers = ['buyer', 'seller', 'timer', 'stripe', 'operator'] as const;
export type OrderMover = (typeof orderMovers)[number];

export type OrderVerb =
  | 'pay'
  | 'pay_late'
  | 'expire'
  | 'cancel'
  | 'hand_over'
  | 'ship'
  | 'deliver'
  | 'complete'
  | 'refund'
  | 'charge_back'
  | 'dispute'
  | 'withdraw'
  | 'take_return';

export interface OrderTransition {
  verb: OrderVerb;
  from: readonly OrderStatus[];
  to: OrderStatus;
  by: readonly OrderMover[];
  /** Only this long after the order entered its state: the right of a side that the other side keeps waiting. */
  afterMs?: number;
}

export const orderTransitions: readonly OrderTransition[] = [
  { verb: 'pay', from: ['pending_payment'], to: 'paid', by: ['stripe'] },
  // The payment succeeded after the hold had ended, and the copy is still free.
  { verb: 'pay_late', from: ['canceled'], to: 'paid', by: ['stripe'] },
  { verb: 'expire', from: ['pending_payment'], to: 'canceled', by: ['timer', 'stripe'] },
  { verb: 'cancel', from: ['pending_payment'], to: 'canceled', by: ['buyer'] },
  // The timer: the seller did not answer the buyer's request to cancel.
  { verb: 'cancel', from: ['paid', 'awaiting_shipping'], to: 'canceled', by: ['seller', 'timer'] },
  { verb: 'cancel', from: ['awaiting_shipping'], to: 'canceled', by: ['buyer'], afterMs: orderTimes.shipWithinMs },
  { verb: 'hand_over', from: ['paid'], to: 'awaiting_shipping', by: ['seller', 'timer'] },
  { verb: 'ship', from: ['paid', 'awaiting_shipping'], to: 'shipped', by: ['seller'] },
  { verb: 'deliver', from: ['shipped'], to: 'delivered', by: ['buyer'] },
  { verb: 'deliver', from: ['shipped'], to: 'delivered', by: ['timer'], afterMs: orderTimes.assumeDeliveredMs },
  { verb: 'complete', from: ['delivered'], to: 'completed', by: ['timer'], afterMs: orderTimes.completeMs },
  // A buyer who says after a report that all is well ends it.
  // The timer: an order did not arrive and the market bears it, or tracking shows its delivery.
  { verb: 'complete', from: ['disputed'], to: 'completed', by: ['buyer', 'operator', 'timer'] },
  {
    verb: 'refund',
    from: ['paid', 'awaiting_shipping', 'shipped', 'delivered', 'disputed'],
    to: 'refunded',
    by: ['seller', 'operator', 'stripe'],
  },
  // An order that did not arrive, and whose seller did not answer.
  { verb: 'refund', from: ['disputed'], to: 'refunded', by: ['timer'] },
  // The buyer's bank has taken all that was left of the payment, for good.
  {
    verb: 'charge_back',
    from: ['paid', 'awaiting_shipping', 'shipped', 'delivered', 'disputed'],
    to: 'refunded',
    by: ['stripe'],
  },
  { verb: 'dispute', from: ['awaiting_shipping'], to: 'disputed', by: ['buyer'], afterMs: orderTimes.shipWithinMs },
  { verb: 'dispute', from: ['shipped', 'delivered'], to: 'disputed', by: ['buyer'] },
  // A consumer withdraws from a trader's sale before it is shipped.
  { verb: 'withdraw', from: ['paid', 'awaiting_shipping'], to: 'canceled', by: ['buyer'] },
  // The cards are back at the seller, who says so or does not answer. A completed order stays completed.
  {
    verb: 'take_return',
    from: ['shipped', 'delivered', 'disputed'],
    to: 'refunded',
    by: ['seller', 'timer'],
  },
];

/**
 * Which timer watches an order that has just come into this state. An unpaid one is watched from its making, by
 * `orders.end-purchase`: the hold ends, and the order with it.
 */
export const orderTimers: Partial<Record<OrderStatus, { verb: OrderVerb; afterMs: number }>> = {
  paid: { verb: 'hand_over', afterMs: orderTimes.handOverMs },
  shipped: { verb: 'deliver', afterMs: orderTimes.assumeDeliveredMs },
  delivered: { verb: 'complete', afterMs: orderTimes.completeMs },
};

/** What ends each non-final state: who acts, and whether a timer ends it without an action. */
export const orderWaits: Readonly<
  Partial<Record<OrderStatus, { verb: OrderVerb; by: OrderMover; ends: 'by itself' | 'by somebody' }>>
> = {
  pending_payment: { verb: 'expire', by: 'timer', ends: 'by itself' },
  paid: { verb: 'hand_over', by: 'timer', ends: 'by itself' },
  // The seller may send; who waits too long for it is not held there.
  awaiting_shipping: { verb: 'cancel', by: 'buyer', ends: 'by somebody' },
  shipped: { verb: 'deliver', by: 'timer', ends: 'by itself' },
  delivered: { verb: 'complete', by: 'timer', ends: 'by itself' },
  disputed: { verb: 'complete', by: 'operator', ends: 'by somebody' },
};

/** From here on the platform holds the buyer's money. */
export const paidStatuses: readonly OrderStatus[] = [
  'paid',
  'awaiting_shipping',
  'shipped',
  'delivered',
  'completed',
  'disputed',
];

/**
 * The seller needs the buyer's address to ship the cards and to answer later questions: from the payment until 90 days
 * after the order is completed, and not once it is canceled or refunded.
 */
export function maySellerSeeAddress(
  { status, statusSince }: { status: OrderStatus; statusSince: Date },
  now: Date,
): boolean {
  if (status === 'completed') return now < addMs(statusSince, orderTimes.addressForSellerMs);
  return paidStatuses.includes(status);
}

/** The seller has to send it. */
export const toBeShipped: readonly OrderStatus[] = ['paid', 'awaiting_shipping'];

export const isPaid = (status: OrderStatus | null): boolean => status !== null && paidStatuses.includes(status);

export type MoveAnswer =
  | { transition: OrderTransition }
  | { refused: 'not_yours' | 'wrong_state' | 'too_early'; from?: Date };

/** Whether this mover may do that now; and if not, whether never, not in this state, or not yet. */
export function mayMove(
  verb: OrderVerb,
  by: OrderMover,
  order: { status: OrderStatus; statusSince: Date },
  now: Date,
): MoveAnswer {
  const mine = orderTransitions.filter((transition) => transition.verb === verb && transition.by.includes(by));
  if (mine.length === 0) return { refused: 'not_yours' };
  const transition = mine.find((candidate) => candidate.from.includes(order.status));
  if (!transition) return { refused: 'wrong_state' };
  const from = new Date(order.statusSince.getTime() + (transition.afterMs ?? 0));
  return now < from ? { refused: 'too_early', from } : { transition };
}
