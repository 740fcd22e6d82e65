import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { type ListedTable, listedTableSql } from '#features/shipping/index.server.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { postOf } from '../../components/listing-words.ts';
import { availableQuantity, type Condition } from '../../model/listing.rules.ts';
import { listing } from '../../model/listing.tables.ts';
import { shippingOf } from '../../shipping/listed-shipping.ts';

/** A copy for sale with the columns that matching compares. */
export interface MatchableListing {
  id: string;
  version: number;
  sellerId: string;
  cardId: string | null;
  game: string;
  name: string;
  /** The words under which it is found. */
  words: string[];
  condition: Condition;
  finish: string | null;
  language: string;
  price: Money;
  /** Its cheapest post to any country; 0 where no method of the seller ships it. */
  postage: Money;
  /** Copies left to buy. */
  available: number;
}

/** The criteria; without a card and without words they match nothing. */
export interface WantTerms {
  cardId?: string;
  /** All of these are among its words. */
  words?: readonly string[];
  game?: string;
  conditions?: readonly Condition[];
  language?: string;
  finish?: string;
  sellerId?: string;
}

/** More copies of one card than a member reads. */
const most = 1_000;

const forSale = (now: Date) => and(eq(listing.status, 'active'), gt(listing.expiresAt, now));

/** One copy, while it is for sale. */
export async function findMatchableListing(db: Db, id: string, now: Date): Promise<MatchableListing | null> {
  const [found] = await read(db, and(eq(listing.id, id), forSale(now)));
  return found ?? null;
}

/** The copies for sale of these, in no order. */
export function findMatchableListingsByIds(db: Db, ids: readonly string[], now: Date): Promise<MatchableListing[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : read(db, and(sql`${listing.id} = any(${sql.param([...ids])}::text[])`, forSale(now)), null);
}

/** Most copies of one printing that the match of a long list reads. */
const mostOfCard = 200;

/** The copies for sale of these printings, of each the cheapest; one statement. */
export async function findMatchableListingsOfCards(
  db: Db,
  cardIds: readonly string[],
  now: Date,
): Promise<MatchableListing[]> {
  if (cardIds.length === 0) return [];
  const cheapest = sql`select of_card.id from unnest(${sql.param([...new Set(cardIds)])}::text[]) as wanted (card_id) cross join lateral (
    select id from ${listing} where card_id = wanted.card_id and status = 'active' and expires_at > ${now} order by price_rank, id limit ${mostOfCard}) as of_card`;
  return read(db, sql`${listing.id} in (${cheapest})`, null);
}

/** Copies for sale that may match, cheapest first. */
export function findMatchableListings(db: Db, terms: WantTerms, now: Date): Promise<MatchableListing[]> {
  const { cardId, words = [], game, conditions, language, finish, sellerId } = terms;
  if (cardId === undefined && words.length === 0) return Promise.resolve([]);
  return read(
    db,
    and(
      forSale(now),
      cardId === undefined ? undefined : eq(listing.cardId, cardId),
      words.length === 0 ? undefined : sql`${listing.words} @> ${sql.param([...words])}::text[]`,
      game === undefined ? undefined : eq(listing.game, game),
      conditions === undefined ? undefined : inArray(listing.condition, [...conditions]),
      sellerId === undefined ? undefined : eq(listing.sellerId, sellerId),
      language === undefined ? undefined : eq(listing.language, language),
      finish === undefined ? undefined : eq(listing.finish, finish),
    ),
  );
}

async function read(db: Db, where: SQL | undefined, atMost: number | null = most): Promise<MatchableListing[]> {
  const {
    id,
    version,
    sellerId,
    cardId,
    game,
    name,
    words,
    condition,
    finish,
    language,
    priceAmount,
    currency,
    shipping,
    grading,
    quantity,
    quantityHeld,
    quantitySold,
  } = listing;
  const found = db
    .select({
      id,
      version,
      sellerId,
      cardId,
      game,
      name,
      words,
      condition,
      finish,
      language,
      priceAmount,
      currency,
      shipping,
      grading,
      sellerShipping: sql<ListedTable | null>`${sql.raw(listedTableSql('listing'))}`,
      quantity,
      quantityHeld,
      quantitySold,
    })
    .from(listing)
    .where(where)
    .orderBy(asc(listing.priceRank), asc(listing.id));
  const rows = await (atMost === null ? found : found.limit(atMost));
  return rows.map(
    ({ priceAmount: amount, currency: unit, shipping: ways, grading: graded, sellerShipping, ...row }) => {
      const price = money(amount, unit);
      const shipped = shippingOf({ shipping: ways, price, isSlab: graded !== null }, sellerShipping);
      return {
        ...row,
        price,
        postage: postOf({ ...shipped, price }) ?? money(0, unit),
        available: availableQuantity(row),
      };
    },
  );
}
