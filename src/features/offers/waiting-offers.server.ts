import { and, asc, eq, or } from 'drizzle-orm';
import type { Platform } from '#platform/platform.ts';
import type { Offer } from './contract.ts';
import { isFirstOfLines } from './offer.lines.server.ts';
import { offer } from './offer.tables.ts';
import { findOffersFor } from './offers.queries.server.ts';

/** The pending offers that wait for a member's answer, those that run out first; all of them are as many as the counter says. */
export async function listWaitingOffers(platform: Platform, memberId: string, limit: number): Promise<Offer[]> {
  const asSeller = and(eq(offer.sellerId, memberId), eq(offer.madeBy, 'buyer'), eq(offer.sellerCleared, false));
  const asBuyer = and(eq(offer.buyerId, memberId), eq(offer.madeBy, 'seller'), eq(offer.buyerCleared, false));
  const rows = await platform.db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.status, 'pending'), isFirstOfLines, or(asSeller, asBuyer)))
    .orderBy(asc(offer.expiresAt), asc(offer.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const found = await findOffersFor(platform, memberId, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}
