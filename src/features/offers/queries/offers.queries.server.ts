import { and, desc, eq, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { union, unionAll } from 'drizzle-orm/pg-core';
import { findForBargain, unknownListing } from '#features/listings/index.server.ts';
import { findAway, findSellers } from '#features/members/index.server.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { addMs, dayMs, hourMs } from '#kernel/time.ts';
import type { StoredCount } from '#platform/counters/stored-counters.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { type ListOffersInput, type Offer, type OfferTerms, offerSides } from '../contract.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import { halfOf, offerLimits } from '../model/offer.rules.ts';
import { type OfferRow, offer } from '../model/offer.tables.ts';
import { offerTimes } from '../model/offer.times.ts';
import { isFirstOfLines, isTogether, linesOf } from './offer.lines.server.ts';
import { type FullOffer, presentOffer } from './offer.present.server.ts';

/** These offers by id, without those in which the member has no side. */
export async function findOffersFor(
  platform: Platform,
  memberId: string,
  ids: readonly string[],
): Promise<Map<string, Offer>> {
  if (ids.length === 0) return new Map();
  const rows = await platform.db
    .select()
    .from(offer)
    .where(inArray(offer.id, [...ids]));
  const mine = rows.filter((row) => offerPolicy.may({ id: memberId, role: 'member' }, 'see', row) === true);
  return new Map((await present(platform, memberId, mine)).map((one) => [one.id, one]));
}

/**
 * The same for the cards of a conversation: one that names no buyer would be named by the conversation in which earlier
 * versions put its card.
 */
export async function offersInTalk(
  platform: Platform,
  memberId: string,
  ids: readonly string[],
): Promise<Map<string, Offer>> {
  const found = await findOffersFor(platform, memberId, ids);
  return new Map([...found].filter(([, { buyer }]) => buyer !== null));
}

/**
 * The open offers for a seller's own listing, the newest first; offers to those who saved it, up to a hundred, come
 * last so that they do not displace the others.
 */
export async function offersOn(
  platform: Platform,
  sellerId: string,
  listingId: string,
  limit: number,
): Promise<Offer[]> {
  const rows = await platform.db
    .select()
    .from(offer)
    .where(and(eq(offer.listingId, listingId), eq(offer.sellerId, sellerId), isUnderWay))
    .orderBy(sql`${sentToWatchers} and ${offer.status} = 'pending'`, desc(offer.createdAt), desc(offer.id))
    .limit(limit);
  return present(platform, sellerId, rows);
}

/**
 * A member's offers on one side or both, newest first, those alone that `which` names. Each side is a walk along its
 * own index that stops when a page is full.
 */
export async function listOffersFor(
  platform: Platform,
  memberId: string,
  input: ListOffersInput,
  which?: SQL,
): Promise<Page<Offer>> {
  const { role, status = [], cleared, cursor, limit } = input;
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const walk = (side: SQL | undefined) =>
    platform.db
      .select()
      .from(offer)
      .where(
        and(
          side,
          which,
          isFirstOfLines,
          status.length > 0 ? inArray(offer.status, status) : undefined,
          after ? sql`(${offer.createdAt}, ${offer.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(offer.createdAt), desc(offer.id))
      .limit(limit + 1);
  const sides = offerSides
    .filter((side) => role === undefined || role === side)
    .map((side) => walk(ofSide(memberId, side, cleared)));
  const [first, second] = sides;
  const rows =
    first && second
      ? await union(first, second)
          .orderBy(sql`created_at desc, id desc`)
          .limit(limit + 1)
      : ((await first) ?? []);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { items: await present(platform, memberId, items), nextCursor };
}

function ofSide(memberId: string, side: 'buyer' | 'seller', cleared: ListOffersInput['cleared']): SQL | undefined {
  const [member, mark] = side === 'buyer' ? [offer.buyerId, offer.buyerCleared] : [offer.sellerId, offer.sellerCleared];
  return and(eq(member, memberId), cleared === undefined ? undefined : eq(mark, cleared === 'true'));
}

/**
 * The counter: pending offers that wait for a member's answer, without those that they have cleared, lines of one offer
 * as one.
 */
export const waitingOffers: StoredCount = {
  kinds: {
    offers: `select member_id, count(distinct thing) as n from (
        select seller_id as member_id, coalesce(basket_id, id) as thing from offer where status = 'pending' and made_by = 'buyer' and not seller_cleared
        union all
        select buyer_id, coalesce(basket_id, id) from offer where status = 'pending' and made_by = 'seller' and not buyer_cleared) waiting
      group by member_id`,
  },
};

/**
 * The terms of an offer for this viewer. Refuses an unknown listing and a draft (404). Whether the listing takes offers
 * now is part of the listing.
 */
export async function offerTerms(platform: Platform, viewerId: string | null, listingId: string): Promise<OfferTerms> {
  const found = await findForBargain(platform.db, listingId);
  if (!found || found.row.publishedAt === null) throw notFound(unknownListing);
  const own = viewerId === null ? [] : await platform.db.select().from(offer).where(ofBuyer(viewerId, listingId));
  const half = halfOf(found.price);
  const open = own.filter((row) => row.status === 'pending' || row.promise === 'open' || row.promise === 'claimed');
  return {
    listingId,
    price: found.price,
    lowest: found.floor === null || found.floor >= half.amount ? half : null,
    windowHours: found.windowHours,
    payHours: offerTimes.payMs / hourMs,
    attemptsLeft: Math.max(0, offerLimits.attempts - own.filter(({ madeBy }) => madeBy === 'buyer').length),
    open: viewerId === null ? null : ((await present(platform, viewerId, open))[0] ?? null),
  };
}

/** The orders that two members' offers for several listings are in, the latest so many. */
export async function ordersOfBaskets(db: Db, [a, b]: readonly [string, string], most: number): Promise<string[]> {
  const of = (buyerId: string, sellerId: string) => and(eq(offer.buyerId, buyerId), eq(offer.sellerId, sellerId));
  const rows = await db
    .selectDistinct({ id: sql<string>`${offer.orderId}` })
    .from(offer)
    .where(and(or(of(a, b), of(b, a)), isNotNull(offer.basketId), isNotNull(offer.orderId)))
    .orderBy(sql`${offer.orderId} desc`)
    .limit(most);
  return rows.map(({ id }) => id);
}

export const isUnderWay = sql`(${offer.status} = 'pending' or ${offer.promise} in ('open', 'claimed'))`;

/** `isToWatchers`, of rows. */
export const sentToWatchers = sql`(${offer.madeBy} = 'seller' and ${offer.counterOf} is null)`;

function ofBuyer(buyerId: string, listingId: string): SQL | undefined {
  return and(eq(offer.buyerId, buyerId), eq(offer.listingId, listingId));
}

/** The number of offers that a buyer has made for a listing. */
export async function countAttempts(db: Db, buyerId: string, listingId: string): Promise<number> {
  return db.$count(offer, and(ofBuyer(buyerId, listingId), eq(offer.madeBy, 'buyer')));
}

async function present(platform: Platform, viewerId: string, rows: OfferRow[]): Promise<Offer[]> {
  const now = platform.clock.now();
  return (await complete(platform.db, rows, now)).map((full) => presentOffer(full, viewerId, now));
}

/** The parts of these offers, in four queries however many there are. */
export async function complete(db: Db, rows: OfferRow[], now: Date): Promise<FullOffer[]> {
  if (rows.length === 0) return [];
  const buyers = [...new Set(rows.map((row) => row.buyerId))];
  const baskets = await linesOf(db, rows);
  const listings = [...new Set([...rows, ...[...baskets.values()].flat()].map((row) => row.listingId))];
  const [records, parties, away] = await Promise.all([
    recordsOf(db, buyers, listings, addMs(now, -365 * dayMs)),
    findSellers(
      db,
      rows.flatMap((row) => [row.buyerId, row.sellerId]),
    ),
    findAway(
      db,
      rows.filter(({ status }) => status === 'pending').map(({ sellerId }) => sellerId),
      now,
    ),
  ]);
  return rows
    .map((row) => ({
      row,
      lines: baskets.get(row.basketId ?? '') ?? null,
      together: (baskets.get(row.basketId ?? '') ?? [row]).filter((line) => isTogether(row, line)),
    }))
    .map(({ row, lines, together }) => ({
      offer: row,
      lines,
      together,
      attempts: Math.max(
        ...together.map(
          ({ listingId }) => records.find((one) => one.buyerId === row.buyerId && one.listingId === listingId)?.n ?? 0,
        ),
      ),
      unpaid: records.find((one) => one.buyerId === row.buyerId && one.listingId === null)?.n ?? 0,
      away: away.get(row.sellerId)?.endsAt ?? null,
      parties,
    }));
}

/**
 * By buyer: how many offers each has made for each of these listings, and, without a listing, how many that were
 * accepted they have not paid since then.
 */
function recordsOf(
  db: Db,
  buyers: string[],
  listings: string[],
  since: Date,
): Promise<{ buyerId: string; listingId: string | null; n: number }[]> {
  const ofThese = inArray(offer.buyerId, buyers);
  const made = db
    .select({
      buyerId: offer.buyerId,
      listingId: sql<string | null>`${offer.listingId}`.as('listing_id'),
      n: sql<number>`count(*)::int`.as('n'),
    })
    .from(offer)
    .where(and(ofThese, inArray(offer.listingId, listings), eq(offer.madeBy, 'buyer')))
    .groupBy(offer.buyerId, offer.listingId);
  const unpaid = db
    .select({
      buyerId: offer.buyerId,
      listingId: sql<string | null>`null::text`.as('listing_id'),
      n: sql<number>`count(distinct coalesce(${offer.basketId} || ${offer.decidedAt}, ${offer.id}))::int`.as('n'),
    })
    .from(offer)
    .where(and(ofThese, eq(offer.isUnpaid, true), gte(offer.decidedAt, since)))
    .groupBy(offer.buyerId);
  return unionAll(made, unpaid);
}
