import type { Listing } from '#features/listings/contract.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { dayMonthYear, timeLeft } from '#kernel/time.ts';
import type { StatusTone } from '#ui/feedback/status-dot.tsx';
import type { Offer, OfferSide, OfferTerms } from '../contract.ts';
import { isToWatchers } from '../model/offer.rules.ts';
import { offerDeadlines } from '../model/offer.times.ts';

/** Which side of an offer its reader is on. */
export const sideOfViewer = ({ buyerId }: Pick<Offer, 'buyerId'>, viewerId: string): OfferSide =>
  buyerId === viewerId ? 'buyer' : 'seller';

type Stated = Pick<Offer, 'status' | 'promise' | 'turn'>;

/** The state of an offer, for one of its two sides. */
export function stateOf({ status, promise, turn }: Stated, side: OfferSide): { word: string; tone: StatusTone } {
  switch (status) {
    case 'pending':
      return turn === side
        ? { word: 'Waits for you', tone: 'waiting' }
        : { word: `Waits for the ${turn}`, tone: 'live' };
    case 'accepted':
      return reservationState(promise, side);
    case 'declined':
      return { word: 'Declined', tone: 'paused' };
    case 'countered':
      return { word: 'Answered with another', tone: 'paused' };
    case 'withdrawn':
      return { word: 'Withdrawn', tone: 'paused' };
    case 'expired':
      return { word: 'Ran out', tone: 'paused' };
  }
}

function reservationState(promise: Stated['promise'], side: OfferSide): { word: string; tone: StatusTone } {
  if (promise === 'paid') return { word: 'Accepted and paid', tone: 'live' };
  if (promise === 'lapsed') return { word: 'Accepted, not paid', tone: 'bad' };
  return side === 'buyer'
    ? { word: 'Accepted: pay it', tone: 'waiting' }
    : { word: 'Accepted, to be paid', tone: 'live' };
}

/** `84 %`: the offered share of the listing's price then; whole, and 100 only for the full price. */
export function percentOfPrice({ amount, asked: terms }: Pick<Offer, 'amount' | 'asked'>): string {
  return `${Math.min(amount.amount < terms.amount ? 99 : 100, Math.max(1, Math.round((100 * amount.amount) / terms.amount)))} %`;
}

type Notified = Stated &
  Pick<
    Offer,
    | 'madeBy'
    | 'counterOf'
    | 'expiresAt'
    | 'pausedUntil'
    | 'payBy'
    | 'declineReason'
    | 'note'
    | 'byRule'
    | 'unpaidByBuyer'
  >;

/** The next steps, or why it ended, as sentences for this side; empty where the state says all. */
export function sentencesOf(offer: Notified, side: OfferSide, now: Date): string[] {
  const {
    status,
    promise,
    turn,
    madeBy,
    counterOf,
    expiresAt,
    pausedUntil,
    payBy,
    declineReason,
    note,
    byRule,
    unpaidByBuyer,
  } = offer;
  const said: string[] = [];
  if (isToWatchers({ madeBy, counterOf }))
    said.push('Sent to those who saved this listing. Who accepts first gets it.');
  if (status === 'pending') {
    if (pausedUntil) {
      const who = side === 'seller' ? 'You are' : 'The seller is';
      said.push(
        `${who} away until ${dayMonthYear(new Date(pausedUntil))}: the time to answer stands still until then.`,
      );
    } else said.push(`${timeLeft(new Date(expiresAt), now)} to answer.`);
    if (side === 'seller' && turn === 'seller' && unpaidByBuyer) {
      said.push(
        `This buyer did not pay ${unpaidByBuyer} accepted ${unpaidByBuyer === 1 ? 'offer' : 'offers'} in the past year.`,
      );
    }
  }
  if (status === 'accepted' && (promise === 'open' || promise === 'claimed') && payBy) {
    said.push(
      side === 'buyer'
        ? `Reserved for you: ${timeLeft(new Date(payBy), now)} to pay.`
        : `Reserved for the buyer: ${timeLeft(new Date(payBy), now)} to pay.`,
    );
  }
  if (byRule && side === 'buyer') said.push('A rule that the seller has set answered.');
  if (declineReason) said.push(`Reason: ${declineReason}`);
  if (note) said.push(note);
  return said;
}

/** What accepting commits to, shown before it is done. */
export function acceptSentence(offer: Pick<Offer, 'amount' | 'quantity'>, side: OfferSide): string {
  const sum = formatMoney(offer.amount);
  if (offer.quantity > 1)
    return side === 'seller'
      ? `What you take is reserved for the buyer at its share of ${sum} for ${offerDeadlines.pay}, all of it or nothing. What is not paid by then is for sale again.`
      : `You promise to buy: all of it is reserved for you at ${sum} and paid as one order, and you have ${offerDeadlines.pay} to pay. Post comes on top.`;
  return side === 'seller'
    ? `One copy is reserved for the buyer at ${sum} for ${offerDeadlines.pay}. If it is not paid by then, it is for sale again.`
    : `You promise to buy: one copy is reserved for you at ${sum}, and you have ${offerDeadlines.pay} to pay. Post comes on top.`;
}

/**
 * Why this viewer can't offer anything for a listing, in place of the form; null where they can. A visitor can, once
 * they have signed in.
 */
export function noOfferSentence(
  { seller, status, acceptsOffers, sellerAway }: Pick<Listing, 'seller' | 'status' | 'acceptsOffers' | 'sellerAway'>,
  viewerId: string | null,
): string | null {
  if (seller.id === viewerId) return 'This listing is yours. What buyers offer for it stands under Offers.';
  if (status !== 'active') return 'This listing is not for sale at the moment, so nothing can be offered for it.';
  if (sellerAway)
    return `The seller is on vacation until ${dayMonthYear(new Date(sellerAway.to))}, so nothing can be offered until then.`;
  if (!acceptsOffers) return 'The seller takes no offers for this listing. You can buy it at its price.';
  return null;
}

/** The content of the dialog on a listing's page; `asked` is the state of loading the terms. */
export type DialogShows =
  | { kind: 'sign-in' }
  | { kind: 'waits' }
  | { kind: 'failed' }
  /** `refused`: why it can't be sent any more, where the buyer had started to write. */
  | { kind: 'form'; refused: string | null }
  | { kind: 'no'; sentence: string }
  | { kind: 'open'; offer: NonNullable<OfferTerms['open']> };

/**
 * The viewer's own offer goes before the listing's status: a copy that is reserved for this buyer is not for sale, and
 * they have an offer to pay.
 */
export function dialogShows(
  listing: Parameters<typeof noOfferSentence>[0],
  viewerId: string | null,
  terms: OfferTerms | 'waits' | 'failed',
  hasStarted = false,
): DialogShows {
  const sentence = noOfferSentence(listing, viewerId);
  const isOwn = listing.seller.id === viewerId;
  if (viewerId === null || isOwn) return sentence === null ? { kind: 'sign-in' } : { kind: 'no', sentence };
  if (typeof terms !== 'string' && terms.open) return { kind: 'open', offer: terms.open };
  if (sentence === null || hasStarted) return { kind: 'form', refused: sentence };
  return typeof terms === 'string' ? { kind: terms } : { kind: 'no', sentence };
}

/**
 * Their offer for the listing that is under way, for its buyer, in place of the form. A counter-offer is the seller's
 * amount, and waits for the buyer.
 */
export function openOfferSentence({ amount, status, turn }: Pick<Offer, 'amount' | 'status' | 'turn'>): string {
  const sum = formatMoney(amount);
  if (status === 'accepted') return `You have agreed on ${sum}, which you pay under Offers.`;
  return turn === 'buyer'
    ? `The seller has offered you ${sum}, and waits for your answer.`
    : `You have offered ${sum}. It waits for an answer.`;
}

/** Amounts to pick: shares of the price, none below the least that is taken, none that is the price itself. */
export function quickAmounts(price: Money, lowest: Money | null): { percent: number; amount: Money }[] {
  return [95, 90, 85].flatMap((percent) => {
    const amount = { ...price, amount: Math.round((price.amount * percent) / 100) };
    return amount.amount >= (lowest?.amount ?? 1) && amount.amount < price.amount ? [{ percent, amount }] : [];
  });
}

/** The shipping added to an amount; a listing without shipping options includes it in its price. */
export function postSentence(shipping: Listing['shipping']): string {
  const [first, ...others] = [...shipping].sort((a, b) => a.price.amount - b.price.amount);
  if (!first) return 'The post is in the price.';
  const way = others.length > 0 && others.some(({ price }) => price.amount !== first.price.amount) ? 'from ' : '';
  return first.price.amount === 0 && !way
    ? 'The post costs nothing.'
    : `Post comes on top: ${way}${formatMoney(first.price)}.`;
}

/** The buyer's commitment; the seller's time to answer is added once it is known. */
export function termsSentence(terms: Pick<OfferTerms, 'windowHours'> | null): string {
  const answer = terms ? `The seller has ${terms.windowHours} hours to answer. ` : '';
  return `${answer}If it is accepted, you promise to buy: the copy is reserved for you, and you have ${offerDeadlines.pay} to pay.`;
}

/** Null while there is nothing to be careful about. */
export function attemptsSentence(left: number): string | null {
  if (left === 1) return 'This is your last offer for this listing: make it a good one.';
  return left === 0 ? 'You have made all the offers that one may make for this listing.' : null;
}
