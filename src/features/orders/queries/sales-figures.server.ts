import { sql } from 'drizzle-orm';
import { type Currency, type Money, money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';

export interface SalesFigures {
  orders: number;
  /** What buyers paid, with shipping. */
  paid: Money;
  fees: Money;
}

/** The completed orders since a time, for each currency, the largest sum first. */
export async function readSalesFigures(db: Db, since: Date): Promise<SalesFigures[]> {
  const { rows } = await db.execute<{ currency: Currency; n: number; paid: string; fees: string }>(sql`
    select o.currency, count(*)::int as n, sum(o.total_amount) as paid,
      coalesce(sum((i.snapshot #>> '{fee,amount}')::bigint), 0) as fees
    from orders o left join order_item i on i.order_id = o.id and i.position = 0
    where o.status = 'completed' and o.status_since >= ${since}
    group by o.currency order by sum(o.total_amount) desc`);
  return rows.map(({ currency, n, paid, fees }) => ({
    orders: n,
    paid: money(Number(paid), currency),
    fees: money(Number(fees), currency),
  }));
}
