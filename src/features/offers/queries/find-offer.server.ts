import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { Offer } from '../contract.ts';
import { offerPolicy, unknownOffer } from '../model/offer.policy.ts';
import { offer } from '../model/offer.tables.ts';
import { type FullOffer, presentOffer } from './offer.present.server.ts';
import { complete } from './offers.queries.server.ts';

/** One offer with what belongs to it; null where there is none. */
export async function findFull(db: Db, offerId: string, now: Date): Promise<FullOffer | null> {
  const rows = await db.select().from(offer).where(eq(offer.id, offerId));
  return (await complete(db, rows, now))[0] ?? null;
}

/** One offer, for one of its two sides. For everyone else it does not exist (404). */
export async function getOfferFor(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  memberId: string,
  offerId: string,
): Promise<Offer> {
  const now = clock.now();
  const full = isId(offerId) ? await findFull(db, offerId, now) : null;
  if (!full || offerPolicy.may({ id: memberId, role: 'member' }, 'see', full.offer) !== true)
    throw notFound(unknownOffer);
  return presentOffer(full, memberId, now);
}
