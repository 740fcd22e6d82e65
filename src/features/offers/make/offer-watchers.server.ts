import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import {
  type BargainListing,
  explainSalesBlock,
  listWatchers,
  lockForBargain,
  refuseOffSale,
  unknownListing,
} from '#features/listings/index.server.ts';
import { isSuspended, lockMember, tryLockMember } from '#features/members/index.server.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import { shuffled } from '#kernel/numbers/shuffled.ts';
import { conflict, notFound, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type OfferWatchersInput, offerRefusals } from '../contract.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import { offerLimits } from '../model/offer.rules.ts';
import { offer } from '../model/offer.tables.ts';
import { offersQuotas } from '../model/offers.limits.ts';
import { isUnderWay } from '../queries/offers.queries.server.ts';
import { insertLines, pricedLines } from './insert-lines.server.ts';
import { counted } from './make-offer.server.ts';
import { refuseSuspendedSeller } from './suspended-seller.server.ts';
import { lastToWatchers } from './watchers.queries.server.ts';

/**
 * A seller offers a listing for less to those who saved it: each of them has an offer of their own, which they answer
 * like a counter-offer; the first who accept get it, as many as there are copies. Refuses: unknown (404), another
 * member's listing (403), not for sale (409 `not_available`), a second one in a week (409 `sent_lately`), an amount out
 * of bounds (422), no recipient (409 `nobody_saved`), an address that has to be confirmed first (403), too many in an
 * hour (429).
 */
export async function offerWatchers(
  platform: Platform,
  actor: Actor,
  listingId: string,
  input: OfferWatchersInput,
  address = '',
): Promise<void> {
  const make = async (tx: Tx) => {
    const now = platform.clock.now();
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    await requireVerifiedEmail(platform, tx, offerPolicy, 'offer to who saved it', actor.id);
    await requireUnlimited(platform, tx, actor.id, 'offer');
    const listing = await lockForBargain(tx, listingId);
    if (!listing || (listing.row.publishedAt === null && listing.sellerId !== actor.id)) throw notFound(unknownListing);
    offerPolicy.check(actor, 'offer to who saved it', listing);
    await refuseOffSale(tx, listing, now);
    await refuseSuspendedSeller(tx, listing.sellerId);
    const last = await lastToWatchers(tx.db, listing.id);
    if (last && now < new Date(last.nextAt)) throw overQuota(offersQuotas.toWatchers);
    // A seller's offer has no minimum, as in a counter-offer.
    const lines = pricedLines(input.amount, [{ listing, quantity: 1, counterOf: null, floor: 1 }]);
    const buyers = await whoGetsIt(tx, listing);
    if (buyers.length === 0)
      throw conflict(
        offerRefusals.nobodySaved,
        'There are no interested buyers to send this to. Members with an open offer are skipped.',
      );
    // Shuffled: the seller sees the offers in the order in which they are written, which must not reveal the order in
    // which the listing was saved.
    for (const buyerId of shuffled(buyers, randomInt))
      await insertLines(tx, lines, { buyerId, madeBy: 'seller', message: input.message ?? null }, now);
    tx.made(listing.id);
  };
  await counted(platform, actor.id, address, () => explainSalesBlock(actor.id, () => write(platform, make)));
}

/**
 * The recipients for a locked listing: members who saved it and can trade with its seller, without those who have an
 * open offer for it; the latest first, up to the limit of one offer.
 */
async function whoGetsIt(tx: Tx, { id, sellerId }: BargainListing): Promise<string[]> {
  const [watchers, apart, busy] = [
    await listWatchers(tx.db, id),
    await blockedWith(tx.db, sellerId),
    await tx.db
      .select({ buyerId: offer.buyerId })
      .from(offer)
      .where(and(eq(offer.listingId, id), isUnderWay)),
  ];
  const left = new Set([sellerId, ...apart, ...busy.map(({ buyerId }) => buyerId)]);
  const found: string[] = [];
  for (const userId of watchers) {
    if (found.length === offerLimits.watchersAtOnce) break;
    if (left.has(userId) || (await isSuspended(tx.db, userId))) continue;
    // Skips a member whose account is being deleted: that transaction may hold more locks than this listing.
    if ((await tryLockMember(tx, userId)) === 'there') found.push(userId);
  }
  return found;
}
