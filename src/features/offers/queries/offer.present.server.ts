import type { Seller } from '#features/members/contract.ts';
import { money } from '#kernel/numbers/money.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import type { Offer, OfferAction } from '../contract.ts';
import { sideIn } from '../model/offer.policy.ts';
import { findMove, type OfferVerb, otherSide, sideOf } from '../model/offer.process.ts';
import { hidesBuyer, nameOf, offerLimits, sumOf } from '../model/offer.rules.ts';
import type { OfferRow } from '../model/offer.tables.ts';
import { noteWithoutBuyer, offerNote } from '../model/offer.texts.ts';
import { whyNeverPaid } from '../model/payable.rules.ts';

export interface FullOffer {
  offer: OfferRow;
  /** The lines that were decided together with it, itself among them. */
  together: readonly OfferRow[];
  /** For an offer for several listings, all lines in their order. */
  lines: readonly OfferRow[] | null;
  /** Offers that its buyer has made for the listing; of several, for the one that has most. */
  attempts: number;
  /** Accepted offers that its buyer did not pay in the past year. */
  unpaid: number;
  /** When its seller is back, where they are away. */
  away: Date | null;
  parties: ReadonlyMap<string, Pick<Seller, 'id' | 'username' | 'avatarUrl'>>;
}

const answers: readonly (OfferVerb & OfferAction)[] = ['accept', 'decline', 'counter', 'withdraw'];

/** An offer as one of the two sides may see it, with that side's possible actions. */
export function presentOffer(
  { offer, together, lines, attempts, unpaid, away, parties }: FullOffer,
  viewerId: string,
  now: Date,
): Offer {
  const { currency } = offer;
  const side = sideIn(offer, viewerId);
  const isNameless = side !== 'buyer' && hidesBuyer(offer);
  const attemptsLeft = Math.max(0, offerLimits.attempts - attempts);
  const pausedUntil = offer.status === 'pending' ? away : null;
  const isWaiting = offer.status === 'pending' && (now < offer.expiresAt || pausedUntil !== null);
  const mover = (verb: OfferVerb) => (verb === 'withdraw' ? 'maker' : 'turn');
  const may = (verb: OfferVerb) =>
    isWaiting &&
    side !== null &&
    side === sideOf(verb, offer.madeBy) &&
    findMove(verb, mover(verb), offer.status) !== undefined &&
    // Nothing is sold while the seller is away.
    !(pausedUntil !== null && (verb === 'accept' || verb === 'counter')) &&
    // A buyer's counter-offer is an attempt.
    !(verb === 'counter' && side === 'buyer' && attemptsLeft === 0);
  const cleared = side === 'buyer' ? offer.buyerCleared : offer.sellerCleared;
  const isOpen = offer.promise === 'open' && offer.payBy !== null && now < offer.payBy;
  const neverPaid = isOpen ? whyNeverPaid(together) : null;
  const canPay = side === 'buyer' && isOpen && neverPaid === null;
  const party = (id: string) => {
    const found = parties.get(id);
    return { id, username: found?.username ?? deletedName, avatarUrl: found?.avatarUrl ?? null };
  };
  return {
    id: offer.id,
    listingId: offer.listingId,
    title: nameOf(together),
    buyerId: isNameless ? null : offer.buyerId,
    sellerId: offer.sellerId,
    buyer: isNameless ? null : party(offer.buyerId),
    seller: party(offer.sellerId),
    amount: money(sumOf(together), currency),
    asked: money(sumOf(together.map(({ askedAmount, quantity }) => ({ amount: askedAmount, quantity }))), currency),
    quantity: together.reduce((sum, { quantity }) => sum + quantity, 0),
    lines:
      lines?.map((line) => ({
        offerId: line.id,
        listingId: line.listingId,
        title: line.title,
        quantity: line.quantity,
        amount: money(line.amount, currency),
        asked: money(line.askedAmount, currency),
        status: line.status,
        note: offerNote(line.note),
        isHere: together.some(({ id }) => id === line.id),
      })) ?? null,
    message: offer.message,
    madeBy: offer.madeBy,
    status: offer.status,
    turn: otherSide(offer.madeBy),
    expiresAt: offer.expiresAt.toISOString(),
    pausedUntil: pausedUntil?.toISOString() ?? null,
    counterOf: offer.counterOf,
    cleared,
    // The attempts left would identify the buyer.
    attemptsLeft: isNameless ? null : attemptsLeft,
    byRule: offer.byRule,
    declineReason: offer.declineReason,
    note: (isNameless ? noteWithoutBuyer(offer.note) : offerNote(offer.note)) ?? neverPaid,
    promise: offer.promise,
    payBy: offer.payBy?.toISOString() ?? null,
    orderId: offer.promise === 'claimed' || offer.promise === 'paid' ? offer.orderId : null,
    unpaidByBuyer: side === 'seller' && !isNameless ? unpaid : null,
    actions: [...answers.filter(may), ...(cleared ? [] : (['clear'] as const)), ...(canPay ? (['pay'] as const) : [])],
    decidedAt: offer.decidedAt?.toISOString() ?? null,
    createdAt: offer.createdAt.toISOString(),
    updatedAt: offer.updatedAt.toISOString(),
    version: offer.version,
  };
}
