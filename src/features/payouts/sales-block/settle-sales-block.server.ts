import { and, eq, notInArray } from 'drizzle-orm';
import { sellerBalances } from '#features/ledger/index.server.ts';
import { allowSales, blockSales } from '#features/listings/index.server.ts';
import { readPayoutFacts } from '#features/orders/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { AccountState } from '../accounts/account-state.rules.ts';
import { payoutAccount } from '../accounts/payout-account.tables.ts';
import { orderPayout } from '../model/payout.tables.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { isSalesBlocked, type Sold } from './sales-block.rules.ts';

/** An order of the seller was paid or returned: whether their listings can be bought now. */
export async function followSales(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const [account] = await tx.db
      .select({ state: payoutAccount.state })
      .from(payoutAccount)
      .where(eq(payoutAccount.sellerId, sellerId))
      .for('update');
    await settleSalesBlock(tx, sellerId, account?.state ?? null, platform.clock.now());
  });
}

/** The caller holds the seller's account, if there is one. */
export async function settleSalesBlock(tx: Tx, sellerId: string, state: AccountState | null, now: Date): Promise<void> {
  const isBlocked =
    state !== 'active' && isSalesBlocked(state, await soldBy(tx.db, sellerId), await ruleAt(tx.db, now));
  await (isBlocked ? blockSales : allowSales)(tx, sellerId, now);
}

/** Since the upgrade that brought payouts: orders before were settled elsewhere. */
async function soldBy(db: Db, sellerId: string): Promise<Sold> {
  const rows = await db
    .select({ orderId: orderPayout.orderId, state: orderPayout.state })
    .from(orderPayout)
    .where(and(eq(orderPayout.sellerId, sellerId), notInArray(orderPayout.state, ['outside', 'returned'])));
  const held = rows.filter(({ state }) => state === 'held').map(({ orderId }) => orderId);
  const owed = new Map<Currency, number>();
  const add = (currency: Currency, amount: number) => owed.set(currency, (owed.get(currency) ?? 0) + amount);
  for (const { currency, left, fee } of await readPayoutFacts(db, held)) add(currency, Math.max(0, left - fee));
  for (const balance of await sellerBalances(db, sellerId)) add(balance.currency, balance.owed);
  return { orders: rows.length, owed: Math.max(0, ...owed.values()) };
}
