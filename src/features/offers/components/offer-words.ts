import type { Listing } from '#features/listings/contract.ts';
import { formatPercent, formatUnit, plural } from '#kernel/format.ts';
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
        ? { word: 'Your turn to reply', tone: 'waiting' }
        : { word: turn === 'buyer' ? 'Waiting for the buyer' : 'Waiting for the seller', tone: 'live' };
    case 'accepted':
      return reservationState(promise, side);
    case 'declined':
      return { word: 'Declined', tone: 'paused' };
    case 'countered':
      return { word: 'Countered', tone: 'paused' };
    case 'withdrawn':
      return { word: 'Withdrawn', tone: 'paused' };
    case 'expired':
      return { word: 'Expired', tone: 'paused' };
  }
}

function reservationState(promise: Stated['promise'], side: OfferSide): { word: string; tone: StatusTone } {
  if (promise === 'paid') return { word: 'Accepted and paid', tone: 'live' };
  if (promise === 'lapsed') return { word: 'Accepted, not paid', tone: 'bad' };
  return side === 'buyer'
    ? { word: 'Accepted: payment due', tone: 'waiting' }
    : { word: 'Accepted: awaiting payment', tone: 'live' };
}

/** `84%`: the offered share of the listing's price then; whole, and 100 only for the full price. */
export function percentOfPrice({ amount, asked: terms }: Pick<Offer, 'amount' | 'asked'>): string {
  const percent = Math.max(1, Math.round((100 * amount.amount) / terms.amount));
  return formatPercent(Math.min(amount.amount < terms.amount ? 99 : 100, percent) / 100);
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
    said.push('Sent to members who favorited this listing. The first member to accept can buy the listing.');
  if (status === 'pending') {
    if (pausedUntil) {
      const day = dayMonthYear(new Date(pausedUntil));
      said.push(
        side === 'seller'
          ? `You’re on vacation until ${day}. The time to reply is paused until then.`
          : `The seller is on vacation until ${day}. The time to reply is paused until then.`,
      );
    } else said.push(`Time to reply: ${timeLeft(new Date(expiresAt), now)}.`);
    if (side === 'seller' && turn === 'seller' && unpaidByBuyer) {
      said.push(
        plural(unpaidByBuyer, {
          one: 'This buyer didn’t pay for # accepted offer in the past year.',
          other: 'This buyer didn’t pay for # accepted offers in the past year.',
        }),
      );
    }
  }
  if (status === 'accepted' && (promise === 'open' || promise === 'claimed') && payBy) {
    said.push(
      side === 'buyer'
        ? `Reserved for you. Time to pay: ${timeLeft(new Date(payBy), now)}.`
        : `Reserved for the buyer. Time to pay: ${timeLeft(new Date(payBy), now)}.`,
    );
  }
  if (byRule && side === 'buyer') said.push('The seller’s settings replied automatically.');
  if (declineReason) said.push(`Reason: ${declineReason}`);
  if (note) said.push(note);
  return said;
}

/** What accepting commits to, shown before it is done. */
export function acceptSentence(offer: Pick<Offer, 'amount' | 'quantity'>, side: OfferSide): string {
  const sum = formatMoney(offer.amount);
  if (offer.quantity > 1)
    return side === 'seller'
      ? `Accepted listings are reserved for the buyer at their share of ${sum} for ${offerDeadlines.pay}. If they aren’t paid by then, they’re for sale again.`
      : `By accepting you commit to buy. All listings are reserved for you at ${sum} plus shipping. Pay for them as one order within ${offerDeadlines.pay}.`;
  return side === 'seller'
    ? `One copy is reserved for the buyer at ${sum} for ${offerDeadlines.pay}. If it isn’t paid by then, it’s for sale again.`
    : `By accepting you commit to buy. One copy is reserved for you at ${sum} plus shipping. Pay within ${offerDeadlines.pay}.`;
}

/**
 * Why this viewer can't offer anything for a listing, in place of the form; null where they can. A visitor can, once
 * they have signed in.
 */
export function noOfferSentence(
  {
    seller,
    status,
    acceptsOffers,
    sellerAway,
    shipping,
    shipsTo,
  }: Pick<Listing, 'seller' | 'status' | 'acceptsOffers' | 'sellerAway' | 'shipping' | 'shipsTo'>,
  viewerId: string | null,
): string | null {
  if (seller.id === viewerId) return 'This is your listing. Buyers’ offers are shown under Offers.';
  if (status !== 'active') return 'This listing isn’t for sale, so you can’t make an offer.';
  if (sellerAway)
    return `The seller is on vacation until ${dayMonthYear(new Date(sellerAway.to))}. You can make an offer after that.`;
  if (!acceptsOffers) return 'This listing doesn’t accept offers. You can buy it at its price.';
  if (shipping.length === 0 && shipsTo !== null)
    return 'No shipping method of the seller takes this card to you. Message the seller.';
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
  if (status === 'accepted') return `You agreed on ${sum}. Pay under Offers.`;
  return turn === 'buyer'
    ? `The seller offered you ${sum}. It’s your turn to reply.`
    : `You offered ${sum}. The seller hasn’t replied yet.`;
}

/** Amounts to pick: shares of the price, none below the least that is taken, none that is the price itself. */
export function quickAmounts(price: Money, lowest: Money | null): { percent: number; amount: Money }[] {
  return [95, 90, 85].flatMap((percent) => {
    const amount = { ...price, amount: Math.round((price.amount * percent) / 100) };
    return amount.amount >= (lowest?.amount ?? 1) && amount.amount < price.amount ? [{ percent, amount }] : [];
  });
}

type Shipped = Pick<Listing, 'shipping' | 'shippingVaries'>;

/** The shipping added to an amount; a listing without shipping options includes it in its price. */
export function postSentence({ shipping, shippingVaries }: Shipped): string {
  const [first, ...others] = [...shipping].sort((a, b) => a.price.amount - b.price.amount);
  if (!first) return 'Shipping included.';
  if (shippingVaries && first.price.amount === 0) return 'Plus shipping, which is free to some countries.';
  if (shippingVaries || others.some(({ price }) => price.amount !== first.price.amount))
    return `Plus shipping from ${formatMoney(first.price)}.`;
  return first.price.amount === 0 ? 'Free shipping.' : `Plus ${formatMoney(first.price)} shipping.`;
}

/** What the buyer pays for this amount, with the cheapest shipping. */
export function totalSentence(amount: Money, { shipping, shippingVaries }: Shipped): string {
  const prices = shipping.map(({ price }) => price.amount);
  const lowest = prices.length === 0 ? 0 : Math.min(...prices);
  const total = formatMoney({ ...amount, amount: amount.amount + lowest });
  return shippingVaries || prices.some((price) => price !== lowest)
    ? `You pay from ${total} incl. shipping.`
    : `You pay ${total} incl. shipping.`;
}

/** The buyer's commitment; the seller's time to answer is added once it is known. */
export function termsSentence(terms: Pick<OfferTerms, 'windowHours'> | null): string {
  const commitment = `If your offer is accepted, you commit to buy. The copy is reserved for you and you have ${offerDeadlines.pay} to pay.`;
  return terms ? `The seller has ${formatUnit(terms.windowHours, 'hour')} to reply. ${commitment}` : commitment;
}

/** Null while there is nothing to be careful about. */
export function attemptsSentence(left: number): string | null {
  if (left === 1) return 'This is your last offer on this listing.';
  return left === 0 ? 'You’ve used all your offers on this listing. You can still buy it at its price.' : null;
}

/** What such copies cost: the median of past sales, or the lowest price at which others offer one. */
export interface OfferMarket {
  is: 'median' | 'lowest';
  price: Money;
}

/** Of several offers for one listing it is said once, above them. */
export function marketWords({ is, price }: OfferMarket): string {
  return is === 'median' ? `Median ${formatMoney(price)}` : `Lowest for sale ${formatMoney(price)}`;
}
