import type { SubscriptionView } from '../contract.ts';
import type { noSubscription } from './subscription-record.server.ts';

/** The member's own view; Stripe's customer id stays with us. */
export function presentSubscription(row: typeof noSubscription): SubscriptionView {
  return {
    status: row.status,
    currentPlan: row.currentPlan,
    startDate: row.startDate?.toISOString() ?? null,
    endDate: row.endDate?.toISOString() ?? null,
    renewalDate: row.renewalDate?.toISOString() ?? null,
    stripeSubscriptionId: row.stripeSubscriptionId,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    manuallyUpdated: row.manuallyUpdated,
    tier: row.tier,
  };
}
