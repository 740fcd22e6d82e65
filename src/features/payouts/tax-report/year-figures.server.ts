import type pg from 'pg';
import type { Currency } from '#kernel/numbers/money.ts';

/** What a seller sold in a year in one currency, by quarter in UTC. Amounts in minor units. */
export interface YearFigures {
  sellerId: string;
  currency: Currency;
  /** Credited to the seller, after fees and refunds. */
  earnings: Quarters;
  sales: Quarters;
  /** Withheld, tax included. */
  fees: Quarters;
}
export type Quarters = [number, number, number, number];

interface Row {
  sellerId: string;
  currency: Currency;
  quarter: number;
  earnings: number;
  sales: number;
  fees: number;
}

export const sumOf = (quarters: Quarters): number => quarters.reduce((sum, one) => sum + one, 0);

/**
 * What sellers were credited in a calendar year, from the ledger: a sale counts when its money is released, and a refund
 * after that in its own quarter.
 */
export async function readYear(pool: pg.Pool, year: number): Promise<YearFigures[]> {
  const { rows } = await pool.query<Row>(
    `select o.seller_id as "sellerId", e.currency, extract(quarter from e.at at time zone 'UTC')::int as quarter,
       -coalesce(sum(e.amount) filter (where e.account in ('seller', 'debt')), 0)::bigint as earnings,
       (count(distinct e.order_id) filter (where e.kind = 'release'))::int as sales,
       -coalesce(sum(e.amount) filter (where e.account in ('fee', 'tax')), 0)::bigint as fees
     from ledger_entry e join orders o on o.id = e.order_id
     where e.at >= $1 and e.at < $2 and e.kind in ('release', 'refund', 'refund-failed', 'chargeback')
       and e.account in ('seller', 'debt', 'fee', 'tax')
     group by 1, 2, 3 order by 1, 2, 3`,
    [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1))],
  );
  const groups = Map.groupBy(rows, (row) => `${row.sellerId} ${row.currency}`);
  return [...groups.values()].flatMap((group) => figuresOf(group) ?? []);
}

function figuresOf(rows: readonly Row[]): YearFigures | null {
  const [first] = rows;
  if (!first) return null;
  const quarters = (read: (row: Row) => number): Quarters => {
    const values: Quarters = [0, 0, 0, 0];
    for (const row of rows) values[row.quarter - 1] = read(row);
    return values;
  };
  return {
    sellerId: first.sellerId,
    currency: first.currency,
    earnings: quarters(({ earnings }) => earnings),
    sales: quarters(({ sales }) => sales),
    fees: quarters(({ fees }) => fees),
  };
}
