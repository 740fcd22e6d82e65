import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { dayMs } from '#kernel/time.ts';
import type { OfferStatus } from './offer.process.ts';

/** Every figure of an offer, in one place. */
export const offerLimits = {
  /**
   * Offers that a buyer may make for one listing, counter-offers of theirs among them. What the seller offers back uses
   * up none.
   */
  attempts: 3,
  /** Offers that wait for an answer on one listing, of all buyers together. */
  pendingOnListing: 5,
  /** Accepted and not paid yet, of one buyer: from so many on a seller's rule accepts no further one. */
  promisesByRule: 5,
  /** Members that one offer to those who saved a listing goes to at most: those who saved it last. */
  watchersAtOnce: 100,
  /** Offers that are declined or taken back by one press. */
  answeredAtOnce: 100,
  /** Listings in one offer for several. */
  basketLines: 20,
  messageLength: 1_000,
  reasonLength: 500,
} as const;

/** The least that may be offered where the seller has said nothing else: half of the price, rounded up. */
export function halfOf(price: Money): Money {
  return money(Math.ceil(price.amount / 2), price.currency);
}

/**
 * Why this amount can't be offered for a listing at that price, as a sentence; null where it can. `floor`: the seller's
 * minimum; a floor below half of the price allows offers below half. It is never disclosed: offers below it are
 * declined by rule (`ruleAnswer`) and use up an attempt, so that probing costs.
 */
export function amountProblem(amount: Money, { price, floor }: { price: Money; floor: number | null }): string | null {
  if (amount.currency !== price.currency) return `Enter an amount in ${price.currency}, the currency of the listing.`;
  if (amount.amount < 1) return 'Enter an amount above 0.';
  if (amount.amount > price.amount) return `Enter at most ${formatMoney(price)}, the price of the listing.`;
  const half = halfOf(price);
  if ((floor === null || floor >= half.amount) && amount.amount < half.amount)
    return `Enter at least ${formatMoney(half)}, half of the price.`;
  return null;
}

/** The immediate answer of the seller's rules to a buyer's amount; null where the seller answers in person. */
export function ruleAnswer(
  amount: number,
  { autoAccept, autoDecline, floor }: SellersRules,
): 'accept' | 'decline' | null {
  if (amount < Math.max(autoDecline ?? 0, floor ?? 0)) return 'decline';
  return autoAccept !== null && amount >= autoAccept ? 'accept' : null;
}

/** Amounts in the currency of the price, none of them disclosed to a buyer. */
export interface SellersRules {
  autoAccept: number | null;
  autoDecline: number | null;
  floor: number | null;
}

/**
 * Whether the seller made it of their own accord, to those who saved the listing: all else that a seller offers is a
 * counter-offer.
 */
export const isToWatchers = ({ madeBy, counterOf }: { madeBy: 'buyer' | 'seller'; counterOf: string | null }) =>
  madeBy === 'seller' && counterOf === null;

const takenUp: readonly OfferStatus[] = ['accepted', 'countered'];

/**
 * Sellers do not learn who saved their listing: of an offer to those who saved it they read everything except the
 * recipient, until that member accepts or counters.
 */
export const hidesBuyer = (offer: { madeBy: 'buyer' | 'seller'; counterOf: string | null; status: OfferStatus }) =>
  isToWatchers(offer) && !takenUp.includes(offer.status);

/** The name of a side of an offer, for texts about it. */
export const nameIn = (
  offer: { buyer: { username: string } | null; seller: { username: string } },
  side: 'buyer' | 'seller',
) => offer[side]?.username ?? 'an interested buyer';

/** The title of an offer: one listing, or the first of several. */
export function nameOf(lines: readonly { title: string; quantity: number }[]): string {
  const [first] = lines;
  if (!first) return '';
  const name = first.quantity > 1 ? `${first.quantity} × ${first.title}` : first.title;
  return lines.length > 1 ? `${name} and ${lines.length - 1} more` : name;
}

/** The sum of lines. */
export const sumOf = (lines: readonly { amount: number; quantity: number }[]): number =>
  lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);

/**
 * The number of free holds that end unpaid: of any copies, of copies of one listing, and of those from one network
 * together.
 */
export const unpaidHoldLimits = {
  /** Four rounds of all five places. */
  free: 20,
  freeOfListing: 3,
  /** Two families may well want one card. */
  freeOfListingFromNetwork: 6,
} as const;

/**
 * The period in which unpaid offers that a rule accepted are counted; each reserves its copy for a day, so a period of
 * one day would count only one.
 */
export const ruleLapses = { windowMs: 30 * dayMs } as const;
