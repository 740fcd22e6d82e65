import type Stripe from 'stripe';
import type { SubscriptionRecord } from '../subscription/subscription-record.server.ts';
import { isRunning, stripeStatuses } from './subscription.process.ts';
import { storedTierFor } from './tier.rules.ts';

/** Pure functions from Stripe's subscription to the stored record. */

/**
 * The one that counts where a customer has had several: what runs before what is owed, before what is over; then the
 * newest.
 */
export function subscriptionThatCounts(found: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  const [first] = [...found].sort(
    (a, b) => rank(a.status) - rank(b.status) || b.created - a.created || (a.id < b.id ? 1 : -1),
  );
  return first ?? null;
}

function rank(status: string): number {
  return stripeStatuses[status]?.counts ?? 3;
}

/**
 * The record in the terms of the specification. A subscription that ends at a date is `canceled` from the day of the
 * cancellation (ST-07), while Stripe calls it active until then; an overdue one ends on that day. Both have the end as
 * their renewal date, too. Premium granted by an admin stays, unless Stripe is being paid.
 */
export function recordFrom(said: Stripe.Subscription, before: SubscriptionRecord, now: Date): SubscriptionRecord {
  const runs = isRunning(said.status);
  const isGranted =
    before.stripeSubscriptionId?.startsWith('admin_') === true && storedTierFor(before, now) === 'premium';
  if (isGranted && !runs) return before;
  const paidUntil = at(Math.max(0, ...said.items.data.map((item) => item.current_period_end)) || null);
  const cancelAt = at(said.cancel_at) ?? (said.cancel_at_period_end ? paidUntil : null);
  const isEnding = runs && cancelAt !== null;
  const isOver = stripeStatuses[said.status]?.state === 'ended';
  const endDate = isEnding ? cancelAt : isOver ? (at(said.ended_at) ?? at(said.canceled_at)) : null;
  return {
    ...before,
    status: isEnding ? 'canceled' : said.status,
    currentPlan: isOver ? 'free' : 'premium',
    stripeSubscriptionId: said.id,
    startDate: at(said.start_date),
    endDate,
    renewalDate: isEnding || isOver ? endDate : runs ? paidUntil : null,
    cancelAtPeriodEnd: isEnding || isOver,
    manuallyUpdated: false,
  };
}

function at(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}

/** Whether two records say the same of the subscription; when they were written does not count. */
export function saysTheSame(one: SubscriptionRecord, other: SubscriptionRecord): boolean {
  const facts = ({ updatedAt: _, tier: __, ...rest }: SubscriptionRecord) =>
    JSON.stringify(rest, Object.keys(rest).sort());
  return facts(one) === facts(other);
}
