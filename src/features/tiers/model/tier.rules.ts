import type { Tier } from '#features/members/contract.ts';
import * as texts from '#kernel/specified-texts.ts';
import type { derivedStatuses } from '../contract.ts';
import { isRunning } from './subscription.process.ts';

/** The rules of the tiers, as the specification reads them twice; pure, over what is stored. */

export interface SubscriptionFacts {
  /** Stripe's status, or `none`, `inactive`. */
  status: string | null;
  /** `sub_…` from Stripe, `admin_…` from an admin. */
  stripeSubscriptionId: string | null;
  currentPlan: string | null;
  manuallyUpdated: boolean;
  endDate: Date | null;
}

/**
 * Reading A: which tier is stored. A trial that Stripe runs counts as paid (ST-03), so that the stored tier and reading
 * B agree on every state that Stripe can send.
 */
export function storedTierFor(facts: SubscriptionFacts, now: Date): Tier {
  const { status, stripeSubscriptionId: id, currentPlan, manuallyUpdated } = facts;
  if (id !== null && (id.startsWith('sub_') || id.startsWith('admin_')) && isRunning(status)) return 'premium';
  if (manuallyUpdated && currentPlan === 'premium') return 'premium';
  if (id && isCanceledButRunning(facts, now)) return 'premium';
  return 'free';
}

/** Reading B: whether the member has premium now, given the stored tier. */
export function isPremium(tier: Tier, facts: SubscriptionFacts, now: Date): boolean {
  if (tier !== 'premium') return false;
  if (isRunning(facts.status)) return true;
  if (isCanceledButRunning(facts, now)) return true;
  if (facts.stripeSubscriptionId?.startsWith('admin_')) return true;
  return facts.manuallyUpdated && facts.currentPlan === 'premium';
}

function isCanceledButRunning({ status, endDate }: SubscriptionFacts, now: Date): boolean {
  return status === 'canceled' && endDate !== null && endDate > now;
}

export type DerivedStatus = (typeof derivedStatuses)[number];

/** ST-04: what the screens call the state of a subscription. */
export function derivedStatus(facts: SubscriptionFacts, now: Date): DerivedStatus {
  if (facts.status === 'active') return 'active';
  if (isCanceledButRunning(facts, now)) return 'canceled';
  if (facts.stripeSubscriptionId && !facts.status) return 'active';
  return 'none';
}

/** ST-05: premium that an admin granted without an end is checked again after a year. */
export function renewalDateFor(facts: SubscriptionFacts & { renewalDate: Date | null }, now: Date): Date | null {
  if (facts.renewalDate !== null || !facts.stripeSubscriptionId?.startsWith('admin_')) return facts.renewalDate;
  const next = new Date(now);
  next.setUTCFullYear(now.getUTCFullYear() + 1);
  return next;
}

/** Why a cancellation is refused, checked in this order (ER-06); null when it can be done. */
export function cancelProblem(
  isSignedIn: boolean,
  facts: SubscriptionFacts | null,
): { status: number; code: string; message: string } | null {
  if (!isSignedIn) return { status: 401, code: 'not_signed_in', message: texts.cancelSignedOut };
  if (!facts || facts.status === 'none' || (!facts.status && !facts.stripeSubscriptionId)) {
    return { status: 404, code: 'no_subscription', message: texts.noSubscription };
  }
  if (facts.status === 'canceled') return { status: 409, code: 'already_canceled', message: texts.alreadyCanceled };
  return facts.stripeSubscriptionId ? null : noSubscriptionId;
}

/** Also where the caller names none (AP-03). */
export const noSubscriptionId = {
  status: 409,
  code: 'no_subscription_id',
  message: texts.noSubscriptionId,
};
