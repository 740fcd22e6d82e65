import { expect, test } from 'vitest';
import { billWord, planLine } from '../components/plan-words.ts';
import { tierDefinitions } from '../contract.ts';
import { emptySubscription } from '../subscription/settle-tier.server.ts';
import type { SubscriptionRecord } from '../subscription/subscription-record.server.ts';
import { planOf } from './plan.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-12-20T12:00:00Z');
const earlier = new Date('2026-10-20T12:00:00Z');
const paid: SubscriptionRecord = {
  ...emptySubscription('m', now),
  status: 'active',
  currentPlan: 'premium',
  stripeSubscriptionId: 'sub_1',
  stripeCustomerId: 'cus_1',
  renewalDate: later,
};

test('what the pages say of each state', () => {
  const said = (record: SubscriptionRecord | null, checkout: string | null = null) => {
    const { kind, date, canSubscribe, canCancel } = planOf(record, now, checkout);
    return [kind, date, canSubscribe, canCancel];
  };
  expect(said(null)).toEqual(['none', null, true, false]);
  expect(said({ ...emptySubscription('m', now), stripeCustomerId: 'cus_1' }, 'done')).toEqual([
    'pending',
    null,
    false,
    false,
  ]);
  expect(said(null, 'canceled')).toEqual(['unfinished', null, true, false]);
  expect(said(paid, 'done')).toEqual(['active', later.toISOString(), false, true]);
  expect(said({ ...paid, status: 'trialing' })).toEqual(['active', later.toISOString(), false, true]);
  expect(said({ ...paid, status: 'canceled', endDate: later, renewalDate: null })).toEqual([
    'ending',
    later.toISOString(),
    false,
    false,
  ]);
  expect(said({ ...paid, status: 'canceled', endDate: earlier })).toEqual(['over', earlier.toISOString(), true, false]);
  for (const status of ['past_due', 'unpaid', 'paused'])
    expect(said({ ...paid, status })).toEqual(['due', null, false, true]);
  expect(said({ ...paid, status: 'incomplete_expired' })).toEqual(['none', null, true, false]);
  expect(said({ ...paid, stripeSubscriptionId: 'admin_1', manuallyUpdated: true })).toEqual([
    'granted',
    null,
    false,
    true,
  ]);
  // Without an id there is nothing to cancel.
  expect(said({ ...paid, stripeSubscriptionId: null, manuallyUpdated: true })).toEqual(['granted', null, false, false]);
});

test('the dashboard says which plan one has, and leads to premium or to one’s own', () => {
  expect(planLine(tierDefinitions.free)).toEqual({
    text: 'You’re on the Free plan, with 2 active listings at a time. Each is shown for 48 hours.',
    to: '/premium',
    link: 'Compare plans',
  });
  expect(planLine(tierDefinitions.premium)).toEqual({
    text: 'You’re on the Premium plan, with no limit on active listings. Each is shown for 30 days.',
    to: '/settings/subscription',
    link: 'Subscription',
  });
});

test('only who has had a subscription at Stripe has a page there', () => {
  expect(planOf(paid, now, null).hasPortal).toBe(true);
  expect(planOf({ ...paid, stripeSubscriptionId: 'admin_1' }, now, null).hasPortal).toBe(false);
  expect(planOf({ ...paid, stripeSubscriptionId: null, status: 'none' }, now, null).hasPortal).toBe(false);
});

test('an open bill is due while the subscription waits for it, and not collected once that was canceled', () => {
  const words = (['paid', 'open', 'void', 'closed'] as const).map((status) => [
    billWord(status, 'due'),
    billWord(status, 'over'),
  ]);
  expect(words).toEqual([
    ['Paid', 'Paid'],
    ['Due', 'Not paid'],
    ['Cancelled', 'Cancelled'],
    ['Not paid', 'Not paid'],
  ]);
});
