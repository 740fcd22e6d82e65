import { definitionOf } from '#features/tiers/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { importRefusals } from '../contract.ts';

const sentences = {
  in: 'Bringing your stock as a file is a part of premium. You can list cards one by one on any plan.',
  out: 'Taking your stock along as a file is a part of premium. Everything of yours can be downloaded on any plan: Settings, Data.',
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
