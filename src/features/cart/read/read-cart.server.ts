import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Listing } from '#features/listings/contract.ts';
import { changedAmong, findListingsByIds, type HeldStock } from '#features/listings/index.server.ts';
import { type TileFacts, tileFacts } from '#features/listings/words.ts';
import type { Offer } from '#features/offers/contract.ts';
import { findReservedCopies, listPayableOffers } from '#features/offers/index.server.ts';
import { findUnpaidListings } from '#features/orders/index.server.ts';
import { orderDeadlines } from '#features/orders/words.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import type { Platform } from '#platform/platform.ts';
import type { Cart, CartLine } from '../contract.ts';
import { offerLineId } from '../lines/line-id.ts';
import { type CartHolder, whoseCart } from '../lines/open-cart.server.ts';
import { type CartLineRow, cart, cartLine } from '../model/cart.tables.ts';
import { type Buyer, buyableCopies, lineState, notForSale, stateSentence } from '../model/line-state.rules.ts';
import { buyerOf } from './buyer-of.server.ts';
import { addSums, type Packed, sumsOfGroup } from './cart-sums.server.ts';

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
export interface ShownCart extends Omit<Cart, 'groups'> {
  groups: (Omit<Cart['groups'][number], 'lines'> & { lines: ShownLine[] })[];
}

/** More than a member can have at one time: accepted offers wait two days at most. */
const mostOffers = 100;

interface Part {
  seller: Listing['seller'] | Offer['seller'];
  currency: Currency;
  line: ShownLine;
  /** Null where nothing of it can be bought. */
  packed: Packed | null;
}

/** The holder's cart as it is now: each line compared with its listing, in groups by seller and currency. */
export async function readCart(platform: Platform, holder: CartHolder): Promise<ShownCart> {
  const [rows, offers, unpaid] = await Promise.all([
    findLines(platform, holder),
    holder.memberId === null ? [] : findOffers(platform, holder.memberId),
    holder.memberId === null ? new Map<string, string>() : findUnpaidListings(platform.db, holder.memberId),
  ]);
  const ids = [...rows.map(({ listingId }) => listingId), ...offers.map(({ offer }) => offer.listingId)];
  const listings = new Map(
    (await findListingsByIds(platform, ids, holder.memberId)).map((listing) => [listing.id, listing]),
  );
  const buyer = { ...(await buyerOf(platform, holder, [...listings.values()])), unpaid };
  const changed = await changedAmong(
    platform.db,
    rows.flatMap(({ listingId, seenVersion: version }) => {
      const listing = listings.get(listingId);
      return listing ? [{ listing, version }] : [];
    }),
  );
  const parts = [
    ...offers.map(({ offer, held }) => partOfOffer(offer, held, listings.get(offer.listingId))),
    ...rows.flatMap((row) => {
      const listing = listings.get(row.listingId);
      return listing ? [partOfLine(row, listing, buyer, changed.has(listing.id))] : [];
    }),
  ];
  const gone = rows
    .filter(({ listingId }) => !listings.has(listingId))
    .map(({ listingId: id, quantity }) => ({ id, quantity }));
  const groups = [...Map.groupBy(parts, ({ seller, currency }) => `${seller.id} ${currency}`).values()].map(groupOf);
  return {
    groups,
    gone,
    totals: [...Map.groupBy(groups, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
      currency,
      isComplete:
        gone.length === 0 &&
        ofCurrency.every(({ lines }) => lines.every(({ quantity, available }) => quantity === available)),
      available: addSums(
        ofCurrency.map(({ available }) => available),
        currency,
      ),
    })),
    lineCount: rows.length,
  };
}

/** In the order in which they were added. */
async function findLines({ db, clock }: Pick<Platform, 'db' | 'clock'>, holder: CartHolder): Promise<CartLineRow[]> {
  const whose = whoseCart(holder, clock.now());
  if (whose === null) return [];
  return db
    .select(getTableColumns(cartLine))
    .from(cartLine)
    .innerJoin(cart, eq(cart.id, cartLine.cartId))
    .where(whose)
    .orderBy(asc(cartLine.addedAt), asc(cartLine.listingId));
}

async function findOffers(platform: Platform, memberId: string): Promise<{ offer: Offer; held: HeldStock[] }[]> {
  const { items } = await listPayableOffers(platform, memberId, mostOffers);
  const held = await findReservedCopies(
    platform.db,
    items.map(({ id }) => id),
  );
  return items.map((offer) => ({ offer, held: held.get(offer.id) ?? [] }));
}

function partOfLine(row: CartLineRow, listing: Listing, buyer: Buyer, isChanged: boolean): Part {
  const wish = { quantity: row.quantity, seen: money(row.seenPrice, row.seenCurrency), isChanged };
  const state = lineState(wish, listing, buyer);
  const available = buyableCopies(state, wish, listing);
  const { id, title, seller, price, shipping, version } = listing;
  const amount = money(price.amount * available, price.currency);
  return {
    seller,
    currency: price.currency,
    packed: available === 0 ? null : { copies: available, amount: amount.amount, price, shipping: [shipping] },
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
function partOfOffer(offer: Offer, held: readonly HeldStock[], listing: Listing | undefined): Part {
  const { id, listingId, title, seller, quantity, amount, payBy } = offer;
  const isPayable = listing !== undefined;
  const shipping = held.map((stock) => stock.shipping);
  return {
    seller,
    currency: amount.currency,
    packed: isPayable ? { copies: quantity, amount: amount.amount, price: amount, shipping } : null,
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

function groupOf(parts: Part[]): ShownCart['groups'][number] {
  const [first] = parts;
  if (!first) throw new RangeError('a group has a line');
  const { seller, currency } = first;
  const { sums, method } = sumsOfGroup(
    parts.flatMap(({ packed }) => packed ?? []),
    currency,
  );
  return {
    seller: { id: seller.id, username: seller.username, avatarUrl: seller.avatarUrl },
    currency,
    lines: parts.map(({ line }) => line),
    shippingName: method?.name ?? null,
    shipsWithin: orderDeadlines.sendWithin,
    available: sums,
  };
}
