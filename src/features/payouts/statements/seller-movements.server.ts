import type pg from 'pg';
import type { Currency } from '#kernel/numbers/money.ts';
import { endOfMonth, monthOf, startOfMonth } from './month.ts';
import { type MonthSums, movementNames, type OrderSums } from './statement.rules.ts';

/**
 * A seller's rows of the ledger, named `entry`: those of their orders, and those of no order. Orders that were paid
 * before transfers existed are left out: they were settled in another way. Rows of the release before have no kind; it
 * is the first word of their transaction's id.
 */
const entries = `entry as (
  select e.at, e.currency, e.account, e.amount, e.order_id, coalesce(e.kind, split_part(e.transaction_id, ':', 1)) as kind
  from orders o join ledger_entry e on e.order_id = o.id
  where o.seller_id = $1 and not exists (select from order_payout p where p.order_id = o.id and p.state = 'outside')
  union all
  select at, currency, account, amount, null, kind from ledger_entry where seller_id = $1 and order_id is null)`;

/** Money of the seller's orders, the fee included. */
const own = `account in ('order', 'seller', 'debt', 'fee', 'tax')`;
const moved = (...kinds: string[]) =>
  `-coalesce(sum(amount) filter (where ${own} and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})), 0)`;
const named = ['capture', 'refund', 'refund-failed', 'chargeback', 'transfer', 'transfer-failed', 'reversal'];

/** The sums of `MonthSums`. A release moves money from held to ready and the fee; only the fee changes the balance. */
const sums = `
  -coalesce(sum(amount) filter (where account = 'order'), 0) as held,
  -coalesce(sum(amount) filter (where account = 'seller'), 0) as ready,
  coalesce(sum(amount) filter (where account = 'debt'), 0) as debt,
  ${moved('capture')} as sales,
  coalesce(sum(amount) filter (where account in ('fee', 'tax')), 0) as fees,
  ${moved('refund', 'refund-failed')} as refunds,
  ${moved('chargeback')} as disputes,
  ${moved('transfer', 'transfer-failed', 'reversal')} as transfers,
  -coalesce(sum(amount) filter (where ${own} and kind not in (${named.map((kind) => `'${kind}'`).join(', ')})), 0) as corrections`;

/** A seller of many orders has many rows in a month, and few kinds of them: one sum of each is taken of all rows. */
const parts = `part as (
  select date_trunc('month', at, 'UTC') as start, currency, account, kind, sum(amount) as amount
  from entry where at < $2 and ${own} group by 1, 2, 3, 4)`;
const month = `to_char(start at time zone 'UTC', 'YYYY-MM')`;

/** A seller's sums of each month and currency before this moment. */
export async function readMonths(pool: pg.Pool, sellerId: string, before: Date): Promise<MonthSums[]> {
  // Without a name: the plan for a seller of 10,000 orders is not the one for a seller of 10.
  const { rows } = await pool.query<Row>(
    `with ${entries}, ${parts} select ${month} as month, currency, ${sums} from part group by 1, 2`,
    [sellerId, before],
  );
  return rows.map(sumsOf);
}

/** A seller's sums of each order in a month, until this moment, in the order of payment. */
export async function readOrdersOfMonth(pool: pg.Pool, sellerId: string, of: string, now: Date): Promise<OrderSums[]> {
  const { rows } = await pool.query<Row & { orderId: string | null; paidAt: Date | null; shipping: string }>({
    name: 'payouts-orders-of-month',
    text: `with ${entries}, line as (
        select currency, order_id, ${sums} from entry where at >= $2 and at < $3 and ${own} group by 1, 2)
      select line.*, order_id as "orderId", o.paid_at as "paidAt", coalesce(o.shipping_amount, 0) as shipping
      from line left join orders o on o.id = line.order_id order by o.paid_at, order_id`,
    values: [sellerId, startOfMonth(of), of === monthOf(now) ? now : endOfMonth(of)],
  });
  return rows.map((row) => {
    const read = sumsOf({ ...row, month: of });
    const shipping = Math.min(read.sales, Number(row.shipping));
    return { ...read, orderId: row.orderId, paidAt: row.paidAt, cards: read.sales - shipping, shipping };
  });
}

type Row = { month: string; currency: Currency } & Record<string, unknown>;

/** PostgreSQL's sums are texts, since they may be larger than a number holds exactly. */
function sumsOf(row: Row): MonthSums {
  const names = ['held', 'ready', 'debt', ...movementNames] as const;
  const numbers = Object.fromEntries(names.map((name) => [name, Number(row[name])]));
  return { ...(numbers as unknown as MonthSums), month: row.month, currency: row.currency };
}
