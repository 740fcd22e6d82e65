import { and, eq, lt } from 'drizzle-orm';
import { addMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { expireJob } from '../model/listing.jobs.ts';
import { listing } from '../model/listing.tables.ts';

const patienceMs = 10 * minuteMs;
/** A run takes up so many; the next one goes on. */
const atMost = 500;

/** Ends listings whose timer was lost, and logs how many it found: normally none. */
export async function reconcileListings(platform: Platform): Promise<void> {
  const overdue = await platform.db
    .select({ id: listing.id })
    .from(listing)
    .where(and(eq(listing.status, 'active'), lt(listing.expiresAt, addMs(platform.clock.now(), -patienceMs))))
    .orderBy(listing.expiresAt, listing.id)
    .limit(atMost);
  if (overdue.length === 0) return;
  platform.log.warn('overdue listings are taken up', { listings: overdue.length });
  await write(platform, async (tx) => {
    for (const { id } of overdue) tx.enqueue(expireJob, { listingId: id }, { key: id });
  });
}
