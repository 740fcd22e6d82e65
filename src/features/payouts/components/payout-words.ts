import type { StatusTone } from '#ui/feedback/status-dot.tsx';
import type { MoneyState, OrderPayout } from '../queries/balance.contract.ts';

/** The states of an order's money as a seller reads them, with what each means. */
export const moneyWords: Readonly<Record<MoneyState, { label: string; tone: StatusTone; empty: string }>> = {
  held: { label: 'Held', tone: 'waiting', empty: 'Earnings of paid orders appear here until they are released.' },
  ready: { label: 'Ready', tone: 'live', empty: 'Released earnings appear here until they are sent.' },
  on_the_way: { label: 'On the way', tone: 'live', empty: 'Earnings appear here while they are sent to Stripe.' },
  sent: { label: 'Paid out', tone: 'paused', empty: 'Earnings appear here after they are sent to Stripe.' },
  returned: {
    label: 'Refunded',
    tone: 'paused',
    empty: 'Orders appear here when the buyer gets all of the money back.',
  },
};

/** How the money of an order is shown: in its state, or paused for a reason that time alone does not end. */
export function shownState({ state, pause }: OrderPayout): { label: string; tone: StatusTone } {
  const isPaused = pause !== null && pause.reason !== 'hold' && pause.reason !== 'not_delivered';
  return isPaused ? { label: 'Paused', tone: 'bad' } : moneyWords[state];
}
