import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import * as z from 'zod';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { receiveEvents } from './receive.ts';

/** Compares Stripe's list with what has arrived. */
export const reconcileStripeJob = defineJob('stripe.reconcile', z.object({}));

/** Stripe keeps its list of events this long. */
const listLifeMs = 30 * dayMs;
/** Stripe's list takes no more types in one question. */
const typesAtOnce = 20;
/** Events appear in the list a moment after their time; each run looks back over the end of the last. */
const overlapMs = 10 * minuteMs;

/**
 * Compares Stripe's list of the market's own events of these types with those that arrived and hands the others to the
 * rooms, so that a lost webhook costs minutes and nothing else. Answers how many had been lost.
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
  for (let at = 0; at < types.length; at += typesAtOnce)
    lost += await compare(platform, types.slice(at, at + typesAtOnce), since);
  await platform.db.execute(sql`update stripe_reconcile set compared_to = ${now}`);
  if (lost > 0) platform.log.warn('webhooks of Stripe were lost and have been made good', { lost });
  return lost;
}

async function compare(platform: Platform, types: string[], since: number): Promise<number> {
  let lost = 0;
  let page: Stripe.Event[] = [];
  for await (const event of platform.payments.stripe.events.list({
    created: { gte: Math.floor(since / 1000) },
    types,
    limit: 100,
  })) {
    page.push(event);
    if (page.length === 100) {
      lost += await receiveEvents(platform, page, 'reconcile');
      page = [];
    }
  }
  return lost + (await receiveEvents(platform, page, 'reconcile'));
}
