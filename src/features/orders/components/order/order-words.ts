import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { dateAndTime, dayMonthYear } from '#kernel/time.ts';
import type { StatusTone } from '#ui/feedback/status-dot.tsx';
import type { Order } from '../../contract.ts';
import type { OrderMover, OrderStatus } from '../../model/order.process.ts';
import type { DisputeReason } from '../../model/order.rules.ts';
import { orderDeadlines, orderTimes } from '../../model/order.times.ts';

export type Side = 'buyer' | 'seller';

export const statusWords: Record<OrderStatus, { word: string; tone: StatusTone }> = {
  pending_payment: { word: 'Waiting for payment', tone: 'waiting' },
  paid: { word: 'Paid', tone: 'live' },
  awaiting_shipping: { word: 'To be sent', tone: 'waiting' },
  shipped: { word: 'On its way', tone: 'live' },
  delivered: { word: 'Arrived', tone: 'live' },
  completed: { word: 'Completed', tone: 'live' },
  canceled: { word: 'Cancelled', tone: 'paused' },
  refunded: { word: 'Refunded', tone: 'paused' },
  disputed: { word: 'Problem reported', tone: 'bad' },
};

/** The title of a line in the history; the badge's present tense would read oddly in a list of past steps. */
export const historyWords: Record<OrderStatus, string> = {
  pending_payment: 'Ordered',
  paid: 'Paid',
  awaiting_shipping: 'Ready to be sent',
  shipped: 'Sent',
  delivered: 'Arrived',
  completed: 'Completed',
  canceled: 'Cancelled',
  refunded: 'Refunded',
  disputed: 'Problem reported',
};

type Entry = Pick<Order['history'][number], 'status' | 'note'>;

/**
 * The lines of a history. Each is titled by the state that the order entered or, where the state stayed the same, by
 * the event (a bank that asks for the payment back, a partial refund). `note` is shown beside the title.
 */
export function historyLines<T extends Entry>(
  history: readonly T[],
): { entry: T; title: string; note: string | null; hasMoved: boolean }[] {
  return history.map((entry, index) => {
    const { status, note } = entry;
    const hasMoved = status !== history[index - 1]?.status;
    if (hasMoved || !note) return { entry, title: historyWords[status], note, hasMoved };
    return { entry, title: note.replace(/\.$/, ''), note: null, hasMoved };
  });
}

/** The way of an order that nothing goes wrong with. */
export const usualWay: readonly OrderStatus[] = [
  'pending_payment',
  'paid',
  'awaiting_shipping',
  'shipped',
  'delivered',
  'completed',
];

export const disputeWords: Record<DisputeReason, string> = {
  not_received: 'It has not arrived',
  not_as_described: 'It is not as described',
  damaged: 'It is damaged',
  wrong_item: 'It is another card',
};

/** Who acted, in the viewer's words. */
export function moverWord(by: OrderMover, order: Order, side: Side): string {
  if (by === side) return 'you';
  if (by === 'buyer') return order.buyer.username;
  if (by === 'seller') return order.seller.username;
  return by === 'stripe' ? 'confirmed by Stripe' : by === 'timer' ? 'by itself' : 'the operator';
}

/**
 * The next action of a member on an order, as the button of its row. Undefined where the member can only wait or has to
 * decide on the order's page.
 */
const steps = [
  { action: 'pay', label: 'Pay', busy: 'Opening…', atOnce: true },
  { action: 'ship', label: 'Send it', busy: '', atOnce: false },
  { action: 'deliver', label: 'It has arrived', busy: 'Saving…', atOnce: true },
] as const;

export function nextStep({ actions, status, chargeback }: Pick<Order, 'actions' | 'status' | 'chargeback'>) {
  // Both sides of a report have something to settle, and may think first.
  if (status === 'disputed')
    return actions.length > 0
      ? ({ action: 'settle', label: 'Review problem', busy: '', atOnce: false } as const)
      : undefined;
  // No parcel is sent while a bank asks for the payment back.
  return steps.find(({ action }) => actions.includes(action) && !(action === 'ship' && chargeback?.state === 'open'));
}

/** One sentence: what happens next, and who has to do it. */
export function nextSentence(order: Order, side: Side): string {
  const isBuyer = side === 'buyer';
  const since = new Date(
    order.history.findLast((entry) => entry.status === order.status)?.at ?? order.updatedAt,
  ).getTime();
  const by = (ms: number) => dayMonthYear(new Date(since + ms));
  const { refunded, refundFailed, chargeback } = order;
  if (chargeback?.state === 'open') return bankSentence(order, chargeback.amount, isBuyer);
  switch (order.status) {
    case 'pending_payment':
      return isBuyer
        ? 'It is held for you while you pay.'
        : `${order.buyer.username} is paying. If that does not happen ${paidWithin(order)}, ${unpaidWords(order, side, new Date(order.holdExpiresAt))}.`;
    case 'paid':
    case 'awaiting_shipping':
      return isBuyer
        ? `${order.seller.username} sends it by ${by(orderTimes.shipWithinMs)}.`
        : `Send it by ${by(orderTimes.shipWithinMs)}, then say how.`;
    case 'shipped':
      return isBuyer
        ? 'Say so when it has arrived, or report what is wrong.'
        : `${order.buyer.username} says when it has arrived.`;
    case 'delivered':
      return isBuyer
        ? `Look at the card. Without a report the sale is done on ${by(orderTimes.completeMs)}.`
        : `Without a report the sale is done on ${by(orderTimes.completeMs)}.`;
    case 'completed':
      return chargeback?.state === 'lost'
        ? `This sale is done. ${bankTook(chargeback.amount, isBuyer)}`
        : 'This sale is done.';
    case 'canceled':
      if (refundFailed) return stuckSentence(refundFailed, isBuyer);
      return refunded
        ? 'The order is called off and the whole payment goes back.'
        : 'The order is called off. Nothing was charged.';
    case 'refunded':
      if (chargeback?.state === 'lost') return bankTook(chargeback.amount, isBuyer);
      if (refundFailed) return stuckSentence(refundFailed, isBuyer);
      if (isBuyer) return 'The whole payment goes back to your card, within some days.';
      return order.history.at(-1)?.by === 'seller'
        ? 'You have given the whole payment back.'
        : 'The whole payment goes back to the buyer.';
    case 'disputed':
      if (isBuyer)
        return `${order.seller.username} can read your report. Solve it together by message; the order is on hold until then.`;
      return `${order.buyer.username} reported a problem. ${order.actions.includes('refund') ? 'Solve it together by message, or give the money back;' : 'Solve it together by message;'} the order is on hold until then.`;
  }
}

/**
 * What happens to the copies of an order that ends unpaid now: an accepted offer reserves them for its buyer until its
 * own end.
 */
export function unpaidWords(
  { reservedUntil, buyer, items }: Pick<Order, 'reservedUntil' | 'buyer' | 'items'>,
  side: Side,
  at: Date,
): string {
  const isOne = items.length === 1 && items[0]?.quantity === 1;
  if (reservedUntil === null || new Date(reservedUntil) <= at)
    return isOne ? 'the copy is for sale again' : 'the copies are for sale again';
  const counterparty = side === 'buyer' ? 'you' : buyer.username;
  return `${isOne ? 'the copy stays' : 'the copies stay'} reserved for ${counterparty} at the agreed price until ${dateAndTime(new Date(reservedUntil))}`;
}

/** The bank has not decided, and nothing rings until it has. */
function bankSentence({ status }: Order, amount: Money, isBuyer: boolean): string {
  const waits = `asks for ${formatMoney(amount)} back. Nothing moves by itself until it has decided.`;
  if (isBuyer) return `Your bank ${waits}`;
  return `The buyer’s bank ${waits}${status === 'paid' || status === 'awaiting_shipping' ? ' Do not send it before that.' : ''}`;
}

function bankTook(amount: Money, isBuyer: boolean): string {
  return `${isBuyer ? 'Your bank' : 'The buyer’s bank'} has taken ${formatMoney(amount)} back.`;
}

/** Money that the buyer's bank sent back to us, or that Stripe would not take. */
export function stuckSentence(amount: Money, isBuyer: boolean): string {
  const sum = formatMoney(amount);
  return isBuyer
    ? `${sum} could not be given back to your card. The operator of this market has been told and sends it again; you need not do anything.`
    : `${sum} could not be given back to the buyer’s card. The operator of this market has been told and sends it again.`;
}

/** For an open problem: how the marketplace decides it, and from when on. Null while no problem is open. */
export function decisionSentence({ decision }: Pick<Order, 'decision'>, now: Date): string | null {
  if (!decision) return null;
  if (decision.askedAt)
    return `A decision was requested on ${dayMonthYear(new Date(decision.askedAt))}. We read both sides and decide.`;
  const from = new Date(decision.possibleFrom);
  if (from <= now) return 'No agreement? We read both sides and decide. Our decision is final.';
  return `No agreement? From ${dayMonthYear(from)} on you can ask us to decide.`;
}

/** `within 30 minutes`, or, of an accepted offer, by the deadline that its pages say. */
function paidWithin({ reservedUntil }: Pick<Order, 'reservedUntil'>): string {
  return reservedUntil === null ? `within ${orderDeadlines.hold}` : `by ${dateAndTime(new Date(reservedUntil))}`;
}
