import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { type BargainListing, lockForBargain, refuseBargain } from '#features/listings/index.server.ts';
import { lockMember } from '#features/members/index.server.ts';
import { conflict, signInFirst } from '#kernel/refusal.ts';
import { countAct } from '#platform/http/count-act.ts';
import { networkOf } from '#platform/identity/network.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type MakeOfferInput, type Offer, offerRefusals } from '../contract.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import { offerLimits } from '../model/offer.rules.ts';
import type { OfferRow } from '../model/offer.tables.ts';
import { offersLimits, offersQuotas } from '../model/offers.limits.ts';
import { getOfferFor } from '../queries/find-offer.server.ts';
import { findStatus } from '../queries/offer.context.server.ts';
import { countAttempts } from '../queries/offers.queries.server.ts';
import { insertLines, pricedLines } from './insert-lines.server.ts';
import { refuseToTrade } from './suspended-seller.server.ts';

const limits = { member: offersLimits.made, network: offersLimits.madeFromNetwork };

/**
 * Runs the making of an offer under the hourly limits of the member and of the client's network, one unit for each of
 * the `lines`; refused attempts are not counted. `address` is empty where there is no client request.
 */
export async function counted<T>(
  platform: Platform,
  memberId: string,
  address: string,
  work: () => Promise<T>,
  lines = 1,
): Promise<T> {
  const releasePoints = await countAct(platform.limits, limits, memberId, address, lines);
  return work().catch(async (error: unknown) => {
    await releasePoints();
    throw error;
  });
}

/**
 * Offers an amount for one copy of a listing; answers the offer as its buyer sees it. A rule of the seller's may answer
 * it at once. Refuses: unknown or a draft (404), one's own (403), not for sale (409 `not_available`), something else
 * than the version that was seen (409 `listing_changed`), a listing without offers (409 `offers_off`), a second offer
 * while one is under way (409 `offer_open`), a fourth attempt (409 `no_attempts`), a sixth that waits on the listing
 * (409 `too_many_offers`), an amount out of bounds (422), an address that has to be confirmed first (403
 * `email_unverified`), too many in an hour (429).
 */
export async function makeOffer(
  platform: Platform,
  actor: Actor,
  listingId: string,
  input: MakeOfferInput,
  address = '',
): Promise<Offer> {
  const offerId = await counted(platform, actor.id, address, () =>
    write(platform, async (tx) => {
      const now = platform.clock.now();
      // The buyer is locked before the listing, in the order in which the deletion of an account locks them.
      await keepOffering(platform, tx, actor.id);
      const found = await lockForBargain(tx, listingId);
      const listing = await refuseToOffer(
        tx,
        actor.id,
        { found, quantity: 1, listingVersion: input.listingVersion },
        now,
      );
      await refuseToTrade(tx, { buyerId: actor.id, sellerId: listing.sellerId });
      const lines = pricedLines(input.amount, [{ listing, quantity: 1, counterOf: null, floor: listing.floor }]);
      const network = networkOf(platform, { address });
      const made = { buyerId: actor.id, madeBy: 'buyer', message: input.message ?? null, network } as const;
      return (await insertLines(tx, lines, made, now)).id;
    }),
  );
  return getOfferFor(platform, actor.id, offerId);
}

/**
 * Locks who makes an offer against deletion, or says why they may not make any (401, 403): before any listing is
 * locked.
 */
export async function keepOffering(platform: Platform, tx: Tx, memberId: string): Promise<void> {
  if (!(await lockMember(tx, memberId))) throw signInFirst();
  await requireVerifiedEmail(platform, tx, offerPolicy, 'make', memberId);
  await requireUnlimited(platform, tx, memberId, 'offer');
}

interface ToOfferFor {
  /** Locked; null where there is none. */
  found: BargainListing | null;
  quantity: number;
  listingVersion?: number | undefined;
}

/**
 * Throws why a buyer can't make an offer for a listing: whatever `makeOffer` states that is not about the two members
 * and the amount.
 */
export async function refuseToOffer(
  tx: Tx,
  buyerId: string,
  { found, quantity, listingVersion: seen }: ToOfferFor,
  now: Date,
): Promise<BargainListing> {
  const undone = 'Couldn’t send your offer. Check the listing and try again.';
  const listing = await refuseBargain(tx, found, { buyerId, quantity, seen, undone, now });
  if (!listing.acceptsOffers)
    throw conflict(offerRefusals.offersOff, 'This listing doesn’t accept offers. You can buy it at its price.');
  const { open, attempts, pending } = await findStatus(tx.db, buyerId, listing.id);
  if (open) throw openOffer(open);
  if (attempts >= offerLimits.attempts) throw overQuota(offersQuotas.attempts);
  if (pending >= offerLimits.pendingOnListing) throw overQuota(offersQuotas.pendingOnListing);
  return listing;
}

function openOffer({ id, status, madeBy }: Pick<OfferRow, 'id' | 'status' | 'madeBy'>) {
  const waits =
    madeBy === 'buyer'
      ? 'You already have an open offer on this listing. Withdraw it before you make another one.'
      : 'The seller made you an offer for this listing. Accept it or send a counteroffer.';
  const sentence =
    status === 'pending' ? waits : 'Your offer on this listing was accepted. Pay for it or let it expire.';
  return conflict(offerRefusals.offerOpen, sentence, { offerId: id });
}

export async function refuseFourth(tx: Tx, buyerId: string, listingId: string): Promise<void> {
  if ((await countAttempts(tx.db, buyerId, listingId)) >= offerLimits.attempts) throw overQuota(offersQuotas.attempts);
}
