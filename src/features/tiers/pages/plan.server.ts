import { data, redirectDocument } from 'react-router';
import type { PageProblem } from '#platform/http/page.ts';
import { answerForm } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { openPortal, premiumPrice } from '../billing/billing.server.ts';
import { cancelSubscription } from '../billing/cancel-subscription.server.ts';
import { startCheckout } from '../billing/start-checkout.server.ts';
import { countStripeCall } from '../billing/stripe-call.server.ts';
import { canceledSentence } from '../browser/plan-client-action.ts';
import { type PremiumPrice, tierDefinitions } from '../contract.ts';
import { type Plan, planOf } from '../model/plan.ts';
import { convergeSubscription } from '../subscription/converge-subscription.server.ts';
import { findSubscription } from '../subscription/subscription-record.server.ts';

export interface PlanFacts {
  plan: Plan;
  price: PremiumPrice | null;
  /** Back from the payment page, and premium is there. */
  isThanked: boolean;
  /** The first of the two presses that cancel was made. */
  isAsking: boolean;
  userId: string;
  /** The id for a cancellation (AP-03); null without a subscription. */
  subscriptionId: string | null;
  /** This installation is a preview, by its setting. */
  isPreview: boolean;
  /** The number of active listings of a free account. */
  freePlaces: number;
}

export interface PlanAnswer {
  problem?: PageProblem;
  saved?: string;
}

/**
 * The data of a page about the member's plan. After a return from the payment page or the billing portal Stripe is
 * read, without waiting for webhooks.
 */
export async function loadPlan(platform: Platform, actor: Pick<Actor, 'id'>, request: Request): Promise<PlanFacts> {
  const { searchParams } = new URL(request.url);
  const checkout = searchParams.get('checkout');
  const known =
    checkout === 'done' || searchParams.get('from') === 'billing'
      ? countStripeCall(platform, actor.id)
          .then(() => convergeSubscription(platform, actor.id))
          .catch((error: unknown) => {
            platform.log.warn('a subscription could not be read yet', { error });
            return findSubscription(platform.db, actor.id);
          })
      : findSubscription(platform.db, actor.id);
  const [record, price] = await Promise.all([known, premiumPrice(platform)]);
  const plan = planOf(record, platform.clock.now(), checkout);
  return {
    plan,
    isThanked: checkout === 'done' && plan.kind === 'active',
    price,
    isAsking: searchParams.get('cancel') === 'ask',
    userId: actor.id,
    subscriptionId: record?.stripeSubscriptionId ?? null,
    isPreview: platform.config.isPreview,
    freePlaces: tierDefinitions.free.maxActiveListings ?? 0,
  };
}

/** The presses of a plan's panel. Going to Stripe's pages is another document, often on another host. */
export async function actOnPlan(platform: Platform, actor: Pick<Actor, 'id'>, request: Request) {
  const form = await request.formData();
  const intent = form.get('intent');
  return answerForm(form, [], async () => {
    if (intent === 'subscribe') throw redirectDocument((await startCheckout(platform, actor)).url);
    if (intent === 'portal') throw redirectDocument((await openPortal(platform, actor)).url);
    if (intent !== 'cancel')
      return data<PlanAnswer>(
        { problem: { code: 'unknown', message: 'This page is out of date. Reload it.' } },
        { status: 400 },
      );
    const named = (name: string) => form.get(name)?.toString() || undefined;
    const canceled = await cancelSubscription(platform, actor, {
      subscriptionId: named('subscriptionId'),
      userId: named('userId'),
    });
    return data<PlanAnswer>({ saved: canceledSentence(canceled) });
  });
}
