import type { Platform } from '#platform/platform.ts';
import type { PremiumStatus } from '../contract.ts';
import { derivedStatus, isPremium } from '../model/tier.rules.ts';
import { findSubscription, noSubscription } from './subscription-record.server.ts';
import { tierOf } from './tier-of.server.ts';

/** Whether the member has premium right now (reading B), with what is known of the subscription (EN-05). */
export async function premiumStatus({ db, clock }: Platform, userId: string): Promise<PremiumStatus> {
  const now = clock.now();
  const [tier, record] = await Promise.all([tierOf(db, userId), findSubscription(db, userId)]);
  const premium = record !== null && isPremium(tier, record, now);
  return {
    isPremium: premium,
    tier: premium ? 'premium' : 'free',
    status: record?.status ?? 'none',
    derivedStatus: record ? derivedStatus(record, now) : 'none',
    source: 'firestore',
    lastChecked: now.toISOString(),
    subscription: presentForClient(record ?? noSubscription),
  };
}

function presentForClient(record: typeof noSubscription): PremiumStatus['subscription'] {
  return {
    status: record.status,
    startDate: record.startDate?.toISOString() ?? null,
    endDate: record.endDate?.toISOString() ?? null,
    renewalDate: record.renewalDate?.toISOString() ?? null,
    stripeSubscriptionId: record.stripeSubscriptionId,
    currentPlan: record.currentPlan,
  };
}
