import { newId } from '#kernel/ids.ts';
import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { isOwing } from '../model/subscription.process.ts';
import { premiumGranted, premiumRevoked } from '../model/tier.events.ts';
import { isPremium } from '../model/tier.rules.ts';
import { emptySubscription, endedGrant, storeSubscription } from './settle-tier.server.ts';
import { lockSubscription } from './subscription-record.server.ts';

/** Who acts: an admin's id, or `command line`. Stored with the event and in the audit log. */
export interface GrantInput {
  userId: string;
  by: string;
  /** Absent: until it is revoked, checked again after a year. */
  months?: number | undefined;
}

/**
 * Gives premium without payment (`admin_` id). Refuses a member who pays for it through Stripe, or owes a payment
 * there, whose subscription would be lost from sight. A second grant replaces the first.
 */
export async function grantPremium(platform: Platform, { userId, by, months }: GrantInput): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const before = (await lockSubscription(tx, userId)) ?? emptySubscription(userId, now);
    if (before.stripeSubscriptionId?.startsWith('sub_')) {
      if (isPremium(before.tier, before, now))
        throw conflict('pays_already', 'This member already pays for Premium through Stripe.');
      // A grant would hide the subscription: Stripe would go on charging the card, and the member could not cancel
      // here.
      if (isOwing(before.status))
        throw conflict(
          'payment_due',
          'This member’s subscription at Stripe has a failed payment. Cancel it there first.',
        );
    }
    const endDate = months === undefined ? null : addMonths(now, months);
    const granted = {
      ...before,
      status: 'active',
      currentPlan: 'premium',
      stripeSubscriptionId: `admin_${newId()}`,
      startDate: now,
      endDate,
      renewalDate: endDate,
      cancelAtPeriodEnd: false,
      manuallyUpdated: true,
    };
    await storeSubscription(tx, granted, now);
    const data = { months: months ?? null };
    await recordAct(tx, { by, act: 'premium.granted', subject: userId, data }, now);
    tx.append(premiumGranted, { subject: userId, version: now.getTime(), topics: [], data: { by, ...data } });
  });
}

export interface RevokeInput {
  userId: string;
  by: string;
  /** For the audit log. */
  reason?: string | undefined;
}

/**
 * Takes a granted premium away at once. Refuses where nothing was granted, and what is paid through Stripe, which is
 * canceled there.
 */
export async function revokePremium(platform: Platform, { userId, by, reason }: RevokeInput): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const record = await lockSubscription(tx, userId);
    if (record?.stripeSubscriptionId?.startsWith('sub_'))
      throw conflict('pays_for_it', 'This member pays for Premium through Stripe. Cancel the subscription there.');
    if (!record?.stripeSubscriptionId?.startsWith('admin_') || record.status !== 'active') {
      throw conflict('not_granted', 'This member has no complimentary Premium.');
    }
    await storeSubscription(tx, endedGrant(record, now), now);
    await recordAct(
      tx,
      { by, act: 'premium.revoked', subject: userId, data: reason === undefined ? {} : { reason } },
      now,
    );
    tx.append(premiumRevoked, { subject: userId, version: now.getTime(), topics: [], data: { by } });
  });
}

/** The same day of a later month, or its last day where that month is shorter. */
export function addMonths(at: Date, months: number): Date {
  const day = at.getUTCDate();
  const later = new Date(at);
  later.setUTCDate(1);
  later.setUTCMonth(at.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, lastDay));
  return later;
}
