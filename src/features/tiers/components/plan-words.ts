import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Bill, PremiumPrice, TierDefinition } from '../contract.ts';
import type { Plan, PlanKind } from '../model/plan.ts';
import { hoursInWords } from '../model/tier-rows.ts';

export function priceWords({ price, interval }: PremiumPrice): string {
  return `${formatMoney(price)} a ${interval}`;
}

/**
 * The name of the state, and what it means. Each says what still works; `places` is how many copies a free account
 * sells at a time.
 */
export function planWords({ kind, date }: Plan, places: number): { title: string; text: string } {
  const day = date ? dayMonthYear(new Date(date)) : null;
  const words: Record<PlanKind, { title: string; text: string }> = {
    none: { title: 'Free', text: `You sell ${places} copies at a time, and buy as many as you like.` },
    pending: {
      title: 'Waiting for the payment',
      text: 'The payment service has not confirmed yet. That takes seconds, rarely minutes. Meanwhile everything of the free account works; do not pay again.',
    },
    unfinished: {
      title: 'Free',
      text: 'The payment was not finished and nothing was charged. You can start again whenever you like.',
    },
    active: { title: 'Premium', text: day ? `Renews on ${day}.` : 'Renews by itself.' },
    ending: {
      title: 'Premium, cancelled',
      text: `Everything of premium works until ${day ?? 'the end of what is paid'}. Nothing more is charged.`,
    },
    due: {
      title: 'Payment failed',
      text: `The last payment did not go through, so your account is free for now: your ${places} newest listings stay for sale, the others are paused. Pay the invoice that is due, with any card, or change the card for the next try: then all comes back.`,
    },
    granted: {
      title: 'Premium',
      text: day
        ? `Given to you by the operator until ${day}. Nothing is charged.`
        : 'Given to you by the operator. Nothing is charged.',
    },
    over: {
      title: 'Free',
      text: day
        ? `Your premium ended on ${day}. What was paused then is live again with premium.`
        : 'Your premium has ended.',
    },
  };
  return words[kind];
}

/** One's tier in a sentence, with where to read on: for the dashboard. */
export function planLine({ tier, maxActiveListings, listingDuration }: TierDefinition): {
  text: string;
  to: string;
  link: string;
} {
  const shown = `each for ${hoursInWords(listingDuration)}`;
  if (tier === 'premium')
    return {
      text: `You have premium: the plan sets no limit on copies for sale, ${shown}.`,
      to: '/settings/subscription',
      link: 'Your plan',
    };
  return {
    text: `Your account is free: ${maxActiveListings} copies for sale at a time, ${shown}.`,
    to: '/premium',
    link: 'What premium changes',
  };
}

/**
 * The state of a bill. An open one is due only while the subscription waits for it: after a cancellation it is no
 * longer collected.
 */
export function billWord(status: Bill['status'], plan: PlanKind): string {
  if (status === 'paid') return 'Paid';
  if (status === 'void') return 'Canceled';
  return status === 'open' && plan === 'due' ? 'Due' : 'Not paid';
}
