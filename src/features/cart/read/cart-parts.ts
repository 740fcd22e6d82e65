import type { Listing } from '#features/listings/contract.ts';
import type { HeldStock } from '#features/listings/index.server.ts';
import { type TileFacts, tileFacts } from '#features/listings/words.ts';
import type { Offer } from '#features/offers/contract.ts';
import type { OrderedCopies } from '#features/orders/contract.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import type { CartLine } from '../contract.ts';
import { offerLineId } from '../lines/line-id.ts';
import type { CartLineRow } from '../model/cart.tables.ts';
import { type Buyer, buyableCopies, lineState, notForSale, stateSentence } from '../model/line-state.rules.ts';

/** A line as the pages show it: with the facts of its listing, which the API leaves out. */
export interface ShownLine extends CartLine {
  card: TileFacts | null;
  /** The listing's version now: what the buyer sees and pays for. */
  version: number | null;
  /** The version that the buyer saw when it was added. */
  seenVersion: number | null;
  /** How many copies its seller has for sale; of an accepted offer those that are reserved. */
  left: number;
}

/** A line before the shipping of its group is known. */
export interface Part {
  seller: Listing['seller'] | Offer['seller'];
  currency: Currency;
  line: ShownLine;
  /** What can be bought of it. */
  packed: OrderedCopies[];
}

export function partOfLine(row: CartLineRow, listing: Listing, buyer: Buyer, isChanged: boolean): Part {
  const wish = { quantity: row.quantity, seen: money(row.seenPrice, row.seenCurrency), isChanged };
  const state = lineState(wish, listing, buyer);
  const available = buyableCopies(state, wish, listing);
  const { id, title, seller, price, shipping, version } = listing;
  const amount = money(price.amount * available, price.currency);
  return {
    seller,
    currency: price.currency,
    packed:
      available === 0
        ? []
        : [{ isSlab: listing.grading !== null, value: price.amount, quantity: available, ownMethods: shipping }],
    line: {
      id,
      listingId: id,
      offerId: null,
      title,
      quantity: row.quantity,
      available,
      price,
      seenPrice: wish.seen,
      amount,
      state,
      message: stateSentence(state, wish, listing),
      purchaseId: buyer.unpaid?.get(id) ?? null,
      payBy: null,
      card: tileFacts(listing),
      version,
      seenVersion: row.seenVersion,
      left: listing.quantityAvailable,
    },
  };
}

/**
 * An accepted offer: its copies are reserved, so nothing about it changes until its end, unless its listing is hidden
 * meanwhile. Then it can't be paid.
 */
export function partOfOffer(offer: Offer, held: readonly HeldStock[], listing: Listing | undefined): Part {
  const { id, listingId, title, seller, quantity, amount, payBy } = offer;
  const isPayable = listing !== undefined;
  return {
    seller,
    currency: amount.currency,
    packed: isPayable ? held.map(copiesOf) : [],
    line: {
      id: offerLineId(id),
      listingId,
      offerId: id,
      title,
      quantity,
      available: isPayable ? quantity : 0,
      price: quantity === 1 ? amount : null,
      seenPrice: amount,
      amount,
      state: isPayable ? 'unchanged' : 'not_for_sale',
      message: isPayable ? null : notForSale,
      purchaseId: null,
      payBy,
      card: listing ? tileFacts(listing) : null,
      version: null,
      seenVersion: null,
      left: quantity,
    },
  };
}

const copiesOf = ({ price, quantity, snapshot, shipping }: HeldStock): OrderedCopies => ({
  isSlab: snapshot.grading !== null,
  value: price.amount,
  quantity,
  ownMethods: shipping,
});
