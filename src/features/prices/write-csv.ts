import { stringify } from 'csv-stringify/sync';
import { decimalOf } from '#kernel/numbers/money.ts';
import type { SoldPrices } from './contract.ts';

/** The series as a table: a line a stretch, prices with a point, whatever the reader's country. */
export function pricesCsv({ series, currency }: SoldPrices): string {
  const header = ['date', 'median', 'low', 'high', 'currency', 'sales'];
  const rows = series.map(({ date, median, count, spread: half }) => [
    date,
    decimalOf(median.amount),
    decimalOf(half.low.amount),
    decimalOf(half.high.amount),
    currency,
    count,
  ]);
  return stringify([header, ...rows]);
}
