import { getTableColumns, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** The columns of a table, or some of them, by the names of its rows: what a prepared statement reads is then such a row, as the driver makes times, arrays and JSON of it. */
export function columnsAs(of: PgTable | Record<string, PgColumn>, alias = ''): string {
  const prefix = alias && `${alias}.`;
  const columns = is(of, PgTable) ? getTableColumns(of) : of;
  return Object.entries(columns)
    .map(([key, { name }]) => `${prefix}${name} as "${key}"`)
    .join(', ');
}
