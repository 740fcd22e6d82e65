import type pg from 'pg';
import { newId } from '#kernel/ids.ts';

/** A write of the market: the table whose newest row tells of one, and what the twin of each has other ids for, so that no two are one. */
const writes = {
  create: { table: 'listing', others: [] },
  buy: { table: 'orders', others: ['buyer_id'] },
  offer: { table: 'offer', others: ['listing_id'] },
} as const;
export type WriteName = keyof typeof writes;

interface Template {
  table: string;
  columns: string[];
  rows: string;
}

export interface WrittenRows {
  inserts: Template[];
  /** Stand in the templates, and are new ones in each twin. */
  ids: string[];
  /** A listing is changed with them. */
  isHolding: boolean;
}

/** Kept by triggers, which fire for a twin too, or counted in a transaction of their own. */
const left = new Set(['listing_tally', 'listing_tally_change', 'listing_shelf', 'limit_counter', 'sandbox_stripe_object']);

/**
 * The rows that the app's newest write of this kind left in its transaction, by their mark of it (`xmin`): whatever table they are in. What it changed instead of
 * adding is the held copy of a listing alone.
 */
export async function writtenRows(pool: pg.Pool, name: WriteName): Promise<WrittenRows> {
  const { table: first, others } = writes[name];
  const { rows: marks } = await pool.query<{ xid: string; row: Record<string, string> }>(
    `select xmin::text as xid, to_jsonb(t) as row from ${first} t order by id desc limit 1`,
  );
  const [mark] = marks;
  if (!mark) throw new Error(`the app has written no ${name} yet`);
  const { rows: tables } = await pool.query<{ table: string; columns: string[] }>(
    `select c.oid::regclass::text as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and (n.nspname = 'public' or c.relname = '_private_jobs') and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
     group by c.oid`,
  );
  const written: WrittenRows = { inserts: [], ids: others.map((column) => mark.row[column] ?? ''), isHolding: false };
  for (const { table, columns } of tables) {
    if (left.has(table)) continue;
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t where xmin::text = $1`, [
      mark.xid,
    ]);
    if (rows.length === 0) continue;
    if (table === 'listing' && name !== 'create') {
      written.isHolding = true;
      continue;
    }
    for (const { row } of rows) {
      if (typeof row.id === 'string') written.ids.push(row.id);
      // Nobody's worker takes up what a twin left.
      if (table.endsWith('_private_jobs')) row.run_at = '2099-01-01T00:00:00Z';
      if (table.endsWith('_private_jobs')) delete row.key;
    }
    written.inserts.push({ table, columns, rows: JSON.stringify(rows.map(({ row }) => row)) });
  }
  return written;
}

/** The least that leaves the same rows: a transaction with one prepared statement for each table, and nothing asked before. A purchase changes `listingId`. */
export async function writeTwin(pool: pg.Pool, { inserts, ids, isHolding }: WrittenRows, listingId: string): Promise<string> {
  const fresh = ids.map((id) => [id, newId()] as const);
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (isHolding) {
      const text = 'update listing set quantity_held = quantity_held, version = version + 1, updated_at = now() where id = $1';
      await client.query({ name: 'twin-hold', text, values: [listingId] });
    }
    for (const { table, columns, rows } of inserts) {
      const values = [fresh.reduce((text, [from, to]) => text.replaceAll(from, to), rows)];
      const names = columns.join(', ');
      const text = `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
      await client.query({ name: `twin-${table}`, text, values });
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return fresh.at(-1)?.[1] ?? '';
}
