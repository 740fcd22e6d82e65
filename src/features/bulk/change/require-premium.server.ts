import { definitionOf } from '#features/tiers/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { bulkRefusals } from '../contract.ts';

/** Refuses a tier without bulk tools (403 `tier_limit`). */
export async function requirePremium(db: Db, sellerId: string): Promise<void> {
  if ((await definitionOf(db, sellerId)).hasBulkListingTools) return;
  throw notAllowed(
    'Bulk edit is part of Premium. On any plan, you can change prices one by one and pause or renew the listings on a page.',
    bulkRefusals.premiumOnly,
  );
}
