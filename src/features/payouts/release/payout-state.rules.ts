import type { OrderBooks } from '#features/ledger/index.server.ts';
import type { PayoutFacts } from '#features/orders/index.server.ts';
import type { PayoutState } from '../model/payout.states.ts';

interface Known {
  state: PayoutState;
  order: Pick<PayoutFacts, 'status' | 'left'>;
  books: Pick<OrderBooks, 'isReleased' | 'owed'>;
  /** Its last transfer that did not fail. */
  transfer: 'claimed' | 'sent' | null;
}

/**
 * The state of an order's money by the order and the books. Money that comes back after a refund failed or a chargeback
 * was won is held or ready again.
 */
export function payoutStateOf({ state, order, books, transfer }: Known): PayoutState {
  if (state === 'outside') return state;
  if (!books.isReleased) {
    const isEnded = order.status === 'canceled' || order.status === 'refunded';
    return isEnded && order.left <= 0 ? 'returned' : 'held';
  }
  if (books.owed > 0) return 'ready';
  // Nothing is left to send: it is under way, was sent or set off, or went back to the buyer before.
  if (state !== 'ready' || transfer === 'claimed') return state;
  return transfer === 'sent' ? 'sent' : 'returned';
}
