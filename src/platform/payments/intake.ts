import * as z from 'zod';
import type { Feature } from '#platform/feature.ts';
import { defineJob, type RunnableJob, runs } from '#platform/jobs/jobs.ts';
import { type Reaction, wakes } from '#platform/outbox/reactions.ts';
import type { Platform } from '#platform/platform.ts';
import { definePolicy } from '#platform/policy/policy.ts';
import { paymentSecurity } from './payments.security.ts';
import { type StripeUpdates, stripeReceived, stripeUpdates } from './receive.ts';
import { reconcileStripe, reconcileStripeJob } from './reconcile.ts';
import { sweepEvents, sweepEventsJob } from './sweep-events.ts';
import { addStripeWebhook } from './webhook.ts';

export type { StripeUpdates as StripeNews } from './receive.ts';

/** Which of Stripe's news a room follows. */
export interface HandlesStripe {
  /** Event types of the market's own account. */
  types: readonly string[];
  /** Event types of the accounts that are connected to it; `account` says which one. */
  connectedTypes?: readonly string[];
  /**
   * Runs at least once for each event, in no promised order. Throwing means: try again later; other rooms do not wait.
   */
  hear(platform: Platform, updates: StripeUpdates): Promise<unknown>;
}

const stripePolicy = definePolicy('Stripe’s news', {
  send: { needs: 'anybody', by: 'Stripe, by its signature', at: ['POST /api/stripe/webhook'] },
});

type Hearer = Pick<Feature, 'name' | 'handlesStripe'>;

/**
 * The one way in for Stripe's news, as a part of the house: the webhook, the comparison with Stripe's list, and for
 * each room that hears something a job of its own, so that one room's trouble holds up no other. A room that comes
 * later declares what it hears, and touches nothing here or elsewhere.
 */
export function stripeIntake(rooms: readonly Hearer[]): Feature {
  const hearings = rooms.flatMap(({ name, handlesStripe }) =>
    handlesStripe ? [subscriptionOf(name, handlesStripe)] : [],
  );
  return {
    name: 'stripe',
    policy: stripePolicy,
    securityKinds: Object.values(paymentSecurity),
    api: addStripeWebhook,
    events: [stripeReceived],
    jobs: [
      runs(reconcileStripeJob, (platform) => reconcileStripe(platform, typesReceived(rooms))),
      runs(sweepEventsJob, sweepEvents),
      ...hearings.map(({ job }) => job),
    ],
    reactions: hearings.map(({ reaction }) => reaction),
    schedules: [
      { job: reconcileStripeJob, cron: '*/10 * * * *' },
      { job: sweepEventsJob, cron: '7 4 * * *' },
    ],
  };
}

/**
 * What the rooms hear of the market's own account. Events of connected accounts are in lists of their own, which the
 * room that has such accounts compares.
 */
export function typesReceived(rooms: readonly Hearer[]): string[] {
  return [...new Set(rooms.flatMap(({ handlesStripe }) => handlesStripe?.types ?? []))];
}

function subscriptionOf(room: string, receives: HandlesStripe): { job: RunnableJob; reaction: Reaction } {
  const job = defineJob(`${room}.hear-stripe`, z.object({ data: stripeUpdates }), { isUrgent: true });
  const concerns = ({ type, account }: StripeUpdates) =>
    ((account === null ? receives.types : receives.connectedTypes) ?? []).includes(type);
  return {
    // Looked at here too: an older process enqueues for every type.
    job: runs(job, async (platform, { data }) => (concerns(data) ? receives.hear(platform, data) : undefined)),
    reaction: wakes(stripeReceived, job, { when: ({ data }) => concerns(data) }),
  };
}
