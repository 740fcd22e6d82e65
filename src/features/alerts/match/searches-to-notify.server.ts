import { desc, eq } from 'drizzle-orm';
import { definitionOf } from '#features/tiers/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { savedSearch } from '../model/alert.tables.ts';

/**
 * Which saved searches of a member tell them: the newest, as many as their tier has places for at this moment, and
 * those in advanced language where it has that. What a downgrade pauses tells again with an upgrade, or once a newer
 * one is deleted; nothing is stored of it.
 */
export async function notifyingSearches(db: Db, ownerId: string): Promise<ReadonlySet<string>> {
  const { maxSavedSearches, hasAdvancedSearch } = await definitionOf(db, ownerId);
  const rows = await db
    .select({ id: savedSearch.id, advanced: savedSearch.advanced })
    .from(savedSearch)
    .where(eq(savedSearch.ownerId, ownerId))
    .orderBy(desc(savedSearch.createdAt), desc(savedSearch.id))
    .limit(maxSavedSearches);
  return new Set(rows.flatMap(({ id, advanced }) => (advanced && !hasAdvancedSearch ? [] : [id])));
}
