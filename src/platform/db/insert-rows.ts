import { hash } from 'node:crypto';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { connectionOf, type Db } from './db.ts';

/**
 * Prepared, since a listing's columns take the planner longer than its row: which columns there are is known where rows are made, so there are few such texts. The name is made of the text,
 * because this file stands in the program and in the pages' bundle, and both ask on the same lines.
 */
const texts = new Map<string, string>();

function nameOf(text: string): string {
  const name = texts.get(text) ?? `rows_${hash('sha256', text).slice(0, 8)}`;
  texts.set(text, name);
  return name;
}

/** Many rows by one statement, as one value: a parameter for each cell would cost more than the insert, and there are at most 65,535. Every row names the columns of the first. */
export async function insertRows<T extends PgTable>(db: Db, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { name, into, cells } = insertLike(table, first);
  await connectionOf(db).query({ name, text: into('$1'), values: [JSON.stringify(rows.map(cells))] });
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
  const columns = columnsOf(table, ({ generatedIdentity }) => generatedIdentity === undefined);
  return { name: getTableName(table), ...inserting(table, columns) };
}

/** Every row has the columns that this one has, and the table fills the others. */
export function insertLike<T extends PgTable>(table: T, row: T['$inferInsert']): LastInsert<T['$inferInsert']> {
  const insert = inserting(
    table,
    columnsOf(table, (_, key) => key in row),
  );
  return { name: nameOf(insert.into('')), ...insert };
}

type Column = readonly [key: string, name: string];
type Known = ReturnType<typeof getTableColumns>[string];

const columnsOf = (table: PgTable, isMeant: (column: Known, key: string) => boolean): Column[] =>
  Object.entries(getTableColumns(table)).flatMap(([key, column]) => (isMeant(column, key) ? [[key, column.name] as const] : []));

function inserting(table: PgTable, columns: readonly Column[]) {
  const [into, names] = [getTableName(table), columns.map(([, name]) => name).join(', ')];
  return {
    into: (rows: string) => `insert into ${into} (${names}) select ${names} from jsonb_populate_recordset(null::${into}, ${rows}::jsonb)`,
    cells: (row: object) => Object.fromEntries(columns.map(([key, name]) => [name, (row as Record<string, unknown>)[key]])),
  };
}
