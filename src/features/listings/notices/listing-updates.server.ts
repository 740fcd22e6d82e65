import { and, eq, inArray, sql } from 'drizzle-orm';
import { pickFlags } from '#features/catalogue/words.ts';
import { type ListedTable, listedTableSql } from '#features/shipping/index.server.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { postOf } from '../components/listing-words.ts';
import { favorite, listing } from '../model/listing.tables.ts';
import type { Findable } from '../search/matching/search-keys.server.ts';
import { shippingOf } from '../shipping/listed-shipping.ts';

/** The updates of a listing for members who follow it. */
export interface ListingUpdates extends Findable {
  id: string;
  version: number;
  title: string;
  /** Of a card that the catalogue does not have. */
  freeText: string | null;
  price: Money;
  priceRank: number;
  /** Its cheapest post. */
  postage: Money;
  isForSale: boolean;
  status: string;
  expiresAt: Date | null;
  updatedAt: Date;
  /** When it was first for sale; renewing makes no listing new. Null for one that never was. */
  firstShownAt: Date | null;
}

/** These listings as they are now, in no order; what was taken down is among them. */
export async function readListingUpdates(db: Db, ids: readonly string[], now: Date): Promise<ListingUpdates[]> {
  if (ids.length === 0) return [];
  const {
    id,
    version,
    sellerId,
    title,
    priceAmount,
    currency,
    priceRank,
    shipping,
    status,
    expiresAt,
    updatedAt,
    publishedAt,
  } = listing;
  const {
    cardId,
    words,
    setCode,
    game,
    rarity,
    condition,
    finish,
    language,
    grading,
    acceptsOffers,
    freeText,
    photos,
  } = listing;
  const graded = sql<boolean>`${grading} is not null`;
  // Spelled out: of a query of one table the names come without it.
  const ratingSql = sql`(select p.rating from profile p where p.user_id = listing.seller_id)`;
  const copy = {
    company: sql<string | null>`upper(${grading} ->> 'company')`,
    grade: sql<string | null>`${grading} ->> 'grade'`,
    photo: sql<boolean>`${photos} <> '[]'`,
    sellerRating: sql<number | null>`${ratingSql}::float`,
  };
  const traits = { edition: listing.edition, ...pickFlags(listing) };
  const facts = {
    cardId,
    words,
    setCode,
    game,
    rarity,
    condition,
    finish,
    language,
    graded,
    acceptsOffers,
    freeText,
    ...copy,
    ...traits,
  };
  const shown = sql`select min(h.at) from listing_history h where h.listing_id = listing.id and h.to_state = 'active'`;
  const first = sql<Date | null>`coalesce((${shown}), ${publishedAt})`.mapWith(publishedAt);
  const rows = await db
    .select({
      id,
      version,
      sellerId,
      title,
      ...facts,
      priceAmount,
      currency,
      priceRank,
      shipping,
      sellerShipping: sql<ListedTable | null>`${sql.raw(listedTableSql('listing'))}`,
      status,
      expiresAt,
      updatedAt,
      firstShownAt: first,
    })
    .from(listing)
    .where(sql`${id} = any(${sql.param([...ids])}::text[])`);
  return rows.map(({ priceAmount: amount, currency: unit, shipping: ways, sellerShipping, ...row }) => {
    const price = money(amount, unit);
    const shipped = shippingOf({ shipping: ways, price, isSlab: row.graded }, sellerShipping);
    const isForSale = row.status === 'active' && row.expiresAt !== null && row.expiresAt > now;
    return { ...row, price, postage: postOf({ ...shipped, price }) ?? money(0, unit), isForSale };
  });
}

export interface Watcher {
  memberId: string;
  savedAt: Date;
  /** What it cost as it was saved, without post. */
  savedPrice: Money;
}

/** Whose favourite a listing is. */
export async function watchersOf(db: Db, listingId: string): Promise<Watcher[]> {
  const rows = await db.select().from(favorite).where(eq(favorite.listingId, listingId));
  return rows.map((row) => ({
    memberId: row.userId,
    savedAt: row.savedAt,
    savedPrice: money(row.savedPriceAmount, row.savedCurrency),
  }));
}

/** Which of these listings are favourites of a member. */
export async function savedAmong(db: Db, listingIds: readonly string[]): Promise<string[]> {
  if (listingIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: favorite.listingId })
    .from(favorite)
    .where(inArray(favorite.listingId, [...listingIds]));
  return rows.map(({ id }) => id);
}

/** Which of these are still a member's favourites. */
export async function stillFavourites(db: Db, memberId: string, listingIds: readonly string[]): Promise<Set<string>> {
  if (listingIds.length === 0) return new Set();
  const rows = await db
    .select({ id: favorite.listingId })
    .from(favorite)
    .where(and(eq(favorite.userId, memberId), inArray(favorite.listingId, [...listingIds])));
  return new Set(rows.map(({ id }) => id));
}
