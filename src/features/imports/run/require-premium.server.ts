import { definitionOf } from '#features/tiers/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { importRefusals } from '../contract.ts';

const sentences = {
  in: 'Importing files is part of Premium. On any plan, you can list cards one by one.',
  out: 'Exporting your inventory is part of Premium. On any plan, you can download your data in Settings.',
};

/** Whether the member's tier has bulk tools. */
export async function isPremium(platform: Pick<Platform, 'db'>, actor: Actor): Promise<boolean> {
  return (await definitionOf(platform.db, actor.id)).hasBulkListingTools;
}

/** Refuses a tier without bulk tools (403 `tier_limit`). `direction`: import or export of stock. */
export async function requirePremium(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  direction: 'in' | 'out' = 'in',
): Promise<void> {
  if (await isPremium(platform, actor)) return;
  throw notAllowed(sentences[direction], importRefusals.premiumOnly);
}
