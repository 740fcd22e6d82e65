import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { type OfferRow, offer } from '../model/offer.tables.ts';
import { countAttempts, isUnderWay, sentToWatchers } from './offers.queries.server.ts';

/** The facts that limit a further offer of a buyer for a listing. */
export interface Status {
  /** Theirs that is under way. */
  open: Pick<OfferRow, 'id' | 'status' | 'madeBy'> | null;
  /** Offers that they have made for it. */
  attempts: number;
  /** Offers that wait on the listing, of all buyers, without the seller's offers to those who saved it. */
  pending: number;
}

/** Read under the listing's lock, so that nothing of it changes before the offer is written. */
export async function findStatus(db: Db, buyerId: string, listingId: string): Promise<Status> {
  const [open] = await db
    .select({ id: offer.id, status: offer.status, madeBy: offer.madeBy })
    .from(offer)
    .where(and(eq(offer.buyerId, buyerId), eq(offer.listingId, listingId), isUnderWay))
    .limit(1);
  const pending = await db.$count(
    offer,
    and(eq(offer.listingId, listingId), eq(offer.status, 'pending'), sql`not ${sentToWatchers}`),
  );
  return { open: open ?? null, attempts: await countAttempts(db, buyerId, listingId), pending };
}
