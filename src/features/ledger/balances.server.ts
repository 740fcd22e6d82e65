import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type Account, ledgerEntry, sellerBalance } from './ledger.tables.ts';

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

/** What is owed to a seller and not sent, and what the seller owes, in minor units of each currency that has either. */
export async function sellerBalances(db: Db, sellerId: string): Promise<SellerBalance[]> {
  const rows = await db
    .select()
    .from(sellerBalance)
    .where(and(eq(sellerBalance.sellerId, sellerId), or(gt(sellerBalance.owed, 0), gt(sellerBalance.debt, 0))));
  return rows.map(({ currency, owed, debt }) => ({ currency, owed, debt }));
}

export interface SellerBalance {
  currency: Currency;
  owed: number;
  debt: number;
}

/**
 * The row that guards what is owed to a seller and what the seller owes, locked until the transaction ends. Lock the
 * order first.
 */
export async function lockSeller(tx: Pick<Tx, 'db'>, sellerId: string, currency: Currency): Promise<SellerBalance> {
  await tx.db.insert(sellerBalance).values({ sellerId, currency, owed: 0, debt: 0 }).onConflictDoNothing();
  const [row] = await tx.db
    .select({ currency: sellerBalance.currency, owed: sellerBalance.owed, debt: sellerBalance.debt })
    .from(sellerBalance)
    .where(and(eq(sellerBalance.sellerId, sellerId), eq(sellerBalance.currency, currency)))
    .for('update');
  return row ?? { currency, owed: 0, debt: 0 };
}
