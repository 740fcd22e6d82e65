import { type SQL, sql } from 'drizzle-orm';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import type { Db } from '#platform/db/db.ts';
import { type BankPayoutStatus, bankPayoutId } from './bank-payout.rules.ts';
import type { BankPayout, BankPayoutLine } from './bank-payouts.contract.ts';
import { failureWords } from './failure-words.ts';

interface Row extends Record<string, unknown> {
  id: string;
  status: BankPayoutStatus;
  arrives_at: Date | string;
  failure: string | null;
  amount: number | string;
  currency: Currency;
  created_at: Date | string;
  is_automatic: boolean;
  orders: number;
}

/** A seller's payouts to their bank, newest first. */
export async function listBankPayouts(
  db: Db,
  sellerId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<BankPayout>> {
  const [at, id] = cursor === undefined ? [null, null] : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const after = at === null ? sql`` : sql`and (created_at, id) < (${at}::timestamptz, ${id})`;
  const rows = await readRows(
    db,
    sql`seller_id = ${sellerId} ${after} order by created_at desc, id desc limit ${limit + 1}`,
  );
  return pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id]);
}

/** A seller's payouts to their bank that were made between two moments, the first one first. */
export async function listBankPayoutsOf(db: Db, sellerId: string, { from, to }: { from: Date; to: Date }) {
  return readRows(
    db,
    sql`seller_id = ${sellerId} and created_at >= ${from} and created_at < ${to} order by created_at, id`,
  );
}

/** One of a seller's payouts to their bank; null where they have none with this id. */
export async function findBankPayout(db: Db, sellerId: string, id: string): Promise<BankPayout | null> {
  if (!bankPayoutId.test(id)) return null;
  const [found] = await readRows(db, sql`seller_id = ${sellerId} and id = ${id}`);
  return found ?? null;
}

/**
 * What the bank sent back and no later payout holds, while the bank account is the same: the oldest of it.
 */
export async function findFailedPayout(db: Db, sellerId: string): Promise<BankPayout | null> {
  const [found] = await readRows(
    db,
    sql`seller_id = ${sellerId} and status = 'failed' and exists (select from transfer t where t.bank_payout_id = p.id)
      and not exists (select from payout_account a where a.seller_id = p.seller_id and a.bank_changed_at >= p.failed_at)
      order by created_at limit 1`,
  );
  return found ?? null;
}

async function readRows(db: Db, where: SQL): Promise<BankPayout[]> {
  const { rows } = await db.execute<Row>(sql`
    select id, status, arrives_at, failure, amount, currency, created_at, is_automatic,
      (select count(distinct order_id)::int from transfer t where t.bank_payout_id = p.id) as orders
    from bank_payout p where ${where}`);
  return rows.map((row) => ({
    ...presentBankPayout(row),
    amount: money(Number(row.amount), row.currency),
    createdAt: new Date(row.created_at).toISOString(),
    isAutomatic: row.is_automatic,
    orders: row.orders,
  }));
}

export function presentBankPayout({
  id,
  status,
  arrives_at,
  failure,
}: Pick<Row, 'id' | 'status' | 'arrives_at' | 'failure'>): BankPayoutLine {
  return { id, status, arrivesAt: new Date(arrives_at).toISOString(), problem: problemOf(status, failure) };
}

function problemOf(status: BankPayoutStatus, failure: string | null): string | null {
  if (status === 'canceled') return 'Stripe canceled the payout. Its money is in your next payout.';
  return status === 'failed' ? failureWords(failure).join(' ') : null;
}
