import type Stripe from 'stripe';
import { Refusal } from '#kernel/refusal.ts';
import { noSubscription } from '#kernel/specified-texts.ts';
import { addMs, dayMonthYear, minuteMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { recordFrom } from '../model/stripe-facts.ts';
import { convergeJob, voidBillsJob } from '../model/tier.jobs.ts';
import { tierPolicy } from '../model/tier.policy.ts';
import { cancelProblem, noSubscriptionId } from '../model/tier.rules.ts';
import { emptySubscription, storeSubscription } from '../subscription/settle-tier.server.ts';
import {
  findSubscription,
  lockSubscription,
  type SubscriptionRecord,
} from '../subscription/subscription-record.server.ts';
import { callOptions, callStripe, countStripeCall } from './stripe-call.server.ts';

export interface CancelInput {
  /** The ids that the caller knows; they must be the caller's own. */
  subscriptionId?: string | null | undefined;
  userId?: string | null | undefined;
}

export interface Canceled {
  endDate: Date;
  message: string;
  /** True: Stripe has cancelled, our record follows in a minute. */
  databaseError: boolean;
}

/**
 * Cancels the caller's subscription at the end of the paid period (ST-07); one with an overdue payment ends at once,
 * and its bill is voided, so that nothing more is charged. Refuses with the exact sentences of ER-06, also for another
 * member's subscription. Before the call to Stripe a job is stored that reads Stripe again: if our own write then
 * fails, the record heals by that job.
 */
export async function cancelSubscription(
  platform: Platform,
  actor: Pick<Actor, 'id'>,
  input: CancelInput = {},
): Promise<Canceled> {
  const own = { id: actor.id, role: 'member' } as const;
  const userId = input.userId ?? undefined;
  tierPolicy.check(own, 'cancel', { userId, ownId: '' });
  const record = await findSubscription(platform.db, actor.id);
  const problem = cancelProblem(true, record) ?? (input.subscriptionId === null ? noSubscriptionId : null);
  if (problem) throw new Refusal(problem.status, problem.code, problem.message);
  const id = record?.stripeSubscriptionId ?? '';
  // The same answer for another member's id and for an unknown one.
  tierPolicy.check(own, 'cancel', { subscriptionId: input.subscriptionId ?? undefined, userId, ownId: id });
  await countStripeCall(platform, actor.id);
  return id.startsWith('admin_') ? endGrant(platform, actor.id) : cancelAtStripe(platform, actor.id, id);
}

async function cancelAtStripe(platform: Platform, userId: string, id: string): Promise<Canceled> {
  const healAt = addMs(platform.clock.now(), minuteMs);
  await write(platform, async (tx) => tx.enqueue(convergeJob, { userId }, { runAt: healAt, key: userId }));
  const present = await callStripe(platform, 'reading before canceling', (stripe) =>
    stripe.subscriptions.retrieve(id, undefined, callOptions),
  );
  const said =
    present.ended_at === null
      ? await callStripe(platform, 'canceling', (stripe) => cancelNow(stripe, present), unknownYet)
      : present;
  const now = platform.clock.now();
  const canceled = recordFrom(said, emptySubscription(userId, now), now);
  const endDate = canceled.endDate ?? now;
  try {
    await write(platform, async (tx) => {
      const locked = await lockSubscription(tx, userId);
      if (!locked) return;
      await storeSubscription(tx, recordFrom(said, locked, now), now);
      const customerId = locked.stripeCustomerId;
      if (said.ended_at !== null && customerId) tx.enqueue(voidBillsJob, { customerId }, { key: customerId });
    });
  } catch (error) {
    platform.log.error('a cancellation is known to Stripe and not to us; it will be read again', { userId, error });
    return { endDate, message: sentence(endDate, now), databaseError: true };
  }
  return { endDate, message: sentence(endDate, now), databaseError: false };
}

/** The job that was stored before will know. */
const unknownYet =
  'Our payment provider took too long to respond. We don’t know yet whether your subscription is cancelled. Check this page again in 2 minutes.';

function cancelNow(stripe: Stripe, { id, status }: Stripe.Subscription): Promise<Stripe.Subscription> {
  return status === 'active' || status === 'trialing'
    ? stripe.subscriptions.update(id, { cancel_at_period_end: true }, callOptions)
    : stripe.subscriptions.cancel(id, undefined, callOptions);
}

/** A granted premium ends at its renewal date. It has no payment, so Stripe is not called. */
async function endGrant(platform: Platform, userId: string): Promise<Canceled> {
  const now = platform.clock.now();
  const endDate = await write(platform, async (tx) => {
    const locked = await lockSubscription(tx, userId);
    const problem = cancelProblem(true, locked);
    if (problem || !locked)
      throw new Refusal(problem?.status ?? 404, problem?.code ?? 'no_subscription', problem?.message ?? noSubscription);
    const end = locked.renewalDate ?? locked.endDate ?? now;
    const canceled: SubscriptionRecord = {
      ...locked,
      status: 'canceled',
      endDate: end,
      renewalDate: end,
      cancelAtPeriodEnd: true,
      manuallyUpdated: false,
    };
    await storeSubscription(tx, canceled, now);
    return end;
  });
  return { endDate, message: sentence(endDate, now), databaseError: false };
}

function sentence(endDate: Date, now: Date): string {
  return endDate > now
    ? `Subscription cancelled. You keep Premium until ${dayMonthYear(endDate)}.`
    : 'Subscription cancelled. You will not be charged again.';
}
