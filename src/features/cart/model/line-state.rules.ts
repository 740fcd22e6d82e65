import type { Listing } from '#features/listings/contract.ts';
import { salesBlockSentence } from '#features/listings/words.ts';
import { plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import type { LineState as AnyState } from '../contract.ts';
import type { ShippingProblem } from './group-shipping.rules.ts';

/** Shipping is a matter of the whole group. */
type LineState = Exclude<AnyState, ShippingProblem>;

/** What was put into the cart. */
export interface Wish {
  quantity: number;
  seen: Money;
  /** What the listing says is not what it said when it was added. */
  isChanged?: boolean;
}

/** The part of a listing that decides. */
export type Wished = Pick<Listing, 'id' | 'status' | 'quantityAvailable' | 'price' | 'sellerAway'> & {
  seller: { id: string };
};

export interface Buyer {
  /** Null for a visitor. */
  id: string | null;
  /** Ids of members with a block between them and the buyer. */
  blocked: ReadonlySet<string>;
  /** Ids of sellers whose listings can't be bought. */
  salesBlocks: ReadonlySet<string>;
  /** Listings that an unpaid purchase of the buyer has reserved, with its id. Not asked for when a line is added. */
  unpaid?: ReadonlyMap<string, string>;
}

/**
 * The state of a line now. What keeps it from being bought comes first, then what the listing says, then
 * the number, then the price.
 */
export function lineState({ quantity, seen, isChanged }: Wish, listing: Wished, buyer: Buyer): LineState {
  if (buyer.id === listing.seller.id) return 'own';
  if (buyer.blocked.has(listing.seller.id)) return 'blocked';
  if (buyer.unpaid?.has(listing.id)) return 'in_purchase';
  if (listing.status === 'sold') return 'sold';
  if (listing.status === 'reserved') return 'reserved';
  if (listing.status !== 'active') return 'not_for_sale';
  if (listing.sellerAway) return 'seller_away';
  if (buyer.salesBlocks.has(listing.seller.id)) return 'sales_blocked';
  if (listing.quantityAvailable === 0) return 'reserved';
  if (isChanged) return 'changed';
  if (listing.quantityAvailable < quantity) return 'only_left';
  if (listing.price.currency !== seen.currency) return 'currency_changed';
  if (listing.price.amount > seen.amount) return 'price_up';
  return listing.price.amount < seen.amount ? 'price_down' : 'unchanged';
}

const buyable: readonly LineState[] = [
  'unchanged',
  'changed',
  'price_up',
  'price_down',
  'only_left',
  'currency_changed',
];

/** How many copies of a line can be bought. */
export function buyableCopies(state: LineState, { quantity }: Pick<Wish, 'quantity'>, listing: Wished): number {
  return buyable.includes(state) ? Math.min(quantity, listing.quantityAvailable) : 0;
}

export const notForSale = 'This card isn’t for sale right now.';

/** The state as a sentence; null where nothing has changed. */
export function stateSentence(state: LineState, { seen }: Pick<Wish, 'seen'>, listing: Wished): string | null {
  const away = listing.sellerAway;
  const sentences: Record<LineState, string | null> = {
    unchanged: null,
    changed: 'The seller changed this listing after you added it.',
    price_up: `The price went up. It was ${formatMoney(seen)} when you added it.`,
    price_down: `The price dropped. It was ${formatMoney(seen)} when you added it.`,
    only_left: plural(listing.quantityAvailable, { one: 'Only # copy is left.', other: 'Only # copies are left.' }),
    currency_changed: `The price is now in ${listing.price.currency}. It was ${formatMoney(seen)} when you added it.`,
    sold: 'This card is sold.',
    reserved: 'This card is reserved in an unpaid order. It’s available again if that order isn’t paid.',
    in_purchase: 'You’ve reserved this card in an unpaid purchase. Pay or cancel that purchase.',
    not_for_sale: notForSale,
    seller_away: `The seller is on vacation until ${away ? calendarDay(new Date(away.to)) : 'later'}.`,
    sales_blocked: salesBlockSentence,
    own: 'This is your own listing. You can’t buy it.',
    blocked: 'You and this seller can’t trade with each other.',
  };
  return sentences[state];
}
