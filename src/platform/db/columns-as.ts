import { getTableColumns, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * A select list of a table's columns, or of some of them, with the property names of its rows, for prepared statements:
 * the driver parses times, arrays and JSON itself.
 */
export function columnsAs(of: PgTable | Record<string, PgColumn>, alias = ''): string {
  const prefix = alias && `${alias}.`;
  const columns = is(of, PgTable) ? getTableColumns(of) : of;
  return Object.entries(columns)
    .map(([key, { name }]) => `${prefix}${name} as "${key}"`)
    .join(', ');
}
