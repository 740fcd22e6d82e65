import { and, eq, inArray, sql } from 'drizzle-orm';
import { deliveredOrdersOf } from '#features/members/index.server.ts';
import { formatMoney, money } from '#kernel/money.ts';
import { Refusal } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listingRefusals } from './contract.ts';
import { liveStatuses } from './listing.process.ts';
import { type ListingRow, listing } from './listing.tables.ts';
import { type NewSellerStep, passedLimit, stepOf } from './new-seller.rules.ts';

/**
 * After what put more up for sale, for who has locked the seller's shelf: refuses (403 `new_seller_limit`) where a seller with few delivered orders has more
 * listings, or more value, for sale than the table of `new-seller.rules.ts` lets them, where the market's `NEW_SELLER_LIMITS` is on.
 */
export async function requireSellerRoom({ config }: Pick<Platform, 'config'>, tx: Tx, sellerId: string): Promise<void> {
  const limit = config.newSellerLimits ? await limitOf(tx, sellerId) : null;
  const refusal = limit?.(await openStockOf(tx, sellerId));
  if (refusal) throw refusal;
}

/** The same before many are put up at once: tells of each, in turn, why it may not be added to those before it, or null. */
export async function sellerRoomFor(
  { config }: Pick<Platform, 'config'>,
  tx: Tx,
  sellerId: string,
): Promise<(one: Pick<ListingRow, 'priceRank' | 'quantity'>) => Refusal | null> {
  const limit = config.newSellerLimits ? await limitOf(tx, sellerId) : null;
  if (!limit) return () => null;
  let stock = await openStockOf(tx, sellerId);
  return ({ priceRank, quantity }) => {
    const more = { listings: stock.listings + 1, value: stock.value + priceRank * quantity };
    const refusal = limit(more);
    if (!refusal) stock = more;
    return refusal;
  };
}

/** The same before what is for sale gets other prices: tells of each change of worth, in turn, why it may not raise what is there, or null. What is lowered makes room. */
export async function roomForWorth({ config }: Pick<Platform, 'config'>, tx: Tx, sellerId: string): Promise<(more: number) => Refusal | null> {
  const limit = config.newSellerLimits ? await limitOf(tx, sellerId) : null;
  if (!limit) return () => null;
  let stock = await openStockOf(tx, sellerId);
  return (more) => {
    const after = { ...stock, value: stock.value + more };
    const refusal = more > 0 ? limit(after) : null;
    if (!refusal) stock = after;
    return refusal;
  };
}

/** Why a seller may not have so much for sale; null for who has a record. */
async function limitOf(tx: Tx, sellerId: string) {
  const delivered = await deliveredOrdersOf(tx.db, sellerId);
  const step = stepOf(delivered);
  if (!step) return null;
  return (stock: { listings: number; value: number }): Refusal | null => {
    const passed = passedLimit(step, stock);
    return passed && new Refusal(403, listingRefusals.newSellerLimit, `${limitWords(step, passed)} You have ${delivered}. See /new-sellers.`);
  };
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
