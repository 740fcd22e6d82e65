import { and, eq, inArray, not } from 'drizzle-orm';
import { requireUnlimited, requireVerifiedEmail } from '#features/entry/index.server.ts';
import { type BargainListing, lockForBargain, refuseBargain } from '#features/listings/index.server.ts';
import { keepMember } from '#features/members/index.server.ts';
import { lockThreadOf, postCard, refuseBlocked } from '#features/messages/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { formatMoney, type Money, money } from '#kernel/money.ts';
import { conflict, invalid, signInFirst } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import { countAct } from '#platform/http/count-act.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { reserveFor } from './accept-offer.server.ts';
import { type MakeOfferInput, offerRefusals } from './contract.ts';
import { waitingEnd } from './offer.clock.server.ts';
import { expireJob } from './offer.jobs.ts';
import { lettersAfter } from './offer.letters.ts';
import { appendChanged, appendNews, moveOffer } from './offer.move.server.ts';
import { offerPolicy } from './offer.policy.ts';
import type { OfferSide } from './offer.process.ts';
import { amountProblem, isToWatchers, offerLimits, ruleAnswer } from './offer.rules.ts';
import { type OfferRow, offer } from './offer.tables.ts';
import { offersLimits, offersQuotas } from './offers.limits.ts';
import { countAttempts, isUnderWay, ofBuyer, sentToWatchers } from './offers.queries.server.ts';
import { refuseSuspendedSeller } from './suspended-seller.server.ts';

const limits = { member: offersLimits.made, network: offersLimits.madeFromNetwork };

/**
 * Runs what makes an offer, counted by the hour for the member and the network that they come from; what was refused is not counted. `address` is empty where
 * nobody outside asked.
 */
export async function counted<T>(platform: Platform, memberId: string, address: string, work: () => Promise<T>): Promise<T> {
  const giveBack = await countAct(platform.limits, limits, memberId, address);
  return work().catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
}

/**
 * Offers an amount for one copy of a listing; answers the offer's id. A rule of the seller's may answer it at once. Refuses: unknown or a draft (404), one's own
 * (403), not for sale (409 `not_available`), something else than the version that was seen (409 `listing_changed`), a listing without offers (409 `offers_off`),
 * a second offer while one is under way (409 `offer_open`), a fourth attempt (409 `no_attempts`), a sixth that waits on the listing (409 `too_many_offers`), an
 * amount out of bounds (422), an address that has to be confirmed first (403 `email_unverified`), too many in an hour (429).
 */
export async function makeOffer(platform: Platform, actor: Actor, listingId: string, input: MakeOfferInput, address = ''): Promise<string> {
  return counted(platform, actor.id, address, () =>
    write(platform, async (tx) => {
      const now = platform.clock.now();
      // Before any listing is locked, in the order in which the deletion of an account locks them.
      if (!(await keepMember(tx, actor.id))) throw signInFirst();
      await requireVerifiedEmail(platform, tx, offerPolicy, 'make', actor.id);
      await requireUnlimited(platform, tx, actor.id, 'offer');
      const listing = await refuseBargain(tx, await lockForBargain(tx, listingId), {
        buyerId: actor.id,
        seen: input.listingVersion,
        undone: 'Nothing was offered: look again before you offer.',
        now,
      });
      await refuseSuspendedSeller(tx, listing.sellerId);
      await refuseBlocked(tx, actor.id, listing.sellerId);
      if (!listing.acceptsOffers)
        throw conflict(offerRefusals.offersOff, 'The seller takes no offers for this listing. You can buy it at its price.');
      const [open] = await tx.db
        .select({ id: offer.id, status: offer.status, madeBy: offer.madeBy })
        .from(offer)
        .where(and(ofBuyer(actor.id, listing.id), isUnderWay));
      if (open) throw openOffer(open);
      await refuseFourth(tx, actor.id, listing.id);
      const pending = await tx.db.$count(offer, and(eq(offer.listingId, listing.id), eq(offer.status, 'pending'), not(sentToWatchers)));
      if (pending >= offerLimits.pendingOnListing) throw overQuota(offersQuotas.pendingOnListing);
      const amount = amountOf(input.amount, listing);
      const problem = amountProblem(amount, listing);
      if (problem) throw invalid({ amount: problem });
      const made = await insertOffer(
        tx,
        listing,
        { buyerId: actor.id, madeBy: 'buyer', amount, message: input.message ?? null, counterOf: null },
        now,
      );
      return made.id;
    }),
  );
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

/** Whole minor units are of the listing's currency. */
export function amountOf(amount: Money | number, { price }: BargainListing): Money {
  return typeof amount === 'number'
    ? money(amount, price.currency)
    : money(amount.amount, price.currency === amount.currency ? price.currency : amount.currency);
}

function countPromises(tx: Tx, buyerId: string): Promise<number> {
  return tx.db.$count(offer, and(eq(offer.buyerId, buyerId), inArray(offer.promise, ['open', 'claimed'])));
}

interface NewOffer {
  buyerId: string;
  madeBy: OfferSide;
  amount: Money;
  message: string | null;
  counterOf: string | null;
}

/** Writes an offer for a listing that is locked, with its timer; what a buyer offers the seller's rules may answer in the same breath. */
export async function insertOffer(tx: Tx, listing: BargainListing, made: NewOffer, now: Date): Promise<OfferRow> {
  const waitsMs = listing.windowHours * hourMs;
  const [row] = await tx.db
    .insert(offer)
    .values({
      id: newId(now.getTime()),
      listingId: listing.id,
      buyerId: made.buyerId,
      sellerId: listing.sellerId,
      title: listing.title,
      amount: made.amount.amount,
      askedAmount: listing.price.amount,
      currency: made.amount.currency,
      message: made.message,
      madeBy: made.madeBy,
      status: 'pending',
      counterOf: made.counterOf,
      listingVersion: listing.version,
      expiresAt: await waitingEnd(tx.db, listing.sellerId, now, waitsMs),
      waitsMs,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new RangeError('an offer was not written');
  tx.made(row.id);
  const [from, to] = made.madeBy === 'buyer' ? [row.buyerId, row.sellerId] : [row.sellerId, row.buyerId];
  const text = `Offered ${formatMoney(made.amount)} for ${row.title}.`;
  const subject = { kind: 'listing', id: listing.id } as const;
  const toWatchers = isToWatchers(made);
  // What goes to many begins no conversations: it stands in those that there are.
  if (!toWatchers || (await lockThreadOf(tx, subject, from, to))) await postCard(tx, { subject, from, to, kind: 'offer', id: row.id, text, now });
  const answer = made.madeBy === 'buyer' ? ruleAnswer(row.amount, listing) : null;
  // Nobody has copies reserved without end by rules alone: past so many that wait for their payment the seller answers in person.
  if (answer === 'accept' && (await countPromises(tx, row.buyerId)) < offerLimits.promisesByRule) await reserveFor(tx, row, 'rule', now);
  else if (answer === 'decline') await moveOffer(tx, row, 'decline', 'rule', now, { byRule: true });
  else {
    appendChanged(tx, row);
    await appendNews(tx, row, made.counterOf === null ? lettersAfter('make', 'maker', toWatchers) : ['countered']);
    tx.enqueue(expireJob, { offerId: row.id }, { runAt: row.expiresAt, key: row.id });
  }
  return row;
}
