import { storedTierOf, type Tier } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { type TierDefinition, tierDefinition } from './contract.ts';

/** The member's tier as it is stored (reading A wrote it). An unknown member counts as free. */
export function tierOf(db: Db, userId: string): Promise<Tier> {
  return storedTierOf(db, userId);
}

/** What the member's tier allows. */
export async function definitionOf(db: Db, userId: string): Promise<TierDefinition> {
  return tierDefinition(await tierOf(db, userId));
}
