import { and, eq, sql } from 'drizzle-orm';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { type Account, ledgerEntry } from './ledger.tables.ts';

export interface BalanceOf {
  account: Account;
  currency: Currency;
  orderId?: string;
  sellerId?: string;
}

/**
 * The sum of an account's entries in minor units, of one order or seller where given. Accounts of what is owed (`order`,
 * `seller`, `fee`, `tax`) are 0 or below. To decide by it, lock the row that guards it, as `lockOrder` does for an order.
 */
export async function balanceOf(db: Db, { account, currency, orderId, sellerId }: BalanceOf): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${ledgerEntry.amount}), 0)::bigint`.mapWith(Number) })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.account, account),
        eq(ledgerEntry.currency, currency),
        orderId === undefined ? undefined : eq(ledgerEntry.orderId, orderId),
        sellerId === undefined ? undefined : eq(ledgerEntry.sellerId, sellerId),
      ),
    );
  return row?.sum ?? 0;
}
