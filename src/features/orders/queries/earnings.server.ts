import type { Currency } from '#kernel/numbers/money.ts';
import type { Platform } from '#platform/platform.ts';
import { type Earnings, earningsOf, type MonthOfSales, monthsUntil } from './earnings.rules.ts';

const monthsShown = 12;

/**
 * A seller's earnings in each of the last twelve months, by the month of payment: goods and shipping, less the
 * marketplace fee, refunds and chargebacks as far as the market bears neither. A canceled order counts by what remains of it, which is nothing.
 */
export async function readEarnings(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  sellerId: string,
): Promise<Earnings[]> {
  const months = monthsUntil(clock.now(), monthsShown);
  const { rows } = await pool.query<MonthOfSales & { currency: Currency }>({
    name: 'orders-earnings',
    text: `select to_char(o.paid_at at time zone 'UTC', 'YYYY-MM') as month, o.currency, sum(o.total_amount - back.amount - case when o.total_amount > back.amount then least(fee.amount, o.total_amount - back.amount) else 0 end) as amount,
             count(*) filter (where o.total_amount > back.amount)::int as orders
           from orders o cross join lateral (select
             coalesce((select sum(r.amount - r.covered_amount) from refund r where r.order_id = o.id and r.state <> 'failed'), 0)
             + coalesce((select sum(c.taken_amount - c.covered_amount) from chargeback_part c where c.order_id = o.id), 0) as amount) back
           cross join lateral (select coalesce(sum((i.snapshot #>> '{fee,amount}')::bigint), 0) as amount from order_item i where i.order_id = o.id) fee
           where o.seller_id = $1 and o.paid_at >= $2
           group by 1, 2`,
    values: [sellerId, `${months[0]}-01T00:00:00Z`],
  });
  return earningsOf(
    rows.map((row) => ({ ...row, amount: Number(row.amount) })),
    months,
  );
}
