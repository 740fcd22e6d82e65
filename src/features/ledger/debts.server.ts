import { and, asc, eq, sql } from 'drizzle-orm';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { ledgerEntry, sellerBalance } from './ledger.tables.ts';

export interface Debt {
  orderId: string;
  amount: number;
}

/** What a seller owes, by the order that it came from, the oldest first. The seller's balance must be locked. */
export async function debtsOf(db: Db, sellerId: string, currency: Currency): Promise<Debt[]> {
  const sum = sql<number>`sum(${ledgerEntry.amount})::bigint`.mapWith(Number);
  const rows = await db
    .select({ orderId: ledgerEntry.orderId, amount: sum })
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.account, 'debt'), eq(ledgerEntry.sellerId, sellerId), eq(ledgerEntry.currency, currency)))
    .groupBy(ledgerEntry.orderId)
    .having(sql`sum(${ledgerEntry.amount}) > 0`)
    .orderBy(asc(sql`min(${ledgerEntry.id})`));
  return rows.flatMap(({ orderId, amount }) => (orderId === null ? [] : [{ orderId, amount }]));
}

/** Sellers who are owed this much more than they owe, in minor units of each currency. */
export async function listOwedSellers(db: Db, atLeast: number): Promise<{ sellerId: string; currency: Currency }[]> {
  return db
    .select({ sellerId: sellerBalance.sellerId, currency: sellerBalance.currency })
    .from(sellerBalance)
    .where(sql`${sellerBalance.owed} > 0 and ${sellerBalance.owed} - ${sellerBalance.debt} >= ${atLeast}`)
    .orderBy(asc(sellerBalance.sellerId), asc(sellerBalance.currency));
}
