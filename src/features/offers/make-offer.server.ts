import { requireVerifiedEmail, unlimitedAsked } from '#features/entry/index.server.ts';
import { askThenLockForBargain, type BargainListing, refuseBargain, unknownListing } from '#features/listings/index.server.ts';
import { type AskedVacation, awayAt, memberKept, partiesAsked, suspensionAsked, vacationsAsked } from '#features/members/index.server.ts';
import { unblockedAsked } from '#features/messages/index.server.ts';
import { type Hearing, hearingAsked } from '#features/notifications/index.server.ts';
import { conflict, notFound, signInFirst } from '#kernel/refusal.ts';
import { type Answers, askTogether } from '#platform/db/ask-together.ts';
import { countAct } from '#platform/http/count-act.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { networkOf } from '#platform/identity/network.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type MakeOfferInput, type Offer, offerRefusals } from './contract.ts';
import { getOfferFor } from './find-offer.server.ts';
import { insertLines, pricedLines } from './insert-lines.server.ts';
import { offerPolicy } from './offer.policy.ts';
import { type FullOffer, presentOffer } from './offer.present.server.ts';
import { offerLimits, ruleAnswer } from './offer.rules.ts';
import { standingAsked } from './offer.standing.server.ts';
import type { OfferRow } from './offer.tables.ts';
import { offersLimits, offersQuotas } from './offers.limits.ts';
import { countAttempts } from './offers.queries.server.ts';
import { refuseSuspended } from './suspended-seller.server.ts';
import { offerNewsKind } from './tell-sides.server.ts';

const limits = { member: offersLimits.made, network: offersLimits.madeFromNetwork };

/**
 * Runs what makes an offer, counted by the hour for the member and the network that they come from, one for each of the `lines` that it is for; what was refused is not counted.
 * `address` is empty where nobody outside asked.
 */
export async function counted<T>(platform: Platform, memberId: string, address: string, work: () => Promise<T>, lines = 1): Promise<T> {
  const giveBack = await countAct(platform.limits, limits, memberId, address, lines);
  return work().catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
}

/**
 * Offers an amount for one copy of a listing; answers the offer as its buyer sees it. A rule of the seller's may answer it at once. Refuses: unknown or a draft (404), one's own
 * (403), not for sale (409 `not_available`), something else than the version that was seen (409 `listing_changed`), a listing without offers (409 `offers_off`),
 * a second offer while one is under way (409 `offer_open`), a fourth attempt (409 `no_attempts`), a sixth that waits on the listing (409 `too_many_offers`), an
 * amount out of bounds (422), an address that has to be confirmed first (403 `email_unverified`), too many in an hour (429).
 */
export async function makeOffer(platform: Platform, actor: Actor, listingId: string, input: MakeOfferInput, address = ''): Promise<Offer> {
  const made = await counted(platform, actor.id, address, () =>
    write(platform, async (tx) => {
      const now = platform.clock.now();
      // Who offers before the listing, in the order in which the deletion of an account locks them.
      const [found, ...kept] = await askThenLockForBargain(tx, 'offers-who-offers-for', listingId, ...offering(platform, actor.id));
      await refuseOffering(platform, tx, actor.id, kept);
      const { listing, attempts, parties, vacations, hearing, refuseSeller } = await judgeToOffer(
        tx,
        actor.id,
        { found, quantity: 1, listingVersion: input.listingVersion },
        now,
      );
      refuseSeller();
      const network = networkOf(platform, { address });
      const lines = pricedLines(input.amount, [{ listing, quantity: 1, counterOf: null, floor: listing.floor }]);
      const row = await insertLines(
        tx,
        lines,
        { buyerId: actor.id, madeBy: 'buyer', message: input.message ?? null, vacations, hearing, network },
        now,
      );
      // What no rule answered is what was written, and nothing of it has to be asked for.
      if (ruleAnswer(row.amount, listing) !== null) return row.id;
      const full = { offer: row, together: [row], lines: null, attempts: attempts + 1, unpaid: 0, away: null, parties };
      return presentOffer(full, actor.id, now);
    }),
  );
  return typeof made === 'string' ? getOfferFor(platform, actor.id, made) : made;
}

/** What is asked of who makes an offer; the first keeps them. */
const offering = (platform: Platform, memberId: string) => [memberKept(memberId), unlimitedAsked(platform, memberId, 'offer')] as const;

/** Keeps who makes an offer, or says why they may not make any (401, 403): before any listing is locked. */
export async function keepOffering(platform: Platform, tx: Tx, memberId: string): Promise<void> {
  await refuseOffering(platform, tx, memberId, await askTogether(tx.db, 'offers-who-offers', ...offering(platform, memberId)));
}

async function refuseOffering(
  platform: Platform,
  tx: Tx,
  memberId: string,
  [isKept, refuseLimited]: Answers<ReturnType<typeof offering>>,
): Promise<void> {
  if (!isKept) throw signInFirst();
  await requireVerifiedEmail(platform, tx, offerPolicy, 'make', memberId);
  refuseLimited();
}

export interface JudgedToOffer {
  listing: BargainListing;
  /** Of its seller, that are not over. */
  vacations: readonly AskedVacation[];
  /** Offers that the buyer has made for it. */
  attempts: number;
  /** The two. */
  parties: FullOffer['parties'];
  /** Of its seller, of a new offer. */
  hearing: Hearing;
  /** Says why the buyer can't offer anything to its seller. */
  refuseSeller(): void;
}

/** Says why a buyer can't make an offer for a listing, which is `found` and locked: whatever one may read in `makeOffer` that is not about the two and the amount. */
export async function judgeToOffer(
  tx: Tx,
  buyerId: string,
  { found, quantity, listingVersion: seen }: { found: BargainListing | null; quantity: number; listingVersion?: number | undefined },
  now: Date,
): Promise<JudgedToOffer> {
  const undone = 'Nothing was offered: look again before you offer.';
  if (!found) throw notFound(unknownListing);
  const { id, sellerId } = found;
  const [{ open, attempts, pending }, vacations, isSuspended, refuseBlocked, parties, hearing] = await askTogether(
    tx.db,
    'offers-may-make',
    standingAsked(buyerId, id),
    vacationsAsked(sellerId, now),
    suspensionAsked(sellerId),
    unblockedAsked(buyerId, sellerId),
    partiesAsked(buyerId, sellerId),
    hearingAsked(sellerId, offerNewsKind),
  );
  const listing = await refuseBargain(tx, found, { buyerId, quantity, seen, undone, now, away: awayAt(vacations, now) });
  if (!listing.acceptsOffers) throw conflict(offerRefusals.offersOff, 'The seller takes no offers for this listing. You can buy it at its price.');
  if (open) throw openOffer(open);
  if (attempts >= offerLimits.attempts) throw overQuota(offersQuotas.attempts);
  if (pending >= offerLimits.pendingOnListing) throw overQuota(offersQuotas.pendingOnListing);
  const refuseSeller = () => {
    refuseSuspended(isSuspended);
    refuseBlocked();
  };
  return { listing, vacations, attempts, parties, hearing, refuseSeller };
}

function openOffer({ id, status, madeBy }: Pick<OfferRow, 'id' | 'status' | 'madeBy'>) {
  const waits =
    madeBy === 'buyer'
      ? 'You have an offer for this listing that waits for an answer. Withdraw it before you make another one.'
      : 'The seller has made you an offer for this listing. Answer that one: accept it, or counter with your amount.';
  const sentence = status === 'pending' ? waits : 'Your offer for this listing was accepted. Pay it, or let its time pass.';
  return conflict(offerRefusals.offerOpen, sentence, { offerId: id });
}

export async function refuseFourth(tx: Tx, buyerId: string, listingId: string): Promise<void> {
  if ((await countAttempts(tx.db, buyerId, listingId)) >= offerLimits.attempts) throw overQuota(offersQuotas.attempts);
}
