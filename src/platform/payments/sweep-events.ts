import * as z from 'zod';
import { dayMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';

/** Deletes events that Stripe no longer sends. */
export const sweepEventsJob = defineJob('stripe.sweep-events', z.object({}));

/**
 * Stripe retries for three days, and lists events and allows resending them for thirty. A later one would be harmless:
 * it only refers to an object to read.
 */
const retentionMs = 60 * dayMs;

export async function sweepEvents({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'stripe_event', 'created_at < $1', [new Date(clock.now().getTime() - retentionMs)]);
}
