import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table of a backup. `columns`: the stored ones, without generated columns. `key`: the sort order of the rows. */
export interface SnapshotTable {
  schema: string;
  name: string;
  columns: string[];
  key: string[];
}

export interface SequencePosition {
  schema: string;
  name: string;
  value: string;
}

/** Not in a backup: migrating fills the first two, and the running workers belong to this server only. */
const bookkeeping = new Set(['public.schema_migration', 'graphile_worker.migrations', 'public.job_worker']);

/** Makes text output the same on every server, and removes the timeouts. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0",
  );
}

/** Every table of the app and its job queue, referenced tables first. */
export async function tablesOf(client: pg.Client): Promise<SnapshotTable[]> {
  const { rows } = await client.query<SnapshotTable & { id: string; needs: string[] }>(`
    select c.oid::text as id, n.nspname as schema, c.relname as name,
      (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)), '{}') from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[]) where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(array_agg(f.confrelid::text), '{}') from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
    order by n.nspname, c.relname`);
  const left = rows.filter(({ schema, name }) => !bookkeeping.has(`${schema}.${name}`));
  const ordered: typeof left = [];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id));
    const next = left.filter(({ needs }) => !needs.some((id) => waiting.has(id)));
    if (next.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    for (const table of next) left.splice(left.indexOf(table), 1);
    ordered.push(...next);
  }
  return ordered.map(({ schema, name, columns, key }) => ({ schema, name, columns, key }));
}

const quoted = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const list = (columns: readonly string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** The rows of a table as text, in an order that is the same on every server. */
export function copyOut(client: pg.Client, table: SnapshotTable): Readable {
  // As text and by byte: each database has its own collation.
  const order =
    table.key.length > 0
      ? table.key.map((column) => `${pg.escapeIdentifier(column)}::text collate "C"`).join(', ')
      : `t::text collate "C"`;
  return client.query(
    copyTo(`copy (select ${list(table.columns)} from ${quoted(table)} t order by ${order}) to stdout`),
  );
}

export function copyIn(client: pg.Client, table: SnapshotTable): Writable {
  return client.query(copyFrom(`copy ${quoted(table)} (${list(table.columns)}) from stdin`));
}

/** SHA-256 and row count of `copyOut`. A line is a row: line breaks inside a value are written as `\\n`. */
export async function digestOf(client: pg.Client, table: SnapshotTable): Promise<{ sha256: string; rows: number }> {
  const meter = rowMeter();
  await pipeline(copyOut(client, table), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) meter.add(chunk);
  });
  return meter.result();
}

export function rowMeter() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++;
    },
    result: () => ({ sha256: hash.digest('hex'), rows }),
  };
}

/**
 * The value of each sequence. Read after the rows: sequences do not follow a snapshot, and a value too high does no
 * harm.
 */
export async function sequencesOf(client: pg.Client): Promise<SequencePosition[]> {
  const { rows } = await client.query<SequencePosition>(
    "select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1, 2",
  );
  return rows;
}

export async function setSequence(client: pg.Client, sequence: SequencePosition): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), sequence.value]);
}

/** Deletes the rows that migrations inserted: the copy has its own. */
export async function emptyTables(client: pg.Client, tables: readonly SnapshotTable[]): Promise<void> {
  if (tables.length > 0) await client.query(`truncate ${tables.map(quoted).join(', ')}`);
}

/**
 * Disables the triggers of all tables while rows are copied in, since the copy contains their results, and enables them
 * again in the same transaction.
 */
export async function setTriggers(
  client: pg.Client,
  tables: readonly SnapshotTable[],
  state: 'disabled' | 'enabled',
): Promise<void> {
  const appTables = tables.filter(({ schema }) => schema === 'public');
  for (const table of appTables)
    await client.query(`alter table ${quoted(table)} ${state === 'disabled' ? 'disable' : 'enable'} trigger user`);
}
