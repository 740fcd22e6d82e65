import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { findMatchableListingsByIds, type MatchableListing, searchTextOf } from '#features/listings/index.server.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import type { Money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { isOpenWant } from '../lifecycle/visible-wants.ts';
import { type WantRow, want, wantMatch } from '../model/want.tables.ts';
import { type Copy, isWanted, keysOfCopy, meets } from '../model/wanted.rules.ts';
import { criteriaOf, findCopies } from './criteria.server.ts';
import { roughly } from './match-wants.server.ts';

/**
 * The copies for sale that meet a want, cheapest first: matched, still for sale, and without a block between the
 * members.
 */
export async function copiesOfWant(
  db: Db,
  { id: wantId, ownerId }: Pick<WantRow, 'id' | 'ownerId'>,
  now: Date,
): Promise<MatchableListing[]> {
  const rows = await db
    .select({ id: wantMatch.listingId })
    .from(wantMatch)
    .where(and(eq(wantMatch.wantId, wantId), isNull(wantMatch.endedAt)));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [copies, blocked] = await Promise.all([findMatchableListingsByIds(db, ids, now), blockedWith(db, ownerId)]);
  return copies.filter(({ sellerId }) => !blocked.has(sellerId));
}

/** The listings that were matched last with one of a member's open wants; the caller leaves out what is not for sale. */
export async function newestMatches(db: Db, ownerId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: wantMatch.listingId })
    .from(wantMatch)
    .innerJoin(want, eq(want.id, wantMatch.wantId))
    .where(and(eq(want.ownerId, ownerId), eq(want.status, 'open'), isNull(wantMatch.endedAt)))
    .groupBy(wantMatch.listingId)
    .orderBy(sql`max(${wantMatch.at}) desc`, wantMatch.listingId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A member's own copies that fit a want, those that meet its price first; a higher price is open to discussion. */
export async function ownCopiesFor(db: Db, wantId: string, memberId: string, now: Date): Promise<MatchableListing[]> {
  const [row] = await db.select().from(want).where(eq(want.id, wantId));
  if (!row) return [];
  const criteria = criteriaOf(row);
  const own = (await findCopies(db, criteria, now, memberId)).filter((copy) => isWanted(criteria, copy));
  const isMet = (copy: MatchableListing) => Number(meets(criteria, copy, copy.postage));
  return own.sort((a, b) => isMet(b) - isMet(a)).slice(0, 12);
}

/** What identifies a copy before it is a listing. */
export type Offered = Omit<Copy, 'words'> & {
  price: Money;
  postage: Money;
  setName: string | null;
  setCode: string | null;
  number: string | null;
};

/** How many other members want such a copy at such a price. */
export async function countWanting(
  db: Db,
  { setName, setCode, number, ...offered }: Offered,
  now: Date,
): Promise<number> {
  const { cardId, game, name, sellerId } = offered;
  const { words } = searchTextOf({ cardId, cardFinishes: [], game, setCode, setName, number, name, rarity: null }, '');
  const copy = { ...offered, words };
  const rows = await db
    .select()
    .from(want)
    .where(and(isOpenWant, gt(want.expiresAt, now), inArray(want.sought, keysOfCopy(copy)), ...roughly(copy)));
  const blocked = await blockedWith(db, sellerId);
  return new Set(
    rows
      .filter((row) => !blocked.has(row.ownerId) && meets(criteriaOf(row), copy, copy.postage))
      .map(({ ownerId }) => ownerId),
  ).size;
}
