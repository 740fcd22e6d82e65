import { and, eq, inArray, sql } from 'drizzle-orm';
import { saleBuyersOf, storedTierOf } from '#features/members/index.server.ts';
import { tierDefinition } from '#features/tiers/contract.ts';
import { Refusal } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listingRefusals } from '../contract.ts';
import { liveStatuses } from '../model/listing.process.ts';
import { listing } from '../model/listing.tables.ts';
import { stepOf } from '../model/new-seller.rules.ts';
import { newSellerSentence } from '../model/state-sentences.ts';

/**
 * After a change that put more up for sale, under the seller's lock: refuses (403 `new_seller_limit`) where a seller
 * with few buyers has copies of more value for sale than the table of `new-seller.rules.ts` allows, where
 * `NEW_SELLER_LIMITS` is on. A tier without a limit of listings is exempt: its members pay for that. `adding` is the
 * value, in US cents, of the next listing.
 */
export async function requireNewSellerLimit(
  { config }: Pick<Platform, 'config'>,
  tx: Tx,
  sellerId: string,
  adding = 0,
): Promise<void> {
  if (!config.newSellerLimits) return;
  if (tierDefinition(await storedTierOf(tx.db, sellerId)).maxActiveListings === null) return;
  const buyers = await saleBuyersOf(tx.db, sellerId);
  const step = stepOf(buyers);
  if (!step || (await openValueOf(tx, sellerId)) + adding <= step.value) return;
  const params = { ...step, buyers };
  throw new Refusal(403, listingRefusals.newSellerLimit, newSellerSentence(params), {
    coded: { code: listingRefusals.newSellerLimit, params },
  });
}

/** The value of the available copies for sale, in US cents. */
async function openValueOf(tx: Tx, sellerId: string): Promise<number> {
  const [row] = await tx.db
    .select({
      value: sql<number>`coalesce(sum(${listing.priceRank}::bigint * (${listing.quantity} - ${listing.quantitySold})), 0)::float8`,
    })
    .from(listing)
    .where(and(eq(listing.sellerId, sellerId), inArray(listing.status, [...liveStatuses])));
  return row?.value ?? 0;
}
