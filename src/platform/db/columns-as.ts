import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The columns of a table by the names of its rows: what a prepared statement reads is then such a row, as the driver makes times, arrays and JSON of it. */
export function columnsAs(table: PgTable, alias = ''): string {
  const of = alias && `${alias}.`;
  return Object.entries(getTableColumns(table))
    .map(([key, { name }]) => `${of}${name} as "${key}"`)
    .join(', ');
}

/** The same as one JSON value, in which moments are texts. */
export function jsonAs(table: PgTable): string {
  const pairs = Object.entries(getTableColumns(table)).map(([key, { name }]) => `'${key}', ${name}`);
  return `json_build_object(${pairs.join(', ')})`;
}
