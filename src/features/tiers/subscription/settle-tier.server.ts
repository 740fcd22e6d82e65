import { setStoredTier, type Tier } from '#features/members/index.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { tierChanged } from '../model/tier.events.ts';
import { settleJob } from '../model/tier.jobs.ts';
import { renewalDateFor, storedTierFor } from '../model/tier.rules.ts';
import { notifyTier } from './notify-tier.server.ts';
import {
  lockSubscription,
  noSubscription,
  type SubscriptionRecord,
  saveSubscription,
} from './subscription-record.server.ts';

/** The record of a member who never had a subscription. */
export function emptySubscription(userId: string, now: Date): SubscriptionRecord {
  return { ...noSubscription, userId, updatedAt: now };
}

/**
 * Stores the facts of a subscription, and the tier that follows from them (reading A), in one transaction. A change of
 * tier is an event that dependent features follow. A subscription that ends at a date, or that only we renew (a grant),
 * gets a timer. Returns the tier.
 */
export async function storeSubscription(tx: Tx, record: SubscriptionRecord, now: Date): Promise<Tier> {
  const tier = storedTierFor(record, now);
  const renewalDate = renewalDateFor(record, now);
  await saveSubscription(tx, { ...record, renewalDate, tier, updatedAt: now });
  const before = await setStoredTier(tx, record.userId, tier);
  if (before !== tier) {
    tx.append(tierChanged, {
      subject: record.userId,
      version: now.getTime(),
      topics: [`user:${record.userId}`],
      data: { from: before, to: tier },
    });
    await notifyTier(tx, record.userId, tier, now);
  }
  const runAt = record.endDate ?? (isGranted(record) ? renewalDate : null);
  if (runAt && runAt > now) tx.enqueue(settleJob, { userId: record.userId }, { runAt, key: record.userId });
  return tier;
}

/**
 * Evaluates a subscription at the present time: an expired one becomes free, and a grant without an end continues for
 * another year. Idempotent.
 */
export async function settleTier(platform: Platform, userId: string): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const record = await lockSubscription(tx, userId);
    if (!record) return;
    const present = isGranted(record) ? grantNow(record, now) : record;
    if (present === record && storedTierFor(record, now) === record.tier) return;
    await storeSubscription(tx, present, now);
  });
}

export function isGranted({ stripeSubscriptionId, status }: SubscriptionRecord): boolean {
  return stripeSubscriptionId?.startsWith('admin_') === true && status === 'active';
}

function grantNow(record: SubscriptionRecord, now: Date): SubscriptionRecord {
  if (record.endDate) return record.endDate <= now ? endedGrant(record, record.endDate) : record;
  return record.renewalDate && record.renewalDate <= now ? { ...record, renewalDate: null } : record;
}

/** A grant that is over: neither its status nor its `manuallyUpdated` flag may leave it premium. */
export function endedGrant(record: SubscriptionRecord, at: Date): SubscriptionRecord {
  return {
    ...record,
    status: 'canceled',
    currentPlan: 'free',
    manuallyUpdated: false,
    endDate: at,
    renewalDate: null,
    cancelAtPeriodEnd: true,
  };
}
