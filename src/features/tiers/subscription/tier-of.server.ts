import { storedTierOf, storedTiersOf, type Tier } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { type TierDefinition, tierDefinition } from '../contract.ts';

/** The member's tier as it is stored (reading A wrote it). An unknown member counts as free. */
export function tierOf(db: Db, userId: string): Promise<Tier> {
  return storedTierOf(db, userId);
}

/** The definition of the member's tier. */
export async function definitionOf(db: Db, userId: string): Promise<TierDefinition> {
  return tierDefinition(await tierOf(db, userId));
}

/** The definitions of their tiers, for many at once. */
export async function definitionsOf(db: Db, userIds: readonly string[]): Promise<Map<string, TierDefinition>> {
  const tiers = await storedTiersOf(db, userIds);
  return new Map(userIds.map((id) => [id, tierDefinition(tiers.get(id) ?? 'free')]));
}
