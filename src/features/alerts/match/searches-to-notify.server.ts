import { desc, eq } from 'drizzle-orm';
import { definitionOf } from '#features/tiers/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { savedSearch } from '../model/alert.tables.ts';

/**
 * The active saved searches of a member: the newest, as many as their tier allows at this moment, and advanced ones
 * where the tier has that language. Computed at each call, so an upgrade or a deletion resumes paused ones.
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
