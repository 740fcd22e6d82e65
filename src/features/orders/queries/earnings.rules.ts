import type { Currency } from '#kernel/numbers/money.ts';

export interface MonthOfSales {
  /** `2026-11`, in UTC. */
  month: string;
  /** The sum that buyers paid, shipping included, without refunds. */
  amount: number;
  orders: number;
}

export interface Earnings {
  currency: Currency;
  /** Without a gap, the oldest first. */
  months: MonthOfSales[];
  total: number;
}

/** The last months, this one last. */
export function monthsUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - at), 1)).toISOString().slice(0, 7),
  );
}

/** Each currency separately, never converted, every month of it; the currency with the highest earnings first. */
export function earningsOf(
  rows: readonly (MonthOfSales & { currency: Currency })[],
  months: readonly string[],
): Earnings[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies
    .map((currency) => {
      const own = new Map(
        rows.filter((row) => row.currency === currency).map(({ month, amount, orders }) => [month, { amount, orders }]),
      );
      const filled = months.map((month) => ({ month, ...(own.get(month) ?? { amount: 0, orders: 0 }) }));
      return { currency, months: filled, total: filled.reduce((sum, { amount }) => sum + amount, 0) };
    })
    .sort((a, b) => b.total - a.total);
}
