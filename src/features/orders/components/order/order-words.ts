import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { addMs, dateAndTime, dayMonthYear } from '#kernel/time.ts';
import type { StatusTone } from '#ui/feedback/status-dot.tsx';
import type { Order } from '../../contract.ts';
import type { OrderMover, OrderStatus } from '../../model/order.process.ts';
import type { DisputeReason } from '../../model/order.rules.ts';
import { orderTimes } from '../../model/order.times.ts';

export type Side = 'buyer' | 'seller';

export const statusWords: Record<OrderStatus, { word: string; tone: StatusTone }> = {
  pending_payment: { word: 'Awaiting payment', tone: 'waiting' },
  paid: { word: 'Paid', tone: 'live' },
  awaiting_shipping: { word: 'To ship', tone: 'waiting' },
  shipped: { word: 'Shipped', tone: 'live' },
  delivered: { word: 'Delivered', tone: 'live' },
  completed: { word: 'Completed', tone: 'live' },
  canceled: { word: 'Cancelled', tone: 'paused' },
  refunded: { word: 'Refunded', tone: 'paused' },
  disputed: { word: 'Problem reported', tone: 'bad' },
};

/** The badge of an order, for one of its sides. */
export function statusBadge(status: OrderStatus, side: Side): (typeof statusWords)[OrderStatus] {
  // Both are one state for people: only a timer stands between them.
  if (status !== 'paid' && status !== 'awaiting_shipping') return statusWords[status];
  return { word: side === 'buyer' ? 'Preparing to ship' : 'To ship', tone: statusWords.awaiting_shipping.tone };
}

/** The title of a line in the history; the badge's present tense would read oddly in a list of past steps. */
export const historyWords: Record<OrderStatus, string> = {
  pending_payment: 'Order placed',
  paid: 'Paid',
  awaiting_shipping: 'Preparing to ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  completed: 'Completed',
  canceled: 'Cancelled',
  refunded: 'Refunded',
  disputed: 'Problem reported',
};

type Entry = Pick<Order['history'][number], 'status' | 'note'>;

/**
 * The lines of a history. Each is titled by the state that the order entered or, where the state stayed the same, by
 * the event (a bank that asks for the payment back, a partial refund). `note` is shown beside the title. The step
 * from paid to awaiting shipping is no line: no member did anything.
 */
export function historyLines<T extends Entry>(
  history: readonly T[],
): { entry: T; title: string; note: string | null; hasMoved: boolean }[] {
  return history.flatMap((entry, index) => {
    const { status, note } = entry;
    const hasMoved = status !== history[index - 1]?.status;
    if (hasMoved && status === 'awaiting_shipping' && !note) return [];
    if (hasMoved || !note) return [{ entry, title: historyWords[status], note, hasMoved }];
    return [{ entry, title: note.replace(/\.$/, ''), note: null, hasMoved }];
  });
}

/** The way of an order that nothing goes wrong with, without steps that no member takes. */
const usualWay: readonly OrderStatus[] = ['pending_payment', 'paid', 'shipped', 'delivered', 'completed'];

/** The usual next steps of an order in this state; none where it has left the usual way. */
export function stepsAhead(status: OrderStatus): readonly OrderStatus[] {
  const at = usualWay.indexOf(status === 'awaiting_shipping' ? 'paid' : status);
  return at < 0 ? [] : usualWay.slice(at + 1);
}

export const disputeWords: Record<DisputeReason, string> = {
  not_received: 'Not received',
  not_as_described: 'Not as described',
  damaged: 'Damaged',
  wrong_item: 'Wrong card',
};

/** Who acted, in the viewer's words. */
export function moverWord(by: OrderMover, order: Order, side: Side): string {
  if (by === side) return 'you';
  if (by === 'buyer') return order.buyer.username;
  if (by === 'seller') return order.seller.username;
  return by === 'stripe' ? 'confirmed by Stripe' : by === 'timer' ? 'automatically' : 'our support team';
}

/**
 * The next action of a member on an order, as the button of its row. Undefined where the member can only wait or has to
 * decide on the order's page.
 */
const steps = [
  { action: 'pay', label: 'Pay', busy: 'Opening…', atOnce: true },
  { action: 'ship', label: 'Ship order', busy: '', atOnce: false },
  { action: 'deliver', label: 'Confirm delivery', busy: 'Saving…', atOnce: true },
] as const;

export function nextStep({
  actions,
  status,
  chargeback,
  totals,
}: Pick<Order, 'actions' | 'status' | 'chargeback' | 'totals'>) {
  // Both sides of a report have something to settle, and may think first.
  if (status === 'disputed')
    return actions.length > 0
      ? ({ action: 'settle', label: 'Review problem', busy: '', atOnce: false } as const)
      : undefined;
  // No parcel is sent while a bank asks for the payment back.
  const step = steps.find(
    ({ action }) => actions.includes(action) && !(action === 'ship' && chargeback?.state === 'open'),
  );
  return step?.action === 'pay' ? { ...step, label: `Pay ${formatMoney(totals.total)}` } : step;
}

/** When the order entered its status. */
export const sinceStatus = ({ history, status, updatedAt }: Pick<Order, 'history' | 'status' | 'updatedAt'>): Date =>
  new Date(history.findLast((entry) => entry.status === status)?.at ?? updatedAt);

/** One sentence: what happens next, and who has to do it. */
export function nextSentence(order: Order, side: Side): string {
  const isBuyer = side === 'buyer';
  const by = (ms: number) => dayMonthYear(addMs(sinceStatus(order), ms));
  const { refunded, refundFailed, chargeback } = order;
  if (chargeback?.state === 'open') return bankSentence(order, chargeback.amount, isBuyer);
  switch (order.status) {
    case 'pending_payment':
      return isBuyer ? 'Reserved for you while you pay.' : payingSentence(order);
    case 'paid':
    case 'awaiting_shipping':
      return isBuyer
        ? `${order.seller.username} should ship by ${by(orderTimes.shipWithinMs)}.`
        : `Ship by ${by(orderTimes.shipWithinMs)}, then mark the order as shipped.`;
    case 'shipped':
      return isBuyer
        ? [
            `Confirm delivery or report a problem by ${by(orderTimes.assumeDeliveredMs)}. After that, we mark it as delivered.`,
            ...reportMissingSentences(order),
          ].join(' ')
        : `Waiting for ${order.buyer.username} to confirm delivery.`;
    case 'delivered':
      return isBuyer
        ? `Check the card. The order is completed on ${by(orderTimes.completeMs)} unless you report a problem.`
        : `The order is completed on ${by(orderTimes.completeMs)} unless the buyer reports a problem.`;
    case 'completed':
      return `Order completed.${completedSentence(order, isBuyer)}`;
    case 'canceled':
      if (refundFailed) return stuckSentence(refundFailed, isBuyer);
      if (isBuyer)
        return refunded
          ? 'Order cancelled. You’ll get a full refund to your original payment method.'
          : 'Order cancelled. You weren’t charged.';
      return refunded ? 'Order cancelled. The buyer gets a full refund.' : 'Order cancelled. The buyer wasn’t charged.';
    case 'refunded':
      if (chargeback?.state === 'lost') return bankTook(chargeback.amount, isBuyer);
      if (refundFailed) return stuckSentence(refundFailed, isBuyer);
      if (isBuyer) return 'You’ll get a full refund to your original payment method, usually within 5–10 days.';
      return order.history.at(-1)?.by === 'seller'
        ? 'You refunded the buyer in full.'
        : 'The buyer gets a full refund.';
    case 'disputed':
      // The panel of the case says what happens without an agreement, and when.
      if (order.case?.kind === 'not_arrived')
        return isBuyer
          ? `You reported this order as not received. ${order.seller.username} can read your report. The order is on hold until the problem is resolved.`
          : `${order.buyer.username} reported this order as not received. The order is on hold until the problem is resolved.`;
      if (isBuyer)
        return `${order.seller.username} can read your report. Message the seller to resolve the problem. The order is on hold until the problem is resolved.`;
      return order.actions.includes('refund')
        ? `${order.buyer.username} reported a problem. Message or refund the buyer to resolve it. The order is on hold until the problem is resolved.`
        : `${order.buyer.username} reported a problem. Message the buyer to resolve it. The order is on hold until the problem is resolved.`;
  }
}

/** From when on a buyer can report an order as not received: one sentence, or none where that isn't known. */
export const reportMissingSentences = ({ reportMissingFrom: from }: Order): string[] =>
  from ? [`If it doesn’t arrive, you can report it as not received from ${dayMonthYear(new Date(from))}.`] : [];

/** Money of a completed order that went back, with a space before it. */
function completedSentence({ chargeback, refunded, covered, totals }: Order, isBuyer: boolean): string {
  const kept = covered ? ` We cover ${formatMoney(covered)}, which you keep.` : '';
  if (chargeback?.state === 'lost') return ` ${bankTook(chargeback.amount, isBuyer)}${kept}`;
  if (covered) return ` The buyer gets a full refund.${kept}`;
  const isBack = refunded !== null && refunded.amount >= totals.total.amount;
  return isBack && isBuyer ? ' You’ll get a full refund to your original payment method.' : '';
}

const isOneCard = ({ items }: Pick<Order, 'items'>) => items.length === 1 && items[0]?.quantity === 1;

/** For the seller of an unpaid order. */
function payingSentence(order: Order): string {
  const { username } = order.buyer;
  const by = dateAndTime(new Date(order.holdExpiresAt));
  return isOneCard(order)
    ? `${username} is paying. If the payment isn’t made by ${by}, the card is for sale again.`
    : `${username} is paying. If the payment isn’t made by ${by}, the cards are for sale again.`;
}

/**
 * What a buyer's cancellation of an unpaid order does: an accepted offer reserves the copies for its buyer until its own
 * end.
 */
export function unpaidCancelSentence(order: Pick<Order, 'reservedUntil' | 'items'>, at: Date): string {
  const { reservedUntil } = order;
  if (reservedUntil === null || new Date(reservedUntil) <= at)
    return isOneCard(order)
      ? 'If you cancel, the card is for sale again. You won’t be charged.'
      : 'If you cancel, the cards are for sale again. You won’t be charged.';
  const until = dateAndTime(new Date(reservedUntil));
  return isOneCard(order)
    ? `If you cancel, the card stays reserved for you at the agreed price until ${until}. You won’t be charged.`
    : `If you cancel, the cards stay reserved for you at the agreed price until ${until}. You won’t be charged.`;
}

/** The bank has not decided, and nothing rings until it has. */
function bankSentence({ status }: Order, amount: Money, isBuyer: boolean): string {
  const sum = formatMoney(amount);
  if (isBuyer) return `Your bank opened a payment dispute for ${sum}. The order is on hold until your bank decides.`;
  return status === 'paid' || status === 'awaiting_shipping'
    ? `The buyer’s bank opened a payment dispute for ${sum}. The order is on hold until the bank decides. Don’t ship yet.`
    : `The buyer’s bank opened a payment dispute for ${sum}. The order is on hold until the bank decides.`;
}

function bankTook(amount: Money, isBuyer: boolean): string {
  const sum = formatMoney(amount);
  return isBuyer
    ? `You won the payment dispute. Your bank returns ${sum} to you.`
    : `The buyer’s bank decided the payment dispute for the buyer and took back ${sum}.`;
}

/** Money that the buyer's bank sent back to us, or that Stripe would not take. */
export function stuckSentence(amount: Money, isBuyer: boolean): string {
  const sum = formatMoney(amount);
  return isBuyer
    ? `Your refund of ${sum} didn’t go through. We’ll retry it. You don’t need to do anything.`
    : `The buyer’s refund of ${sum} didn’t go through. We’ll retry it.`;
}

/** For an open problem: how the marketplace decides it, and from when on. Null while no problem is open. */
export function decisionSentence({ decision }: Pick<Order, 'decision'>, now: Date): string | null {
  if (!decision) return null;
  if (decision.askedAt)
    return `A decision was requested on ${dayMonthYear(new Date(decision.askedAt))}. We’ll read both sides and decide.`;
  const from = new Date(decision.possibleFrom);
  if (from <= now)
    return 'If you can’t agree, request a decision. We’ll read both sides and decide. Our decision is final.';
  return `If you can’t agree, you can request a decision from ${dayMonthYear(from)}.`;
}
