import { formatMoney } from '#kernel/numbers/money.ts';
import { addMs, calendarDay, dayMonthYear, dayMs } from '#kernel/time.ts';
import type { StatusTone } from '#ui/feedback/status-dot.tsx';
import type { BankPayoutStatus } from '../bank/bank-payout.rules.ts';
import type { BankPayoutLine } from '../bank/bank-payouts.contract.ts';
import type { MoneyState, OrderPayout } from '../queries/balance.contract.ts';

/** The states of an order's money as a seller reads them, with what each means. */
export const moneyWords: Readonly<Record<MoneyState, { label: string; tone: StatusTone; empty: string }>> = {
  held: { label: 'Held', tone: 'waiting', empty: 'Earnings of paid orders appear here until they are released.' },
  ready: { label: 'Ready', tone: 'live', empty: 'Released earnings appear here until they are sent.' },
  on_the_way: { label: 'On the way', tone: 'live', empty: 'Earnings appear here until they are at your bank.' },
  paid_out: { label: 'Paid out', tone: 'paused', empty: 'Earnings appear here when they are at your bank.' },
  returned: {
    label: 'Refunded',
    tone: 'paused',
    empty: 'Orders appear here when the buyer gets a full refund.',
  },
};

/** How far a payout to a bank is. */
export const bankPayoutWords: Readonly<Record<BankPayoutStatus, { label: string; tone: StatusTone }>> = {
  pending: { label: 'On the way', tone: 'live' },
  in_transit: { label: 'On the way', tone: 'live' },
  paid: { label: 'Paid out', tone: 'paused' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'paused' },
};

/** Where the money of an order is after it was sent; null before. */
export function bankSentence({ state, sentAt, bankPayout }: OrderPayout): string | null {
  if (state !== 'on_the_way' && state !== 'paid_out') return null;
  if (bankPayout?.problem) return bankPayout.problem;
  if (bankPayout) return arrivalSentence(bankPayout);
  if (state === 'paid_out') return null;
  return sentAt ? `Sent to Stripe on ${dayMonthYear(new Date(sentAt))}.` : 'Being sent to Stripe.';
}

/** When a payout arrives at the bank, or did. */
export function arrivalSentence({ status, arrivesAt }: Pick<BankPayoutLine, 'status' | 'arrivesAt'>): string {
  const day = dayMonthYear(new Date(arrivesAt));
  return status === 'paid' ? `Paid out on ${day}.` : `Expected at your bank on ${day}.`;
}

/** Of a payout that Stripe made without its schedule. */
export const ownPayoutSentence =
  'You started this payout at Stripe, which doesn’t name its orders. It pays your oldest orders first.';

/** How the money of an order is shown: in its state, or paused for a reason that time alone does not end. */
export function shownState({ state, pause, bankPayout }: OrderPayout): { label: string; tone: StatusTone } {
  if (bankPayout?.status === 'failed') return bankPayoutWords.failed;
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
