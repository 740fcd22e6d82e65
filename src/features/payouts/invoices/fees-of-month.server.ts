import type pg from 'pg';
import type { Currency } from '#kernel/numbers/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { endOfMonth, startOfMonth } from '../statements/month.ts';
import type { InvoiceLine } from './invoice.tables.ts';

/** What is invoiced together. */
export interface InvoicedMonth {
  sellerId: string;
  currency: Currency;
  month: string;
}

/** Older months are not searched again. */
const searchedMs = 366 * dayMs;

/** The months with fees that were charged or returned before this moment and are not invoiced, the oldest first. */
export async function listMonthsToInvoice(pool: pg.Pool, before: Date): Promise<InvoicedMonth[]> {
  const { rows } = await pool.query<InvoicedMonth>(
    `with fee as (
       select o.seller_id, e.currency, to_char(e.at at time zone 'UTC', 'YYYY-MM') as month
       from ledger_entry e join orders o on o.id = e.order_id
       where e.account = 'fee' and e.at >= $1 and e.at < $2
       group by 1, 2, 3, e.order_id having sum(e.amount) <> 0)
     select distinct seller_id as "sellerId", currency, month from fee
     where not exists (select from invoice i
       where i.seller_id = fee.seller_id and i.currency = fee.currency and i.month = fee.month)
     order by month, "sellerId", currency`,
    [addMs(before, -searchedMs), before],
  );
  return rows;
}

/** The fee of each order in a month: above 0 what was charged, below 0 what was returned. */
export async function feesOfMonth(db: Db, { sellerId, currency, month }: InvoicedMonth): Promise<InvoiceLine[]> {
  const { rows } = await connectionOf(db).query<InvoiceLine>(
    `select e.order_id as "orderId", -sum(e.amount)::bigint as amount
     from orders o join ledger_entry e on e.order_id = o.id
     where o.seller_id = $1 and e.currency = $2 and e.account = 'fee' and e.at >= $3 and e.at < $4
     group by e.order_id having sum(e.amount) <> 0 order by e.order_id`,
    [sellerId, currency, startOfMonth(month), endOfMonth(month)],
  );
  return rows;
}
