import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Bill, PremiumPrice, TierDefinition } from '../contract.ts';
import type { Plan, PlanKind } from '../model/plan.ts';
import { hoursInWords } from '../model/tier-rows.ts';

export function priceWords({ price, interval }: PremiumPrice): string {
  return interval === 'year' ? `${formatMoney(price)} a year` : `${formatMoney(price)} a month`;
}

/**
 * The name of the state, and what it means. Each says what still works; `places` is how many copies a free account
 * sells at a time.
 */
export function planWords({ kind, date }: Plan, places: number): { title: string; text: string } {
  const day = date ? dayMonthYear(new Date(date)) : null;
  const words: Record<PlanKind, { title: string; text: string }> = {
    none: {
      title: 'Free',
      text: `You can have ${plural(places, { one: '# active listing', other: '# active listings' })} at a time. Buying has no limit.`,
    },
    pending: {
      title: 'Confirming payment',
      text: 'Your payment isn’t confirmed yet. This usually takes a few seconds. Don’t pay again.',
    },
    unfinished: {
      title: 'Free',
      text: 'You didn’t complete the payment, and you weren’t charged. You can subscribe at any time.',
    },
    active: { title: 'Premium', text: day ? `Renews on ${day}.` : 'Renews automatically.' },
    ending: {
      title: 'Premium, cancelled',
      text: day
        ? `Premium stays active until ${day}. You will not be charged again.`
        : 'Premium stays active until the end of the paid period. You will not be charged again.',
    },
    due: {
      title: 'Payment failed',
      text: `The last payment failed, so you’re on the Free plan for now. Your ${places} newest listings stay for sale, and the others are paused. Pay the open invoice or update your payment method to restore Premium.`,
    },
    granted: {
      title: 'Premium',
      text: day ? `Complimentary until ${day}. You won’t be charged.` : 'Complimentary. You won’t be charged.',
    },
    over: {
      title: 'Free',
      text: day
        ? `Your Premium ended on ${day}. Listings paused then are for sale again when you have Premium.`
        : 'Your Premium has ended.',
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
  const time = hoursInWords(listingDuration);
  if (tier === 'premium')
    return {
      text: `You’re on the Premium plan, with no limit on active listings. Each is shown for ${time}.`,
      to: '/settings/subscription',
      link: 'Subscription',
    };
  return {
    text: `You’re on the Free plan, with ${maxActiveListings} active listings at a time. Each is shown for ${time}.`,
    to: '/premium',
    link: 'Compare plans',
  };
}

/**
 * The state of a bill. An open one is due only while the subscription waits for it: after a cancellation it is no
 * longer collected.
 */
export function billWord(status: Bill['status'], plan: PlanKind): string {
  if (status === 'paid') return 'Paid';
  if (status === 'void') return 'Cancelled';
  return status === 'open' && plan === 'due' ? 'Due' : 'Not paid';
}
