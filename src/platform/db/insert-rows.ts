import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { connectionOf, type Db } from './db.ts';

/** Many rows by one statement, as one value: a parameter for each cell would cost more than the insert, and there are at most 65,535. Every row names the columns of the first. */
export async function insertRows<T extends PgTable>(db: Db, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const known = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = known.map(([, { name }]) => name).join(', ');
  const values = rows.map((row) => Object.fromEntries(known.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key]])));
  await connectionOf(db).query(
    `insert into ${getTableName(table)} (${names}) select ${names} from jsonb_populate_recordset(null::${getTableName(table)}, $1::jsonb)`,
    [JSON.stringify(values)],
  );
}

/** An insert into a table as a part of another statement: its text takes the place of the rows, as one JSON value of their `cells`. */
export interface TableInsert<T extends PgTable> {
  name: string;
  into: (rows: string) => string;
  cells: (row: T['$inferSelect']) => object;
}

/** Every row has every column. */
export function insertInto<T extends PgTable>(table: T): TableInsert<T> {
  const name = getTableName(table);
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => [key, column.name] as const);
  const names = columns.map(([, column]) => column).join(', ');
  return {
    name,
    into: (rows) => `insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}, ${rows}::jsonb)`,
    cells: (row) => Object.fromEntries(columns.map(([key, column]) => [column, (row as Record<string, unknown>)[key]])),
  };
}
