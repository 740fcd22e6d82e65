import { createHash } from 'node:crypto';
import { findMemberProfile, lockMember } from '#features/members/index.server.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import { dayMonthYear, minuteMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { followEmailJob } from '../model/tier.jobs.ts';
import { storedTierFor } from '../model/tier.rules.ts';
import { convergeSubscription } from '../subscription/converge-subscription.server.ts';
import { emptySubscription } from '../subscription/settle-tier.server.ts';
import {
  findSubscription,
  lockSubscription,
  type SubscriptionRecord,
  saveSubscription,
  startSubscriptionRecord,
} from '../subscription/subscription-record.server.ts';
import { callOptions, callStripe, countStripeCall } from './stripe-call.server.ts';

/**
 * Leads to Stripe's page where premium is paid. Refuses who has premium and who owes a payment for it (409), and says
 * so when Stripe is away (503). There is one page at a time: one that is still open is used again, one that is nearly
 * over is closed first. The pages are read before the subscriptions, so that one which was paid between the two
 * questions is seen as a subscription: pressing twice, or in two windows, never makes two.
 */
export async function startCheckout(platform: Platform, actor: Pick<Actor, 'id'>): Promise<{ url: string }> {
  await countStripeCall(platform, actor.id);
  const customer = await customerFor(platform, actor.id);
  const latest = await callStripe(platform, 'reading the checkouts', async (stripe) => {
    const { data } = await stripe.checkout.sessions.list({ customer, limit: 1 }, callOptions);
    return data[0] ?? null;
  });
  await refuseSecondNow(platform, actor.id);
  if (latest?.status === 'open') {
    const usableUntil = platform.clock.now().getTime() + 10 * minuteMs;
    if (latest.url && latest.expires_at * 1000 > usableUntil) return { url: latest.url };
    await closePage(platform, actor.id, latest.id);
  }
  const { appUrl, stripe: settings } = platform.config;
  const metadata = { userId: actor.id };
  const { url } = await callStripe(platform, 'opening a checkout', (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: actor.id,
        line_items: [{ price: settings.premiumPriceId, quantity: 1 }],
        subscription_data: { metadata },
        metadata,
        success_url: `${appUrl}/premium?checkout=done`,
        cancel_url: `${appUrl}/premium?checkout=canceled`,
      },
      // Named by the page before it: two requests at the same moment are one request to Stripe.
      { ...callOptions, idempotencyKey: `premium-${actor.id}-${latest?.id ?? 'first'}` },
    ),
  );
  if (!url) throw new Error('Stripe opened a checkout without an address');
  return { url };
}

/** A member with granted premium needs no customer at Stripe, so the grant is checked before one is created. */
async function customerFor(platform: Platform, userId: string): Promise<string> {
  const record = await findSubscription(platform.db, userId);
  if (record?.stripeCustomerId) return record.stripeCustomerId;
  if (record) refuseSecond(record, platform.clock.now());
  return makeCustomer(platform, userId);
}

async function refuseSecondNow(platform: Platform, userId: string): Promise<void> {
  const record = await callStripe(platform, 'reading before a checkout', () => convergeSubscription(platform, userId));
  if (record) refuseSecond(record, platform.clock.now());
}

/** A page that was paid before it could be closed has made a subscription, which is what is said then. */
async function closePage(platform: Platform, userId: string, id: string): Promise<void> {
  try {
    await callStripe(platform, 'closing a checkout', (stripe) =>
      stripe.checkout.sessions.expire(id, undefined, callOptions),
    );
  } catch (error) {
    await refuseSecondNow(platform, userId);
    throw error;
  }
}

function refuseSecond(record: SubscriptionRecord, now: Date): void {
  if (storedTierFor(record, now) === 'premium') {
    if (record.status !== 'canceled' || !record.endDate) throw conflict('already_premium', 'You already have Premium.');
    const has = `You already have Premium until ${dayMonthYear(record.endDate)}.`;
    const canKeep = record.stripeSubscriptionId?.startsWith('sub_');
    throw conflict('already_premium', canKeep ? `${has} To renew it, select Keep Premium.` : has);
  }
  if (record.status === 'past_due' || record.status === 'unpaid' || record.status === 'paused') {
    throw conflict(
      'payment_due',
      'Your last Premium payment failed. Update your payment method under Settings, Subscription. You don’t need a second subscription.',
    );
  }
}

async function makeCustomer(platform: Platform, userId: string): Promise<string> {
  const member = await findMemberProfile(platform.db, userId);
  if (!member) throw notFound(profileNotFound);
  const { email, username } = member;
  const said = createHash('sha256').update(`${email}\n${username}`).digest('hex').slice(0, 16);
  const customer = await callStripe(platform, 'making a customer', (stripe) =>
    stripe.customers.create(
      { email, name: username, metadata: { userId } },
      { ...callOptions, idempotencyKey: `customer-${userId}-${said}` },
    ),
  );
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, userId))) return;
    const first = emptySubscription(userId, now);
    // If the member's email address changed while the customer was created, no other job would update it at Stripe.
    tx.enqueue(followEmailJob, { subject: userId });
    if (await startSubscriptionRecord(tx, { ...first, stripeCustomerId: customer.id })) return;
    const record = await lockSubscription(tx, userId);
    if (record && record.stripeCustomerId === null)
      await saveSubscription(tx, { ...record, stripeCustomerId: customer.id, updatedAt: now });
  });
  return (await findSubscription(platform.db, userId))?.stripeCustomerId ?? customer.id;
}
