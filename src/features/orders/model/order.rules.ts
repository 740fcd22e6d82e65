import { unpaidHoldLimits } from '#features/offers/words.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';

export const orderLimits = {
  /** Limits the copies that one member can block for other buyers. */
  unpaidHolds: 5,
  maxQuantity: 999,
  /** Of one purchase. */
  copies: 400,
  /** Listings of one order: as many as a cart holds. */
  items: 200,
  carrierLength: 60,
  trackingLength: 60,
  reasonLength: 500,
  disputeLength: 2_000,
  statementLength: 2_000,
} as const;

/**
 * Members who repeatedly let holds end unpaid block copies for others. The first ones are free; from then on each
 * further one within the window brings a pause before the next hold, longer each time.
 */
export const holdPauses = {
  windowMs: dayMs,
  ...unpaidHoldLimits,
  stepsMs: [15 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs, dayMs],
} as const;

/** The length of the pause after this many unpaid holds, of which some are free. 0 while it is free. */
export function pauseAfter(count: number, free: number): number {
  const { stepsMs } = holdPauses;
  return count <= free ? 0 : (stepsMs[Math.min(count - free, stepsMs.length) - 1] ?? 0);
}

export interface ShippingChoice {
  name: string;
  price: Money;
  tracked: boolean;
}

/**
 * The option of this name, case-insensitive; without a name the cheapest. Null where the listing has none: its price
 * includes shipping. `unknown` when the listing has no such option.
 */
export function chooseShipping<T extends ShippingChoice>(
  options: readonly T[],
  name: string | undefined,
): T | null | 'unknown' {
  if (name === undefined)
    return options.reduce<T | null>(
      (best, option) => (best && best.price.amount <= option.price.amount ? best : option),
      null,
    );
  return options.find((option) => option.name.toLowerCase() === name.trim().toLowerCase()) ?? 'unknown';
}

export interface Totals {
  items: number;
  shipping: number;
  total: number;
}

/** Computed from the locked listing, never from what the browser says. Post is paid once an order. */
export function totalsOf(priced: readonly { amount: number; quantity: number }[], shippingAmount: number): Totals {
  const items = priced.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
  return { items, shipping: shippingAmount, total: items + shippingAmount };
}

interface Sale {
  fee: Money | null;
  totals: { total: Money };
  refunded: Money | null;
  /** What the market bears of it. */
  covered: Money | null;
  status: string;
  paidAt: string | Date | null;
}

/**
 * The marketplace fee of a sale and the seller's share, as the monthly earnings count them: the order's fee, at most
 * what remains after refunds, or is covered. Null where there is no fee.
 */
export function sellersShare({
  fee,
  totals,
  refunded,
  covered,
  status,
  paidAt,
}: Sale): { fee: Money; left: Money } | null {
  if (!fee || (status === 'canceled' && paidAt === null)) return null;
  const remainder = totals.total.amount - (refunded?.amount ?? 0) + (covered?.amount ?? 0);
  const taken = Math.min(fee.amount, remainder);
  const { currency } = totals.total;
  return taken > 0 ? { fee: { amount: taken, currency }, left: { amount: remainder - taken, currency } } : null;
}

/** The title of an order: its item, or the first of several. */
export function titleOf(items: readonly { title: string }[]): string {
  const [first] = items;
  return first ? titleOfFirst(first.title, items.length) : 'Order';
}

/** The same where only the first item was read, and how many there are. */
export function titleOfFirst(title: string, count: number): string {
  return count > 1 ? `${title} and ${count - 1} more` : title;
}

/**
 * The cause of a refund. `stripe`: made in Stripe's own dashboard. `agreement`: settled by buyer and seller.
 * `not_arrived`: by the published rule, after a report that was not answered.
 */
export const refundCauses = [
  'late_payment',
  'cancel',
  'seller',
  'operator',
  'stripe',
  'agreement',
  'not_arrived',
] as const;
export const refundStates = ['asked', 'done', 'failed'] as const;

export const disputeReasons = ['not_received', 'not_as_described', 'damaged', 'wrong_item'] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** The most photos that a buyer adds to a problem. */
export const mostProblemPhotos = 6;

/** Maximum number of orders whose documents are printed in one request. */
export const mostDocuments = 100;
