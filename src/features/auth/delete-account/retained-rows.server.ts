import pg from 'pg';
import { brokenConstraint, connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Erasure } from '#platform/personal-data/forgetting.ts';

type Row = Record<string, unknown>;

/**
 * A row that the deletion deleted (`after` null) or changed, as JSON. It contains the member's texts, so it must be
 * stored sealed.
 */
export interface RetainedRow {
  table: string;
  before: Row;
  after: Row | null;
}

/** Columns that only grow: a restored row gets a newer version than before. */
const growing = new Set(['version', 'updated_at', 'last_updated']);

const name = pg.escapeIdentifier;

/** Every table whose rows come back, the ones that others refer to first. */
const tablesOf = (erasures: readonly Erasure[]) =>
  erasures.flatMap(({ restore }) => Object.entries(restore?.rows ?? {}));

/**
 * Records, for this transaction, the rows that a member's deletion may delete or change. Call it under all its locks,
 * before any row is erased.
 */
export async function noteRows({ db }: Tx, erasures: readonly Erasure[], memberId: string): Promise<void> {
  const connection = connectionOf(db);
  await connection.query(
    'create temporary table deletion_before (n bigint generated always as identity primary key, "table" text not null, row jsonb not null) on commit drop',
  );
  for (const [table, whose] of tablesOf(erasures))
    await connection.query(
      `insert into deletion_before ("table", row) select $2, to_jsonb(t) from ${name(table)} t where ${whose}`,
      [memberId, table],
    );
}

const atOnce = 500;

/**
 * After everything is forgotten: what became of the noted rows, some at a time, those of one table together and in the
 * order of the erasures.
 */
export async function* changedRows({ db }: Tx, erasures: readonly Erasure[]): AsyncGenerator<RetainedRow[]> {
  const connection = connectionOf(db);
  for (const table of new Set(tablesOf(erasures).map(([name]) => name))) {
    const key = await keyOf(db, table);
    const isSame = key.map(({ column, type }) => `t.${name(column)} = (b.row ->> '${column}')::${type}`).join(' and ');
    for (let last = '0'; ; ) {
      const { rows } = await connection.query<{ n: string; before: Row; after: Row | null }>(
        `select b.n, b.row as before, to_jsonb(t) as after from deletion_before b left join ${name(table)} t on ${isSame}
         where b."table" = $1 and b.n > $2 and b.row is distinct from to_jsonb(t) order by b.n limit ${atOnce}`,
        [table, last],
      );
      const [newest] = rows.slice(-1);
      if (!newest) break;
      last = newest.n;
      yield rows.map(({ before, after }) => ({ table, before, after }));
    }
  }
}

/**
 * Restores rows: deleted ones are inserted, changed ones get their old values except where they were changed since.
 * Rows that refer to a missing row are skipped.
 */
export async function returnRows(tx: Tx, retained: readonly RetainedRow[]): Promise<void> {
  for (const [table, rows] of Map.groupBy(retained, (row) => row.table)) {
    const gone = rows.filter(({ after }) => after === null).map(({ before }) => before);
    if (gone.length > 0) await putBack(tx, table, gone);
    for (const { before, after } of rows) if (after !== null) await changeBack(tx, table, before, after);
  }
}

async function putBack(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = (await columnsOf(tx.db, table)).filter((column) => Object.hasOwn(rows[0] ?? {}, column));
  // The deletion published the next version; the restored row must be newer.
  const values = columns.map((column) => (column === 'version' ? 'version + 2' : name(column))).join(', ');
  const insert = `insert into ${name(table)} (${columns.map(name).join(', ')}) overriding system value
    select ${values} from jsonb_populate_recordset(null::${name(table)}, $1) on conflict do nothing`;
  if (await isTaken(tx, insert, [JSON.stringify(rows)])) return;
  for (const row of rows) await isTaken(tx, insert, [JSON.stringify([row])]);
}

/** False when a referenced row is missing: then nothing is written. */
async function isTaken({ db }: Tx, text: string, values: unknown[]): Promise<boolean> {
  const connection = connectionOf(db);
  await connection.query('savepoint returning_rows');
  try {
    await connection.query(text, values);
    await connection.query('release savepoint returning_rows');
    return true;
  } catch (error) {
    await connection.query('rollback to savepoint returning_rows');
    if (brokenConstraint(error) === null) throw error;
    return false;
  }
}

async function changeBack({ db }: Tx, table: string, before: Row, after: Row): Promise<void> {
  const key = await keyOf(db, table);
  const columns = (await columnsOf(db, table)).filter(
    (column) =>
      Object.hasOwn(before, column) &&
      !growing.has(column) &&
      JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  if (columns.length === 0) return;
  const asLeft = (column: string) => `to_jsonb(t) -> '${column}' is not distinct from $2::jsonb -> '${column}'`;
  const set = columns.map(
    (column) => `${name(column)} = case when ${asLeft(column)} then r.${name(column)} else t.${name(column)} end`,
  );
  await connectionOf(db).query(
    `update ${name(table)} t set ${set.join(', ')} from jsonb_populate_record(null::${name(table)}, $1) r
     where ${key.map(({ column }) => `t.${name(column)} = r.${name(column)}`).join(' and ')}`,
    [JSON.stringify(before), JSON.stringify(after)],
  );
}

async function keyOf(db: Tx['db'], table: string): Promise<{ column: string; type: string }[]> {
  const { rows } = await connectionOf(db).query<{ column: string; type: string }>(
    `select a.attname as "column", format_type(a.atttypid, a.atttypmod) as type from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = $1::regclass and i.indisprimary order by a.attnum`,
    [table],
  );
  if (rows.length === 0) throw new RangeError(`${table} has no primary key, so its rows cannot come back`);
  return rows;
}

/** The columns that can be written. */
async function columnsOf(db: Tx['db'], table: string): Promise<string[]> {
  const { rows } = await connectionOf(db).query<{ column: string }>(
    `select attname as "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ column }) => column);
}
