import { asc, eq, getTableColumns } from 'drizzle-orm';
import { changedAmong, findListingsByIds, type HeldStock } from '#features/listings/index.server.ts';
import type { Offer } from '#features/offers/contract.ts';
import { findReservedCopies, listPayableOffers } from '#features/offers/index.server.ts';
import { findUnpaidListings } from '#features/orders/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { Cart } from '../contract.ts';
import { type CartHolder, whoseCart } from '../lines/open-cart.server.ts';
import { type CartLineRow, cart, cartLine } from '../model/cart.tables.ts';
import type { CartCountry } from '../model/country.rules.ts';
import { buyerOf } from './buyer-of.server.ts';
import { findChoices } from './cart-country.server.ts';
import { type Part, partOfLine, partOfOffer, type ShownLine } from './cart-parts.ts';
import { addSums } from './cart-sums.server.ts';
import { shipGroups } from './group-shipping.server.ts';
import { presentGroup } from './present-group.ts';

export type { ShownLine } from './cart-parts.ts';
export interface ShownCart extends Omit<Cart, 'groups'> {
  groups: (Omit<Cart['groups'][number], 'lines'> & { lines: ShownLine[] })[];
}

/** Where the cards are shipped to. */
export interface Destination {
  /** Of the address that was chosen, in place of the cart's country. */
  country?: string | undefined;
  /** The `Accept-Language` header: a suggestion where no country is known. */
  languages?: string | null | undefined;
}

/** More than a member can have at one time: accepted offers wait two days at most. */
const mostOffers = 100;

/**
 * The holder's cart as it is now: each line compared with its listing, in groups by seller and currency, with the
 * shipping of each. The number of queries is the same for any number of lines and sellers.
 */
export async function readCart(platform: Platform, holder: CartHolder, to: Destination = {}): Promise<ShownCart> {
  const [choices, rows, offers, unpaid] = await Promise.all([
    findChoices(platform, holder, to.languages),
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
  const country: CartCountry | null =
    to.country === undefined ? choices.country : { code: to.country, from: 'address' };
  const partsOfGroup = Map.groupBy(parts, ({ seller, currency }) => `${seller.id} ${currency}`);
  const groups = await groupsOf(platform, partsOfGroup, { country: country?.code ?? null, methods: choices.methods });
  return {
    country,
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

async function groupsOf(
  { db }: Pick<Platform, 'db'>,
  parts: ReadonlyMap<string, readonly Part[]>,
  to: Parameters<typeof shipGroups>[2],
): Promise<ShownCart['groups']> {
  const packed = [...parts].flatMap(([key, [first, ...others]]) => {
    if (!first) return [];
    const items = [first, ...others].flatMap((part) => part.packed);
    return items.length === 0 ? [] : [[key, { sellerId: first.seller.id, currency: first.currency, items }] as const];
  });
  const shipping = await shipGroups(db, new Map(packed), to);
  return [...parts].flatMap(([key, ofGroup]) => presentGroup(ofGroup, shipping.get(key), to.country));
}
