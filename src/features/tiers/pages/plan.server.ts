import { data, redirectDocument } from 'react-router';
import type { PageProblem } from '#platform/http/page.ts';
import { answerForm } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { openPortal, premiumPrice } from '../billing.server.ts';
import { cancelSubscription } from '../cancel-subscription.server.ts';
import { type PremiumPrice, tierDefinitions } from '../contract.ts';
import { convergeSubscription } from '../converge-subscription.server.ts';
import { type Plan, planOf } from '../plan.ts';
import { startCheckout } from '../start-checkout.server.ts';
import { countStripeCall } from '../stripe-call.server.ts';
import { findSubscription } from '../subscription-record.server.ts';

export interface PlanFacts {
  plan: Plan;
  price: PremiumPrice | null;
  /** Back from the payment page, and premium is there. */
  isThanked: boolean;
  /** The first of the two presses that cancel was made. */
  isAsking: boolean;
  userId: string;
  /** How many copies a free account sells at a time. */
  freePlaces: number;
}

export interface PlanAnswer {
  problem?: PageProblem;
  saved?: string;
}

/** What a page shows of the member's plan. Who comes back from the payment page or from billing is looked up at Stripe, whatever webhooks do meanwhile. */
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
      return data<PlanAnswer>({ problem: { code: 'unknown', message: 'This page does not know that button.' } }, { status: 400 });
    const { message, databaseError } = await cancelSubscription(platform, actor);
    return data<PlanAnswer>({ saved: databaseError ? `${message} This page shows it in a minute.` : message });
  });
}
