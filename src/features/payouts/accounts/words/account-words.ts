import { countryName } from '#kernel/text/country-name.ts';
import type { AccountState } from '../account-state.rules.ts';

export const accountPage = '/dashboard/payouts/account';

/** The state of a payout account, `none` without one, as a label and a sentence. */
export const accountWords: Readonly<Record<AccountState | 'none', { label: string; sentence: string }>> = {
  none: {
    label: 'Not set up',
    sentence: 'Set up payouts with Stripe to receive your earnings. You can list and sell cards before that.',
  },
  started: { label: 'Not finished', sentence: 'Stripe still needs details from you before we can pay you.' },
  in_review: {
    label: 'In review',
    sentence: 'Stripe is checking your details. This usually takes a few minutes. You don’t need to do anything.',
  },
  active: { label: 'Active', sentence: 'We send your earnings to Stripe, and Stripe sends them to your bank.' },
  restricted: {
    label: 'Restricted',
    sentence: 'Stripe doesn’t accept payouts for your account now. Your earnings stay with us until it does.',
  },
  closed: { label: 'Closed', sentence: 'Your account at Stripe is closed. Contact support to receive your earnings.' },
  rejected: {
    label: 'Rejected',
    sentence: 'Stripe rejected your account, so we can’t send you payouts. Contact support.',
  },
};

/** A seller's country that Stripe sends no money to. */
export function countrySentence(country: string): string {
  const name = countryName(country);
  return name === undefined
    ? 'Select a country from the list.'
    : `Payouts aren’t available in ${name}. You can’t receive earnings there.`;
}
