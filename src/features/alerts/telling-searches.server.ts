import { desc, eq } from 'drizzle-orm';
import { definitionOf } from '#features/tiers/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { savedSearch } from './alert.tables.ts';

/**
 * Which saved searches of a member tell them: the newest, as many as their tier has places for at this moment. What is beyond after a downgrade is paused, and
 * tells again with an upgrade or when a newer one is deleted; nothing is stored of it.
 */
export async function tellingSearches(db: Db, ownerId: string): Promise<ReadonlySet<string>> {
  const { maxSavedSearches } = await definitionOf(db, ownerId);
  const rows = await db
    .select({ id: savedSearch.id })
    .from(savedSearch)
    .where(eq(savedSearch.ownerId, ownerId))
    .orderBy(desc(savedSearch.createdAt), desc(savedSearch.id))
    .limit(maxSavedSearches);
  return new Set(rows.map(({ id }) => id));
}
