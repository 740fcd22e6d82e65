import * as z from 'zod';
import { dayMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';

/** Forgets Stripe's events that it would not tell again. */
export const sweepEventsJob = defineJob('stripe.sweep-events', z.object({}));

/**
 * Stripe delivers again for three days, lists events for thirty, and lets a person send one again for as long. One that
 * came after that all the same would harm nothing: it only says which object to read.
 */
const keptMs = 60 * dayMs;

export async function sweepEvents({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'stripe_event', 'created_at < $1', [new Date(clock.now().getTime() - keptMs)]);
}
