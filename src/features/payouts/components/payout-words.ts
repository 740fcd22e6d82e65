import { formatMoney } from '#kernel/numbers/money.ts';
import { addMs, calendarDay, dayMs } from '#kernel/time.ts';
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
    empty: 'Orders appear here when the buyer gets a full refund.',
  },
};

/** How the money of an order is shown: in its state, or paused for a reason that time alone does not end. */
export function shownState({ state, pause }: OrderPayout): { label: string; tone: StatusTone } {
  const isPaused = pause !== null && pause.reason !== 'hold' && pause.reason !== 'not_delivered';
  return isPaused ? { label: 'Paused', tone: 'bad' } : moneyWords[state];
}

interface Sending {
  minimum: number;
  smallAfterDays: number;
  /** All that is ready in this currency. */
  ready: number;
}

/** When released money is sent; null where it isn't ready, or waits for something else. */
export function sendingSentence(
  { state, pause, readyAt, amount: { currency } }: OrderPayout,
  { minimum, smallAfterDays, ready }: Sending,
): string | null {
  if (state !== 'ready' || pause) return null;
  if (ready >= minimum || !readyAt) return 'Sent within an hour.';
  const latest = calendarDay(addMs(new Date(readyAt), smallAfterDays * dayMs));
  return `Sent when ${formatMoney({ amount: minimum, currency })} is ready, at the latest on ${latest}.`;
}
