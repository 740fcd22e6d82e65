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
