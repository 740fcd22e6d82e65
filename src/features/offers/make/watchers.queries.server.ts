import { and, desc, eq, sql } from 'drizzle-orm';
import { money } from '#kernel/numbers/money.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { WatchersOffer } from '../contract.ts';
import { offer } from '../model/offer.tables.ts';
import { offerTimes } from '../model/offer.times.ts';
import { sentToWatchers } from '../queries/offers.queries.server.ts';

/**
 * The last offer to those who saved a listing, and what became of it; null where there was none. All of one are written
 * at one moment.
 */
export async function lastToWatchers(db: Db, listingId: string): Promise<WatchersOffer | null> {
  const [last] = await db
    .select({
      amount: offer.amount,
      currency: offer.currency,
      message: sql<string | null>`max(${offer.message})`,
      sent: sql<number>`count(*)::int`,
      accepted: sql<number>`(count(*) filter (where ${offer.status} = 'accepted'))::int`,
      waiting: sql<number>`(count(*) filter (where ${offer.status} = 'pending'))::int`,
      createdAt: offer.createdAt,
      expiresAt: offer.expiresAt,
    })
    .from(offer)
    .where(and(eq(offer.listingId, listingId), sentToWatchers))
    .groupBy(offer.createdAt, offer.expiresAt, offer.amount, offer.currency)
    .orderBy(desc(offer.createdAt))
    .limit(1);
  if (!last) return null;
  const { amount, currency, message, sent, accepted, waiting, createdAt, expiresAt } = last;
  return {
    listingId,
    amount: money(amount, currency),
    message,
    sent,
    accepted,
    waiting,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    nextAt: addMs(createdAt, offerTimes.watchersMs).toISOString(),
  };
}
