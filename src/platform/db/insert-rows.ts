import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { connectionOf, type Db } from './db.ts';

/** Prepared, since a listing's columns take the planner longer than its row: which columns there are is known where rows are made, so there are few such texts. */
const texts = new Map<string, string>();

function nameOf(text: string): string {
  const name = texts.get(text) ?? `insert-rows-${texts.size}`;
  texts.set(text, name);
  return name;
}

/** Many rows by one statement, as one value: a parameter for each cell would cost more than the insert, and there are at most 65,535. Every row names the columns of the first. */
export async function insertRows<T extends PgTable>(db: Db, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const known = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = known.map(([, { name }]) => name).join(', ');
  const values = rows.map((row) => Object.fromEntries(known.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key]])));
  const text = `insert into ${getTableName(table)} (${names}) select ${names} from jsonb_populate_recordset(null::${getTableName(table)}, $1::jsonb)`;
  await connectionOf(db).query({ name: nameOf(text), text, values: [JSON.stringify(values)] });
}

/** An insert as a part of another statement: its text takes the place of the rows, as one JSON value of their `cells`. */
export interface LastInsert<Row> {
  /** Of what is written: one name, one text. */
  name: string;
  into: (rows: string) => string;
  cells: (row: Row) => object;
}

/** Every row has every column but those that the table numbers by itself. */
export function insertInto<T extends PgTable>(table: T): LastInsert<T['$inferInsert']> {
  const name = getTableName(table);
  const columns = Object.entries(getTableColumns(table)).flatMap(([key, { name, generatedIdentity }]) =>
    generatedIdentity ? [] : [[key, name] as const],
  );
  const names = columns.map(([, column]) => column).join(', ');
  return {
    name,
    into: (rows) => `insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}, ${rows}::jsonb)`,
    cells: (row) => Object.fromEntries(columns.map(([key, column]) => [column, (row as Record<string, unknown>)[key]])),
  };
}
