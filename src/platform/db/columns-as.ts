import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row of a table as one JSON value of a statement, by the names of its columns in code; moments are texts in it. */
export function jsonAs(table: PgTable): string {
  const pairs = Object.entries(getTableColumns(table)).map(([key, { name }]) => `'${key}', ${name}`);
  return `json_build_object(${pairs.join(', ')})`;
}
