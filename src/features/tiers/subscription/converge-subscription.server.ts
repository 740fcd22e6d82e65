import { findMemberProfile, lockMember } from '#features/members/index.server.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { billing } from '../billing/end-doubles.server.ts';
import { callOptions } from '../billing/stripe-call.server.ts';
import { leavesBill } from '../billing/void-bills.server.ts';
import { recordFrom, saysTheSame, subscriptionThatCounts } from '../model/stripe-facts.ts';
import { endDoublesJob, voidBillsJob } from '../model/tier.jobs.ts';
import { storedTierFor } from '../model/tier.rules.ts';
import { emptySubscription, storeSubscription } from './settle-tier.server.ts';
import {
  findSubscription,
  lockSubscription,
  type SubscriptionRecord,
  startSubscriptionRecord,
} from './subscription-record.server.ts';

const tries = 5;

/**
 * Makes a member's record agree with Stripe; idempotent and independent of the order of calls. Stripe is read after the
 * record and outside the lock, so that no connection waits for Stripe; the record is written only if it is unchanged
 * since it was read, else all is read again. Concurrent calls can therefore not leave the older answer behind.
 * Corrections at Stripe itself, a bill of an ended subscription or a second subscription, are left to jobs.
 * `customerHint` serves a member whose customer is not stored yet.
 */
export async function convergeSubscription(
  platform: Platform,
  userId: string,
  customerHint: string | null = null,
): Promise<SubscriptionRecord | null> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const before = await findSubscription(platform.db, userId);
    const customerId = before?.stripeCustomerId ?? customerHint;
    if (!customerId || !(await findMemberProfile(platform.db, userId))) return before;
    const all = { customer: customerId, status: 'all' as const, limit: 100, expand: ['data.latest_invoice'] };
    const { data } = await platform.payments.stripe.subscriptions.list(all, callOptions);
    const ours = data.filter((one) => one.livemode === platform.payments.livemode);
    const said = subscriptionThatCounts(ours);
    const now = platform.clock.now();
    const done = await write(platform, async (tx) => {
      const locked = await lockSubscription(tx, userId);
      if (locked?.updatedAt.getTime() !== before?.updatedAt.getTime()) return null;
      // A member who has just deleted the account gets no new record.
      if (!(await lockMember(tx, userId))) return null;
      if (ours.some(leavesBill)) tx.enqueue(voidBillsJob, { customerId }, { key: customerId });
      if (billing(ours).length > 1) tx.enqueue(endDoublesJob, { customerId }, { key: customerId });
      const base = locked ?? emptySubscription(userId, now);
      const next: SubscriptionRecord = { ...(said ? recordFrom(said, base, now) : base), stripeCustomerId: customerId };
      if (locked && saysTheSame(next, locked) && storedTierFor(next, now) === locked.tier) return locked;
      // Without a row there was nothing to lock: the second of two concurrent calls finds the row and starts again.
      if (!locked && !(await startSubscriptionRecord(tx, base))) return null;
      return { ...next, tier: await storeSubscription(tx, next, now) };
    });
    if (done) return done;
  }
  throw new Error(`the subscription of ${userId} changed ${tries} times while it was being read`);
}

/**
 * Converges a member's subscription for an admin. Refuses nothing: without a customer at Stripe there is nothing to
 * read (null).
 */
export async function syncSubscription(
  platform: Platform,
  { userId, by }: { userId: string; by: string },
): Promise<SubscriptionRecord | null> {
  const record = await convergeSubscription(platform, userId);
  const data = { status: record?.status ?? 'none', tier: record?.tier ?? 'free' };
  await write(platform, async (tx) =>
    recordAct(tx, { by, act: 'subscription.synced', subject: userId, data }, platform.clock.now()),
  );
  return record;
}
