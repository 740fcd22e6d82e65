import { sql } from 'drizzle-orm';

/**
 * SQL for the numbers, as `missing`, that were given and that no invoice has. Numbers before `first` were deleted at the
 * end of their retention.
 */
export const missingNumbers = sql`from (
    select n, 'F-' || lpad(n::text, greatest(6, length(n::text)), '0') as number
    from invoice_series s cross join lateral generate_series(s.first, s.next - 1) n where s.name = 'fees') missing
  where not exists (select from invoice i where i.number = missing.number)`;
