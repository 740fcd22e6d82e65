import { and, eq, inArray, sql } from 'drizzle-orm';
import { deliveredOrdersOf } from '#features/members/index.server.ts';
import { formatMoney, money } from '#kernel/money.ts';
import { Refusal } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listingRefusals } from './contract.ts';
import { liveStatuses } from './listing.process.ts';
import { listing } from './listing.tables.ts';
import { type NewSellerStep, passedLimit, stepOf } from './new-seller.rules.ts';

/**
 * After what put more up for sale, for who has locked the seller's shelf: refuses (403 `new_seller_limit`) where a seller with few delivered orders has more
 * listings, or more value, for sale than the table of `new-seller.rules.ts` lets them, where the market's `NEW_SELLER_LIMITS` is on.
 */
export async function requireSellerRoom({ config }: Pick<Platform, 'config'>, tx: Tx, sellerId: string): Promise<void> {
  if (!config.newSellerLimits) return;
  const delivered = await deliveredOrdersOf(tx.db, sellerId);
  const step = stepOf(delivered);
  if (!step) return;
  const passed = passedLimit(step, await openStockOf(tx, sellerId));
  if (passed) throw new Refusal(403, listingRefusals.newSellerLimit, `${limitWords(step, passed)} You have ${delivered}. See /new-sellers.`);
}

async function openStockOf(tx: Tx, sellerId: string) {
  const [row] = await tx.db
    .select({
      listings: sql<number>`count(*)::int`,
      value: sql<number>`coalesce(sum(${listing.priceRank}::bigint * (${listing.quantity} - ${listing.quantitySold})), 0)::float8`,
    })
    .from(listing)
    .where(and(eq(listing.sellerId, sellerId), inArray(listing.status, [...liveStatuses])));
  return row ?? { listings: 0, value: 0 };
}

function limitWords({ below, listings, value }: NewSellerStep, passed: 'listings' | 'value'): string {
  const most =
    passed === 'listings' ? `${listings} listings for sale at a time` : `copies worth ${formatMoney(money(value, 'USD'))} for sale at a time`;
  return `Until ${below} of your orders are delivered you can have ${most}.`;
}
