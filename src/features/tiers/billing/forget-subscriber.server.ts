import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import type { Platform } from '#platform/platform.ts';
import { endAtStripeJob } from '../model/tier.jobs.ts';
import { bankCase } from '../model/tiers.tables.ts';
import { endedGrant, isGranted, storeSubscription } from '../subscription/settle-tier.server.ts';
import { deleteSubscription, lockSubscription } from '../subscription/subscription-record.server.ts';
import { voidBills } from './void-bills.server.ts';

/** First of all the locks of a deletion: whatever Stripe says of the member waits here. */
export async function lockSubscriber(tx: Tx, userId: string): Promise<true> {
  await lockSubscription(tx, userId);
  return true;
}

/**
 * A member goes, in the caller's transaction: the record is deleted, and a job that is stored with it ends at Stripe
 * whatever could still charge them, whatever happens to this process. Without a record there is nothing to do.
 */
export async function forgetSubscriber(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  const record = await lockSubscription(tx, memberId);
  // A bank that has not decided is answered all the same.
  await tx.db.update(bankCase).set({ userId: null }).where(eq(bankCase.userId, memberId));
  if (!record) return;
  if (record.stripeCustomerId) tx.enqueue(endAtStripeJob, { customerId: record.stripeCustomerId });
  await deleteSubscription(tx, memberId);
}

/**
 * Ends a customer's subscriptions now, closes the payment pages that are still open and voids what is owed. Repeating
 * it changes nothing.
 */
export async function endAtStripe(platform: Platform, customer: string): Promise<void> {
  const { checkout, subscriptions } = platform.payments.stripe;
  // Pages first: one that was paid a moment before has made a subscription that the list below shows.
  const pages = await checkout.sessions.list({ customer, limit: 100 });
  for (const page of pages.data)
    if (page.status === 'open' && page.mode === 'subscription') await checkout.sessions.expire(page.id);
  const { data } = await subscriptions.list({ customer, status: 'all', limit: 100 });
  for (const one of data) if (one.ended_at === null) await subscriptions.cancel(one.id);
  await voidBills(platform, customer);
}

/**
 * Premium granted by an admin continues. A paid subscription ended at Stripe with the deletion, so the record is set to
 * ended and the tier follows; listings beyond the free limit are paused as after any end of premium.
 */
export const subscriberReturns: Restoration = {
  rows: { subscription: 'user_id = $1', premium_bank_case: 'user_id = $1' },
  after: async (tx, { memberId, now }) => {
    const record = await lockSubscription(tx, memberId);
    if (!record) return;
    await storeSubscription(tx, isGranted(record) || record.status === 'none' ? record : endedGrant(record, now), now);
  },
};
