import { notify } from '#features/notifications/index.server.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { failureWords } from '../../bank/failure-words.ts';
import { type AccountEmail, mailAccountJob } from '../account.jobs.ts';
import type { PayoutAccountRow } from '../payout-account.tables.ts';
import { accountPage } from '../words/account-words.ts';

interface FailedPayout extends Money {
  /** Stripe's word. */
  failure?: string;
}

interface Params {
  /** ISO 8601: the deadline, or the end of a pause. */
  until?: string;
}
const on = ({ until }: Params) => (until ? dayMonthYear(new Date(until)) : 'a date');

export const payoutAccountUpdates: NotificationKind = {
  name: 'payout-account',
  rank: 38,
  label: 'Payout account',
  means:
    'We or Stripe need details from you, your payout or bank account changes, or a payout doesn’t reach your bank.',
  icon: 'subscription',
  act: 'View payout account',
  texts: {
    unfinished: () => ({
      title: 'Finish setting up payouts',
      body: 'Stripe still needs details from you before we can pay you.',
      act: 'Continue setup',
    }),
    restricted: () => ({
      title: 'Payouts paused',
      body: 'Stripe restricted your payout account. Your earnings stay with us until it’s active again.',
    }),
    deadline: (params: Params) => ({
      title: `Stripe needs details by ${on(params)}`,
      body: 'After that, Stripe pauses your payouts.',
      act: 'Add details',
    }),
    active: () => ({ title: 'Payouts are set up', body: 'Your payout account is active.' }),
    tax_details: (params: Params) => ({
      title: 'Add your tax details',
      body: `The tax authority wants to know who sells here. Add your details by ${on(params)}, or your payouts are paused.`,
      act: 'Add tax details',
    }),
    tax_held: () => ({
      title: 'Payouts paused',
      body: 'We need your tax details. Payouts go on when you add them.',
      act: 'Add tax details',
    }),
    rejected: () => ({
      title: 'Payouts unavailable',
      body: 'Stripe rejected your payout account. Contact support.',
    }),
    closed: () => ({ title: 'Payout account closed', body: 'We can no longer pay out to this account.' }),
    bank_failed: ({ failure, ...amount }: FailedPayout) => ({
      title: `${formatMoney(amount)} didn’t reach your bank`,
      body: failureWords(failure ?? null).join(' '),
    }),
    bank_changed: (params: Params) => ({
      title: 'Your bank account was changed',
      body: `For your safety, payouts are paused until ${on(params)}. If this wasn’t you, contact support now.`,
    }),
  },
};

/** Notifies a seller of their account, in the transaction of its change; the email goes to every address known. */
export async function notifyOfAccount(
  tx: Tx,
  { sellerId, email: startedWith }: Pick<PayoutAccountRow, 'sellerId' | 'email'>,
  { email, about, until, now }: { email: AccountEmail; about: string; until?: Date | null; now: Date },
): Promise<void> {
  const event = `payout-account-${email}-${sellerId}-${about}`;
  await notify(tx, {
    userId: sellerId,
    kind: payoutAccountUpdates,
    code: email,
    ...(until && { params: { until: until.toISOString() } }),
    link: accountPage,
    about: event,
    now,
  });
  tx.enqueue(mailAccountJob, { sellerId, email, about: event });
  // A thief who changed the bank account may have changed the address before.
  if (email === 'bank_changed' && startedWith !== '')
    tx.enqueue(mailAccountJob, { sellerId, email, about: event, to: startedWith });
}
