import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { ledgerEntry, sellerBalance } from './ledger.tables.ts';

export interface Debt {
  orderId: string;
  amount: number;
  since: Date;
}

/** What a seller owes, by the order that it came from, the oldest first. The seller's balance must be locked. */
export async function debtsOf(db: Db, sellerId: string, currency: Currency): Promise<Debt[]> {
  const sum = sql<number>`sum(${ledgerEntry.amount})::bigint`.mapWith(Number);
  const since = sql<Date>`min(${ledgerEntry.at})`.mapWith(ledgerEntry.at);
  const rows = await db
    .select({ orderId: ledgerEntry.orderId, amount: sum, since })
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.account, 'debt'), eq(ledgerEntry.sellerId, sellerId), eq(ledgerEntry.currency, currency)))
    .groupBy(ledgerEntry.orderId)
    .having(sql`sum(${ledgerEntry.amount}) > 0`)
    .orderBy(asc(sql`min(${ledgerEntry.id})`));
  return rows.flatMap(({ orderId, ...debt }) => (orderId === null ? [] : [{ orderId, ...debt }]));
}

/**
 * Sellers who are owed this much more than they owe, in minor units of each currency. Those whose debt is overdue are paid
 * at once, so that it is set off.
 */
export async function listOwedSellers(db: Db, atLeast: number): Promise<{ sellerId: string; currency: Currency }[]> {
  return db
    .select({ sellerId: sellerBalance.sellerId, currency: sellerBalance.currency })
    .from(sellerBalance)
    .where(
      sql`${sellerBalance.owed} > 0 and (${sellerBalance.owed} - ${sellerBalance.debt} >= ${atLeast} or ${sellerBalance.overdueSince} is not null)`,
    )
    .orderBy(asc(sellerBalance.sellerId), asc(sellerBalance.currency));
}

export interface SellerDebt {
  sellerId: string;
  currency: Currency;
  amount: number;
  /** When the oldest part that is not paid began; null where all is paid. */
  since: Date | null;
  /** No new listings since then. */
  overdueSince: Date | null;
}

/** The sellers who owe the market, or one of them, the largest debt first; also those who are still marked overdue. */
export async function listDebts(db: Db, { sellerId }: { sellerId?: string } = {}): Promise<SellerDebt[]> {
  const { rows } = await db.execute<{
    seller_id: string;
    currency: Currency;
    debt: string;
    since: Date | string | null;
    overdue_since: Date | string | null;
  }>(sql`
    select b.seller_id, b.currency, b.debt, b.overdue_since,
      (select min(d.at) from (select min(e.at) as at from ledger_entry e
        where e.account = 'debt' and e.seller_id = b.seller_id and e.currency = b.currency
        group by e.order_id having sum(e.amount) > 0) d) as since
    from seller_balance b
    where (b.debt > 0 or b.overdue_since is not null) ${sellerId === undefined ? sql`` : sql`and b.seller_id = ${sellerId}`}
    order by b.debt desc, b.seller_id`);
  return rows.map((row) => ({
    sellerId: row.seller_id,
    currency: row.currency,
    amount: Number(row.debt),
    since: row.since ? new Date(row.since) : null,
    overdueSince: row.overdue_since ? new Date(row.overdue_since) : null,
  }));
}

/** Marks a seller's debt as overdue, or as not overdue any more. An earlier moment stays. */
export async function markOverdue(
  tx: Pick<Tx, 'db'>,
  { sellerId, currency }: Pick<SellerDebt, 'sellerId' | 'currency'>,
  since: Date | null,
): Promise<void> {
  const { overdueSince } = sellerBalance;
  await tx.db
    .update(sellerBalance)
    .set({ overdueSince: since && sql`coalesce(${overdueSince}, ${since})` })
    .where(and(eq(sellerBalance.sellerId, sellerId), eq(sellerBalance.currency, currency)));
}

/** Whether a seller owes more, or for longer, than the market waits for. */
export async function hasOverdueDebt(db: Db, sellerId: string): Promise<boolean> {
  const overdue = and(eq(sellerBalance.sellerId, sellerId), isNotNull(sellerBalance.overdueSince));
  return (await db.$count(sellerBalance, overdue)) > 0;
}
