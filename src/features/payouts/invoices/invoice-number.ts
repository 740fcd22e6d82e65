import { sql } from 'drizzle-orm';

/** The row of `invoice_series` from which invoices and credit notes get their numbers. */
export const seriesName = 'fees';

const prefix = 'F-';
const digits = 6;

/** The number of an invoice by its position in the series: `F-000012`. */
export const invoiceNumber = (position: number): string => `${prefix}${String(position).padStart(digits, '0')}`;

/** The position of a number in the series. */
export const positionOf = (number: string): number => Number(number.slice(prefix.length));

/**
 * SQL for the numbers, as `missing`, that were given and that no invoice has, in the form of `invoiceNumber`. Numbers
 * before `first` were deleted at the end of their retention.
 */
export const missingNumbers = sql`from (
    select n, ${prefix}::text || lpad(n::text, greatest(${digits}::int, length(n::text)), '0') as number
    from invoice_series s cross join lateral generate_series(s.first, s.next - 1) n where s.name = ${seriesName}) missing
  where not exists (select from invoice i where i.number = missing.number)`;
