import { definitionOf } from '#features/tiers/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { importRefusals } from './contract.ts';

/** Refuses whose tier has no tools for many listings: 403 `tier_limit`. */
export async function requirePremium(platform: Pick<Platform, 'db'>, actor: Actor): Promise<void> {
  if ((await definitionOf(platform.db, actor.id)).hasBulkListingTools) return;
  throw notAllowed('Bringing your stock as a file is a part of premium. You can list cards one by one on any plan.', importRefusals.premiumOnly);
}
