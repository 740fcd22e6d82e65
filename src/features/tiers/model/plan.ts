import type { SubscriptionRecord } from '../subscription/subscription-record.server.ts';
import { type DerivedStatus, derivedStatus, storedTierFor } from './tier.rules.ts';

/** A member's plan, as the pages show it. */
export type PlanKind =
  /** Never had premium. */
  | 'none'
  /** Back from the payment page, and Stripe has not confirmed yet. */
  | 'pending'
  /** Back from the payment page without paying. */
  | 'unfinished'
  | 'active'
  /** Canceled; runs until a date. */
  | 'ending'
  /** A payment failed. */
  | 'due'
  /** Granted by an admin. */
  | 'granted'
  /** Had premium once. */
  | 'over';

export interface Plan {
  kind: PlanKind;
  status: DerivedStatus;
  /** The date of the renewal, of the coming end, or of the past end; `kind` says which. */
  date: string | null;
  canSubscribe: boolean;
  canCancel: boolean;
  /** Whether Stripe has a page for this member. */
  hasPortal: boolean;
}

/** `checkout` is what the address says after the payment page: `done` or `canceled`. */
export function planOf(record: SubscriptionRecord | null, now: Date, checkout: string | null): Plan {
  const hasPortal = record?.stripeCustomerId != null && record.stripeSubscriptionId?.startsWith('sub_') === true;
  const plan = (kind: PlanKind, date: Date | null = null): Plan => ({
    kind,
    status: record ? derivedStatus(record, now) : 'none',
    date: date?.toISOString() ?? null,
    canSubscribe: kind === 'none' || kind === 'unfinished' || kind === 'over',
    canCancel: kind === 'active' || kind === 'due' || (kind === 'granted' && record?.stripeSubscriptionId != null),
    hasPortal,
  });
  if (record && storedTierFor(record, now) === 'premium') {
    if (record.status === 'canceled') return plan('ending', record.endDate);
    if (!record.stripeSubscriptionId?.startsWith('sub_')) return plan('granted', record.endDate);
    return plan('active', record.renewalDate);
  }
  if (record && (record.status === 'past_due' || record.status === 'unpaid' || record.status === 'paused'))
    return plan('due');
  if (checkout === 'done') return plan('pending');
  if (checkout === 'canceled') return plan('unfinished');
  return record?.status === 'canceled' ? plan('over', record.endDate) : plan('none');
}
