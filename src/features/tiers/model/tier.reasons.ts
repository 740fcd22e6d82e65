import type { Tier } from '#features/members/contract.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { isPremium, type SubscriptionFacts, storedTierFor } from './tier.rules.ts';

export interface Reading {
  tier: Tier;
  /** The reason, as a sentence for an admin. */
  because: string;
}

/** The two readings of a member, and the conditions that decided them. The rules decide; this only finds the words. */
export function readingsOf(stored: Tier, facts: SubscriptionFacts | null, now: Date): { a: Reading; b: Reading } {
  const none: SubscriptionFacts = {
    status: null,
    stripeSubscriptionId: null,
    currentPlan: null,
    manuallyUpdated: false,
    endDate: null,
  };
  const known = facts ?? none;
  const a = storedTierFor(known, now);
  const b = isPremium(stored, known, now) ? 'premium' : 'free';
  const whyFree = freeBecause(known, now);
  return {
    a: { tier: a, because: a === 'premium' ? premiumBecause(known, now) : whyFree },
    b: {
      tier: b,
      because: b === 'premium' ? premiumBecause(known, now) : stored === 'free' ? 'The stored plan is Free.' : whyFree,
    },
  };
}

function premiumBecause(facts: SubscriptionFacts, now: Date): string {
  const isGranted = facts.stripeSubscriptionId?.startsWith('admin_') === true;
  if (facts.status === 'canceled' && facts.endDate !== null && facts.endDate > now)
    return `The subscription is cancelled and paid until ${dayMonthYear(facts.endDate)}.`;
  if (isGranted) return 'An admin granted Premium.';
  if (facts.manuallyUpdated && facts.currentPlan === 'premium') return 'Premium was set manually.';
  return facts.status === 'trialing'
    ? 'The subscription at Stripe is in its trial.'
    : 'The subscription at Stripe is active.';
}

function freeBecause({ status, stripeSubscriptionId, endDate }: SubscriptionFacts, now: Date): string {
  if (!status || status === 'none') return 'There is no subscription.';
  if (status === 'canceled')
    return endDate !== null && endDate <= now
      ? `The subscription ended on ${dayMonthYear(endDate)}.`
      : 'The subscription is cancelled, and no paid time is left.';
  if (status === 'past_due' || status === 'unpaid') return 'A payment is due.';
  if (stripeSubscriptionId === null) return `The stored status is ${status}, without a subscription.`;
  return `The subscription is ${status.replaceAll('_', ' ')}.`;
}
