import { expect, test } from 'vitest';
import { readingsOf } from './tier.reasons.ts';
import type { SubscriptionFacts } from './tier.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2027-01-05T12:00:00Z');
const earlier = new Date('2026-10-01T12:00:00Z');
const none: SubscriptionFacts = {
  status: null,
  stripeSubscriptionId: null,
  currentPlan: null,
  manuallyUpdated: false,
  endDate: null,
};

test.each<[Partial<SubscriptionFacts> | null, string, string]>([
  [null, 'free', 'There is no subscription.'],
  [{ status: 'none' }, 'free', 'There is no subscription.'],
  [{ status: 'active', stripeSubscriptionId: 'sub_1' }, 'premium', 'The subscription at Stripe is active.'],
  [{ status: 'trialing', stripeSubscriptionId: 'sub_1' }, 'premium', 'The subscription at Stripe is in its trial.'],
  [
    { status: 'active', stripeSubscriptionId: 'admin_1', manuallyUpdated: true, currentPlan: 'premium' },
    'premium',
    'An admin granted Premium.',
  ],
  [{ manuallyUpdated: true, currentPlan: 'premium' }, 'premium', 'Premium was set manually.'],
  [
    { status: 'canceled', stripeSubscriptionId: 'sub_1', endDate: later },
    'premium',
    'The subscription is cancelled and paid until 5 Jan 2027.',
  ],
  [
    { status: 'canceled', stripeSubscriptionId: 'admin_1', endDate: earlier },
    'free',
    'The subscription ended on 1 Oct 2026.',
  ],
  [
    { status: 'canceled', stripeSubscriptionId: 'sub_1' },
    'free',
    'The subscription is cancelled, and no paid time is left.',
  ],
  [{ status: 'past_due', stripeSubscriptionId: 'sub_1' }, 'free', 'A payment is due.'],
  [{ status: 'incomplete_expired', stripeSubscriptionId: 'sub_1' }, 'free', 'The subscription is incomplete expired.'],
  [{ status: 'active' }, 'free', 'The stored status is active, without a subscription.'],
])('[ST-01] reading A of %o is %s, because: %s', (facts, tier, because) => {
  expect(readingsOf('free', facts && { ...none, ...facts }, now).a).toEqual({ tier, because });
});

test('[ST-02] reading B says why as well, first that the stored tier is free', () => {
  const active = { ...none, status: 'active', stripeSubscriptionId: 'sub_1' };
  expect(readingsOf('free', active, now).b).toEqual({ tier: 'free', because: 'The stored plan is Free.' });
  expect(readingsOf('premium', active, now).b).toEqual({
    tier: 'premium',
    because: 'The subscription at Stripe is active.',
  });
  const due = { ...none, status: 'past_due', stripeSubscriptionId: 'sub_1' };
  expect(readingsOf('premium', due, now).b).toEqual({ tier: 'free', because: 'A payment is due.' });
});
