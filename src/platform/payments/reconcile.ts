import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { receiveEvents } from './receive.ts';
import { fromThin, type ReceivedEvent } from './webhook-thin.ts';

/** Compares Stripe's list of events with those received. */
export const reconcileStripeJob = defineJob('stripe.reconcile', z.object({}));

/** Stripe lists events for 30 days. */
const listLifeMs = 30 * dayMs;
/** Maximum number of types in a request for Stripe's list. */
const typesAtOnce = 20;
/** Events appear in the list with a delay, so each run overlaps the previous one. */
const overlapMs = 10 * minuteMs;

/**
 * Compares Stripe's list of the platform's own events of these types with those received, and publishes the missing
 * ones, so that a lost webhook only causes a delay of minutes. Returns the number of lost events.
 */
export async function reconcileStripe(platform: Platform, types: readonly string[]): Promise<number> {
  const now = platform.clock.now();
  const { rows } = await platform.db.execute<{ compared_to: string | null }>(
    sql`select compared_to from stripe_reconcile`,
  );
  const oldest = now.getTime() - listLifeMs;
  const comparedTo = rows[0]?.compared_to ? new Date(rows[0].compared_to).getTime() : oldest;
  const since = Math.max(oldest, comparedTo - overlapMs);
  let lost = 0;
  const thin = types.filter((type) => type.startsWith('v2.'));
  const others = types.filter((type) => !type.startsWith('v2.'));
  for (const kind of [others, thin])
    for (let at = 0; at < kind.length; at += typesAtOnce)
      lost += await compare(platform, eventsSince(platform, kind.slice(at, at + typesAtOnce), since));
  await platform.db.execute(sql`update stripe_reconcile set compared_to = ${now}`);
  if (lost > 0) platform.log.warn('webhooks of Stripe were lost and have been handled', { lost });
  return lost;
}

/** Stripe's list of events of these types; the two APIs have one each. */
async function* eventsSince(platform: Platform, types: string[], since: number): AsyncGenerator<ReceivedEvent> {
  const { stripe } = platform.payments;
  const query = { created: { gte: Math.floor(since / 1000) }, types, limit: 100 };
  if (types[0]?.startsWith('v2.')) for await (const event of stripe.v2.core.events.list(query)) yield fromThin(event);
  else for await (const event of stripe.events.list(query)) yield event;
}

async function compare(platform: Platform, events: AsyncIterable<ReceivedEvent>): Promise<number> {
  let lost = 0;
  let page: ReceivedEvent[] = [];
  for await (const event of events) {
    page.push(event);
    if (page.length === 100) {
      lost += await receiveEvents(platform, page, 'reconcile');
      page = [];
    }
  }
  return lost + (await receiveEvents(platform, page, 'reconcile'));
}
