import { formatMoney } from '#kernel/numbers/money.ts';
import { dateAndTime } from '#kernel/time.ts';
import type { Order, OrderCase } from '../../contract.ts';
import type { Side } from '../order/order-words.ts';

export const caseTitles: Record<OrderCase['kind'], string> = {
  cancellation: 'Cancellation request',
  problem: 'Resolve the problem',
  not_arrived: 'Order not received',
  withdrawal: 'Withdrawal',
};

type Proposal = NonNullable<OrderCase['proposal']>;

const proposals: Record<Proposal['kind'], (proposal: Proposal) => string> = {
  cancel: () => 'cancel the order for a full refund',
  refund: ({ amount }) => (amount ? `a refund of ${formatMoney(amount)}` : 'a refund'),
  return: () => 'return the cards for a full refund',
  nothing: () => 'close the problem without a refund',
};

export const proposalWords = (proposal: Proposal): string => proposals[proposal.kind](proposal);

/** What stands in a case, and who has to do what by when. */
export function caseSentence(found: OrderCase, order: Order, side: Side): string {
  const by = found.dueAt ? dateAndTime(new Date(found.dueAt)) : null;
  const other = side === 'buyer' ? order.seller.username : order.buyer.username;
  switch (found.state) {
    case 'open':
      if (found.kind === 'not_arrived' && by) return missingSentence(found, order, side, by);
      return by
        ? `Propose a solution to ${other}. If you don’t agree by ${by}, we decide.`
        : `Propose a solution to ${other}.`;
    case 'proposed':
      return proposedSentence(found, other, side, by);
    case 'delivery_shown':
      return side === 'buyer'
        ? `${other} says that tracking shows the delivery. If you don’t have it, contest it by ${by}, and we decide. After that, the order is completed without a refund.`
        : `You said that tracking shows the delivery. If ${other} doesn’t contest it by ${by}, the order is completed.`;
    case 'return_awaited':
      return side === 'buyer'
        ? `Ship the cards back to ${other}${by ? ` by ${by}` : ''}. Ask for the return address in a message. You get a refund when they are delivered.`
        : `${other} ships the cards back${by ? ` by ${by}` : ''}. Message the buyer your return address. Confirm the return when they are delivered.`;
    case 'return_sent':
      return side === 'buyer'
        ? `${other} confirms the return when it is delivered. Without an answer by ${by}, ${found.tracking?.trackingNumber ? 'you get the refund' : 'we decide'}.`
        : `Confirm the return when it is delivered. Without an answer by ${by}, ${found.tracking?.trackingNumber ? 'the buyer gets the refund' : 'we decide'}.`;
    case 'decision':
      return found.kind === 'problem' || found.kind === 'not_arrived'
        ? 'We read both sides and decide. You can still agree.'
        : 'We read both sides and decide.';
    case 'closed':
      return 'This request is closed.';
  }
}

/** What happens without an agreement about an order that has not arrived, by the rule on the page Fees. */
function missingSentence(found: OrderCase, order: Order, side: Side, by: string): string {
  if (order.decision?.askedAt) return 'We read both sides and decide. You can still agree.';
  if (side === 'buyer') return `If you and ${order.seller.username} don’t agree by ${by}, you get a full refund.`;
  const sentence = `If you and ${order.buyer.username} don’t agree by ${by}, the buyer gets a full refund.`;
  return found.actions.includes('show_delivery') ? `${sentence} If tracking shows the delivery, confirm it.` : sentence;
}

function proposedSentence({ kind, proposal }: OrderCase, other: string, side: Side, by: string | null): string {
  const isMine = proposal?.by === side;
  if (kind === 'cancellation')
    return isMine
      ? `${other} has until ${by} to answer. Without an answer the order is cancelled.`
      : `${other} asks you to cancel this order. Without an answer by ${by} it is cancelled. If you ship it first, the request ends.`;
  const otherwise =
    kind !== 'not_arrived' ? 'we decide' : side === 'buyer' ? 'you get a full refund' : 'the buyer gets a full refund';
  return isMine
    ? `${other} can accept your proposal. If you don’t agree by ${by}, ${otherwise}.`
    : `${other} made a proposal. If you don’t agree by ${by}, ${otherwise}.`;
}
