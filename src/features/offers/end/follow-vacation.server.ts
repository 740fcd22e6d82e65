import { and, asc, eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { expireJob } from '../model/offer.jobs.ts';
import { offer } from '../model/offer.tables.ts';
import { keepClock, lockOffer } from '../queries/offer.move.server.ts';

/** When a seller is away is other than before: what waits on their listings waits until another moment. */
export async function followVacation(platform: Platform, sellerId: string): Promise<void> {
  const rows = await platform.db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.sellerId, sellerId), eq(offer.status, 'pending')))
    .orderBy(asc(offer.id));
  for (const { id } of rows) {
    await write(platform, async (tx) => {
      const { row } = await lockOffer(tx, id);
      if (row.status !== 'pending') return;
      await keepClock(tx, row, platform.clock.now());
      tx.enqueue(expireJob, { offerId: id }, { runAt: row.expiresAt, key: id });
    });
  }
}
