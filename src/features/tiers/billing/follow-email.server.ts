import { findMemberProfile } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { findSubscription } from '../subscription/subscription-record.server.ts';
import { callOptions } from './stripe-call.server.ts';

const tries = 5;

/**
 * Makes Stripe's customer have the e-mail that the member has now, so that receipts and the portal find them. Read
 * again after each write: of two who follow two changes at the same moment, the last to write sees the newest. Throws
 * while Stripe is away, and the job comes again.
 */
export async function followEmail(platform: Platform, userId: string): Promise<void> {
  let notified: string | null = null;
  for (let attempt = 0; attempt < tries; attempt++) {
    const [member, record] = await Promise.all([
      findMemberProfile(platform.db, userId),
      findSubscription(platform.db, userId),
    ]);
    if (!member || !record?.stripeCustomerId || member.email === notified) return;
    await platform.payments.stripe.customers.update(record.stripeCustomerId, { email: member.email }, callOptions);
    notified = member.email;
  }
  throw new Error(`the e-mail of ${userId} changed ${tries} times while Stripe was told`);
}
