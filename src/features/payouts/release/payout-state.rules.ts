import type { OrderBooks } from '#features/ledger/index.server.ts';
import type { PayoutFacts } from '#features/orders/index.server.ts';
import type { PayoutState } from '../model/payout.states.ts';

interface Known {
  state: PayoutState;
  order: Pick<PayoutFacts, 'status' | 'left' | 'hasBankDispute'>;
  books: Pick<OrderBooks, 'isReleased' | 'held' | 'owed' | 'fee' | 'left'>;
  /** A transfer of it is on its way. */
  isClaimed: boolean;
}

/**
 * The state of an order's money by the order and the books. Money that comes back after a refund failed or a chargeback
 * was won is held or ready again.
 */
export function payoutStateOf({ state, order, books, isClaimed }: Known): PayoutState {
  if (state === 'outside') return state;
  if (!books.isReleased) {
    const isEnded = order.status === 'canceled' || order.status === 'refunded';
    const isGone = books.held <= 0 && !order.hasBankDispute;
    return isGone || (isEnded && order.left <= 0) ? 'returned' : 'held';
  }
  if (books.owed > 0 || isClaimed) return 'ready';
  // All that is left was sent or set off. Where no more than the fee is left, the seller's part went back to the buyer.
  if (books.left > books.fee) return 'sent';
  return order.hasBankDispute ? state : 'returned';
}
