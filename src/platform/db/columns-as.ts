import { getTableColumns, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * A select list of a table's columns, or of some of them, by the names of its rows: a prepared statement then reads
 * such rows, since the driver itself makes times, arrays and JSON of them.
 */
export function columnsAs(of: PgTable | Record<string, PgColumn>, alias = ''): string {
  const prefix = alias && `${alias}.`;
  const columns = is(of, PgTable) ? getTableColumns(of) : of;
  return Object.entries(columns)
    .map(([key, { name }]) => `${prefix}${name} as "${key}"`)
    .join(', ');
}
