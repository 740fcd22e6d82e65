import { sql } from 'drizzle-orm';
import { definitionsOf, type TierDefinition } from '#features/tiers/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { savedSearch } from './alert.tables.ts';

/**
 * Which saved searches of these members tell them: of each the newest, as many as their tier has places for at this moment. What is beyond after a downgrade is paused, and
 * tells again with an upgrade or when a newer one is deleted; nothing is stored of it. One statement for all of them.
 */
export async function tellingOf(db: Db, tiers: ReadonlyMap<string, TierDefinition>): Promise<ReadonlySet<string>> {
  if (tiers.size === 0) return new Set();
  const [owners, places] = [[...tiers.keys()], [...tiers.values()].map(({ maxSavedSearches }) => maxSavedSearches)];
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from unnest(${sql.param(owners)}::text[], ${sql.param(places)}::int[]) as o (id, places)
    cross join lateral (select id from ${savedSearch} where owner_id = o.id order by created_at desc, id desc limit o.places) s`);
  return new Set(rows.map(({ id }) => id));
}

/** The same of one member. */
export async function tellingSearches(db: Db, ownerId: string): Promise<ReadonlySet<string>> {
  return tellingOf(db, await definitionsOf(db, [ownerId]));
}
