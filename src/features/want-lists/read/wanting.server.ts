import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { findMatchableListing, findMatchableListingsByIds } from '#features/listings/index.server.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import { copiesUnder, isWanted, keysOfCopy } from '#features/wanted/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { wantList, wantListLine } from '../model/want-list.tables.ts';
import { criteriaOf } from './line-criteria.server.ts';

/** Lines with copies that are not bought yet. */
const stillOpen = lt(wantListLine.bought, wantListLine.quantity);

/** The lists with a line from before `since` that wants this copy, each once, by the rules of `wanted`. */
export async function listsWanting(
  db: Db,
  listingId: string,
  since: Date,
  now: Date,
): Promise<{ listId: string; ownerId: string }[]> {
  const copy = await findMatchableListing(db, listingId, now);
  if (!copy) return [];
  const rows = await db
    .select({ line: wantListLine, ownerId: wantList.ownerId })
    .from(wantListLine)
    .innerJoin(wantList, eq(wantList.id, wantListLine.listId))
    .where(and(inArray(wantListLine.sought, keysOfCopy(copy)), lt(wantListLine.createdAt, since), stillOpen));
  const blocked = await blockedWith(db, copy.sellerId);
  const met = rows.filter(({ line, ownerId }) => !blocked.has(ownerId) && isWanted(criteriaOf(line, ownerId), copy));
  return [...new Map(met.map(({ line, ownerId }) => [line.listId, { listId: line.listId, ownerId }])).values()];
}

/** The copies that a line of some list may want; `listsWanting` checks each. */
export async function maybeWanted(db: Db, listingIds: readonly string[], now: Date): Promise<string[]> {
  const findKeys = (keys: string[]) =>
    db
      .selectDistinct({ sought: wantListLine.sought })
      .from(wantListLine)
      .where(sql`${wantListLine.sought} = any(${sql.param(keys)}::text[])`);
  const found = await copiesUnder(await findMatchableListingsByIds(db, listingIds, now), findKeys);
  return found.map(({ id }) => id);
}

/** The copies that the list wants now, with its name; null where the member has no such list. */
export async function stillWanted(
  db: Db,
  { ownerId, listId, listingIds }: { ownerId: string; listId: string; listingIds: readonly string[] },
  now: Date,
): Promise<{ name: string; ids: Set<string> } | null> {
  const [list] = await db
    .select()
    .from(wantList)
    .where(and(eq(wantList.id, listId), eq(wantList.ownerId, ownerId)));
  if (!list) return null;
  const copies = await findMatchableListingsByIds(db, listingIds, now);
  const keys = copies.flatMap(keysOfCopy);
  const lines = await db
    .select()
    .from(wantListLine)
    .where(and(eq(wantListLine.listId, listId), inArray(wantListLine.sought, keys), stillOpen));
  const wanted = copies.filter((copy) => lines.some((line) => isWanted(criteriaOf(line, ownerId), copy)));
  return { name: list.name, ids: new Set(wanted.map(({ id }) => id)) };
}
