import * as z from 'zod';
import type { Feature } from '#platform/feature.ts';
import { defineJob, type RunnableJob, runs } from '#platform/jobs/jobs.ts';
import { type Reaction, wakes } from '#platform/outbox/reactions.ts';
import type { Platform } from '#platform/platform.ts';
import { definePolicy } from '#platform/policy/policy.ts';
import { paymentSecurity } from './payments.security.ts';
import { type StripeEventRef, stripeEventRef, stripeReceived } from './receive.ts';
import { reconcileStripe, reconcileStripeJob } from './reconcile.ts';
import { sweepEvents, sweepEventsJob } from './sweep-events.ts';
import { addStripeWebhook } from './webhook.ts';

export type { StripeEventRef } from './receive.ts';

/** The Stripe events that a feature handles. */
export interface HandlesStripe {
  /** Event types of the platform's own account. */
  types: readonly string[];
  /** Event types of connected accounts; `account` identifies the account. */
  connectedTypes?: readonly string[];
  /** Runs at least once for each event, in no guaranteed order. An error causes a retry; other features do not wait. */
  handle(platform: Platform, event: StripeEventRef): Promise<unknown>;
}

const stripePolicy = definePolicy('Stripe’s events', {
  send: { needs: 'anybody', by: 'Stripe, by its signature', at: ['POST /api/stripe/webhook'] },
});

type StripeHandler = Pick<Feature, 'name' | 'handlesStripe'>;

/**
 * The entry point for Stripe's events as a feature: the webhook, the comparison with Stripe's list, and a separate job
 * for each handling feature, so that an error of one delays no other. Features declare their types; nothing here
 * changes.
 */
export function stripeIntake(features: readonly StripeHandler[]): Feature {
  const handlers = features.flatMap(({ name, handlesStripe }) =>
    handlesStripe ? [subscriptionOf(name, handlesStripe)] : [],
  );
  return {
    name: 'stripe',
    policy: stripePolicy,
    securityKinds: Object.values(paymentSecurity),
    api: addStripeWebhook,
    events: [stripeReceived],
    jobs: [
      runs(reconcileStripeJob, (platform) => reconcileStripe(platform, typesReceived(features))),
      runs(sweepEventsJob, sweepEvents),
      ...handlers.map(({ job }) => job),
    ],
    reactions: handlers.map(({ reaction }) => reaction),
    schedules: [
      { job: reconcileStripeJob, cron: '*/10 * * * *' },
      { job: sweepEventsJob, cron: '7 4 * * *' },
    ],
  };
}

/**
 * The event types of the platform's own account that features handle. Connected accounts have separate lists, which the
 * feature with such accounts compares.
 */
export function typesReceived(features: readonly StripeHandler[]): string[] {
  return [...new Set(features.flatMap(({ handlesStripe }) => handlesStripe?.types ?? []))];
}

function subscriptionOf(feature: string, handler: HandlesStripe): { job: RunnableJob; reaction: Reaction } {
  const job = defineJob(`${feature}.hear-stripe`, z.object({ data: stripeEventRef }), { isUrgent: true });
  const concerns = ({ type, account }: StripeEventRef) =>
    ((account === null ? handler.types : handler.connectedTypes) ?? []).includes(type);
  return {
    // Checked here too: an older process enqueues every type.
    job: runs(job, async (platform, { data }) => (concerns(data) ? handler.handle(platform, data) : undefined)),
    reaction: wakes(stripeReceived, job, { when: ({ data }) => concerns(data) }),
  };
}
