import { eq, sql } from 'drizzle-orm';
import { sellerBalances } from '#features/ledger/index.server.ts';
import { allowSales, blockSales } from '#features/listings/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { accountFor } from '../accounts/account-state.ts';
import { orderPayout } from '../model/payout.tables.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { heldNet } from '../queries/net.server.ts';
import { isSalesBlocked, type Sold } from './sales-block.rules.ts';

/** An order was paid, or its money returned: whether its seller's listings can be bought now. */
export async function followSales(platform: Platform, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const [order] = await tx.db
      .select({ sellerId: orderPayout.sellerId })
      .from(orderPayout)
      .where(eq(orderPayout.orderId, orderId));
    if (order) await settleSalesBlock(tx, order.sellerId, platform.clock.now());
  });
}

/**
 * Blocks or allows a seller's sales by their account and orders. They are read under a lock of its own: a new seller has
 * no account to lock, and two orders may be paid at once.
 */
export async function settleSalesBlock(tx: Tx, sellerId: string, now: Date): Promise<void> {
  await connectionOf(tx.db).query('select pg_advisory_xact_lock(hashtextextended($1, 14))', [`sales ${sellerId}`]);
  const state = (await accountFor(tx.db, sellerId))?.state ?? null;
  const isBlocked =
    state !== 'active' && isSalesBlocked(state, await soldBy(tx.db, sellerId), await ruleAt(tx.db, now));
  await (isBlocked ? blockSales : allowSales)(tx, sellerId, now);
}

/** Since the upgrade that brought payouts: orders before were settled elsewhere. */
async function soldBy(db: Db, sellerId: string): Promise<Sold> {
  const { rows } = await db.execute<{ currency: Currency; orders: number; held: string }>(sql`
    select p.currency, count(*)::int as orders, coalesce(sum(${heldNet}) filter (where p.state = 'held'), 0) as held
    from order_payout p where p.seller_id = ${sellerId} and p.state not in ('outside', 'returned') group by p.currency`);
  const owed = new Map(rows.map(({ currency, held }) => [currency, Number(held)]));
  for (const balance of await sellerBalances(db, sellerId))
    owed.set(balance.currency, (owed.get(balance.currency) ?? 0) + balance.owed);
  return { orders: rows.reduce((sum, { orders }) => sum + orders, 0), owed: Math.max(0, ...owed.values()) };
}
