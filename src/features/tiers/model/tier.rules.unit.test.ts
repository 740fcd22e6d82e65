import { expect, test } from 'vitest';
import {
  cancelProblem,
  derivedStatus,
  isPremium,
  renewalDateFor,
  type SubscriptionFacts,
  storedTierFor,
} from './tier.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const past = new Date(now.getTime() - 1);
const future = new Date(now.getTime() + 1);

const statuses = [
  null,
  '',
  'none',
  'inactive',
  'active',
  'trialing',
  'canceled',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
];
const ids = [null, '', 'sub_1', 'admin_1', 'cus_1'];
const plans = [null, 'free', 'premium'];
const ends = [null, past, now, future];

/** Every combination of the fields that the readings use: 12 × 5 × 3 × 2 × 4 = 1,440. */
const table: SubscriptionFacts[] = statuses.flatMap((status) =>
  ids.flatMap((stripeSubscriptionId) =>
    plans.flatMap((currentPlan) =>
      [false, true].flatMap((manuallyUpdated) =>
        ends.map((endDate) => ({ status, stripeSubscriptionId, currentPlan, manuallyUpdated, endDate })),
      ),
    ),
  ),
);

test('[ST-01] reading A over every combination of fields', () => {
  expect(table).toHaveLength(1_440);
  for (const facts of table) {
    const { status, stripeSubscriptionId: id, currentPlan, manuallyUpdated, endDate } = facts;
    // The specification's sentence, written out; ST-03 adds the trial to `active`.
    const byStripe = (status === 'active' || status === 'trialing') && (id === 'sub_1' || id === 'admin_1');
    const byHand = currentPlan === 'premium' && manuallyUpdated;
    const runsOut = status === 'canceled' && endDate === future && Boolean(id);
    expect(storedTierFor(facts, now), JSON.stringify(facts)).toBe(byStripe || byHand || runsOut ? 'premium' : 'free');
  }
});

test('[ST-02] reading B over every combination of fields and both tiers', () => {
  for (const facts of table) {
    const { status, stripeSubscriptionId: id, currentPlan, manuallyUpdated, endDate } = facts;
    const any =
      status === 'active' ||
      status === 'trialing' ||
      (status === 'canceled' && endDate === future) ||
      id === 'admin_1' ||
      (manuallyUpdated && currentPlan === 'premium');
    expect(isPremium('premium', facts, now), JSON.stringify(facts)).toBe(any);
    expect(isPremium('free', facts, now)).toBe(false);
  }
});

test('[ST-03] both readings agree on every state that Stripe can send', () => {
  for (const status of [
    'active',
    'trialing',
    'canceled',
    'past_due',
    'unpaid',
    'incomplete',
    'incomplete_expired',
    'paused',
  ]) {
    for (const endDate of ends) {
      const facts = { status, stripeSubscriptionId: 'sub_1', currentPlan: 'premium', manuallyUpdated: false, endDate };
      const tier = storedTierFor(facts, now);
      expect(isPremium(tier, facts, now), `${status} ${endDate?.toISOString()}`).toBe(tier === 'premium');
      expect(tier).toBe(
        status === 'active' || status === 'trialing' || (status === 'canceled' && endDate === future)
          ? 'premium'
          : 'free',
      );
    }
  }
});

test('[ST-02] [ST-03] whatever reading A stores as premium, reading B calls premium', () => {
  for (const facts of table)
    if (storedTierFor(facts, now) === 'premium')
      expect(isPremium('premium', facts, now), JSON.stringify(facts)).toBe(true);
});

test('[ST-04] the derived status over every combination of fields', () => {
  for (const facts of table) {
    const { status, stripeSubscriptionId: id, endDate } = facts;
    const expected =
      status === 'active'
        ? 'active'
        : status === 'canceled' && endDate === future
          ? 'canceled'
          : id && !status
            ? 'active'
            : 'none';
    expect(derivedStatus(facts, now), JSON.stringify(facts)).toBe(expected);
  }
});

test('[ST-05] premium from an admin without a renewal date gets one a year ahead', () => {
  const facts = {
    status: 'active',
    stripeSubscriptionId: 'admin_1',
    currentPlan: 'premium',
    manuallyUpdated: true,
    endDate: null,
    renewalDate: null,
  };
  expect(renewalDateFor(facts, now)).toEqual(new Date('2027-11-20T12:00:00Z'));
  expect(renewalDateFor({ ...facts, renewalDate: future }, now)).toBe(future);
  expect(renewalDateFor({ ...facts, stripeSubscriptionId: 'sub_1' }, now)).toBeNull();
  expect(renewalDateFor({ ...facts, stripeSubscriptionId: null }, now)).toBeNull();
});

test('[ER-06] [ST-07] a cancellation is refused with the exact sentence, the first that fits', () => {
  const facts: SubscriptionFacts = {
    status: 'active',
    stripeSubscriptionId: 'sub_1',
    currentPlan: 'premium',
    manuallyUpdated: false,
    endDate: null,
  };
  const said = (isSignedIn: boolean, about: SubscriptionFacts | null) => {
    const problem = cancelProblem(isSignedIn, about);
    return problem && [problem.status, problem.message];
  };
  expect(said(false, facts)).toEqual([401, 'Must be logged in to cancel subscription']);
  expect(said(true, null)).toEqual([404, 'No subscription information available']);
  expect(said(true, { ...facts, status: 'none', stripeSubscriptionId: null })).toEqual([
    404,
    'No subscription information available',
  ]);
  expect(said(true, { ...facts, status: 'canceled' })).toEqual([409, 'Subscription is already canceled']);
  expect(said(true, { ...facts, stripeSubscriptionId: null })).toEqual([
    409,
    'No active subscription ID found. Please contact support.',
  ]);
  expect(said(true, facts)).toBeNull();
  expect(said(true, { ...facts, status: 'trialing' })).toBeNull();
});
