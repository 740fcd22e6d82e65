import type pg from 'pg';
import { newId } from '#kernel/ids.ts';

/** A write of the market: the table whose newest row tells of one, and the column of other tables that names it. */
const writes = {
  create: { table: 'listing', named: 'listing_id' },
  buy: { table: 'orders', named: 'order_id' },
} as const;
export type WriteName = keyof typeof writes;

export interface WrittenRows {
  inserts: { table: string; columns: string[]; rows: string }[];
  /** Stand in the rows, and are new ones in each twin. */
  ids: string[];
  /** The listing whose copy is held with them. */
  heldId: string | null;
}

/** Kept by triggers, which fire for a twin too; counted in a transaction of its own; the stand-in's; added by `addEvents`. */
const left = new Set([
  'listing_tally',
  'listing_tally_change',
  'listing_shelf',
  'member_counter',
  'limit_counter',
  'sandbox_stripe_object',
  'outbox_event',
]);

/**
 * The rows that the app's newest write of this kind left, in whatever table: by its transaction's mark (`xmin`), or by its id where something was changed since. What it changed
 * instead of adding is the held copy of a listing alone.
 */
export async function writtenRows(pool: pg.Pool, kind: WriteName): Promise<WrittenRows> {
  const { table: first, named } = writes[kind];
  const { rows: marks } = await pool.query<{ xid: string; id: string; buyer: string | null }>(
    `select xmin::text as xid, id, to_jsonb(t) ->> 'buyer_id' as buyer from ${first} t order by id desc limit 1`,
  );
  const [mark] = marks;
  if (!mark) throw new Error(`the app has done no ${kind} yet`);
  const { rows: tables } = await pool.query<{ table: string; columns: string[] }>(
    `select c.oid::regclass::text as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and (n.nspname = 'public' or c.relname = '_private_jobs') and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
     group by c.oid`,
  );
  const written: WrittenRows = { inserts: [], ids: mark.buyer === null ? [mark.id] : [mark.id, mark.buyer], heldId: null };
  for (const { table, columns } of tables.filter((one) => !left.has(one.table))) {
    const isNamed = columns.includes(named);
    const text = `select to_jsonb(t) as row from ${table} t where xmin::text = $1${isNamed ? ` or ${named} = $2` : ''}`;
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(text, isNamed ? [mark.xid, mark.id] : [mark.xid]);
    if (rows.length === 0) continue;
    if (table === 'listing' && kind === 'buy') {
      written.heldId = String(rows[0]?.row.id);
      continue;
    }
    for (const { row } of rows) made(table, row, written.ids);
    written.inserts.push({ table, columns, rows: JSON.stringify(rows.map(({ row }) => row)) });
  }
  await addEvents(pool, written);
  return written;
}

/** What it told, which the relay has changed since. A twin's events have their place already, a new one below all others, so that nobody relays them. */
async function addEvents(pool: pg.Pool, { inserts, ids: [id = ''], heldId }: WrittenRows): Promise<void> {
  const columns = 'position, kind, subject, version, topics, data, at';
  const { rows } = await pool.query<{ row: object }>(
    `select to_jsonb(e) - 'id' as row from outbox_event e where subject = any($2) and at = (select max(at) from outbox_event where subject = $1)`,
    [id, [id, heldId]],
  );
  if (rows.length === 0) throw new Error('a write told nothing');
  const placed = rows.map(({ row }, n) => ({ ...row, position: n }));
  inserts.push({ table: 'outbox_event', columns: columns.split(', '), rows: JSON.stringify(placed) });
}

let lastPlace = 0;
const placedAnew = (json: string) => json.replaceAll(/"position":\d+/g, () => `"position":${--lastPlace}`);

/** What of a row is its own alone. */
function made(table: string, row: Record<string, unknown>, ids: string[]): void {
  if (typeof row.id === 'string' && !ids.includes(row.id)) ids.push(row.id);
  // Stripe's page is no part of the transaction.
  if (table === 'payment') Object.assign(row, { session_id: null, session_url: null });
  // Nobody's worker takes up what a twin left.
  if (table.endsWith('_private_jobs')) Object.assign(row, { run_at: '2099-01-01T00:00:00Z', key: null });
  if (table === 'job_timer') Object.assign(row, { due_at: '2099-01-01T00:00:00Z' });
}

/** The least that leaves the same rows: a transaction with one prepared statement for each table, and nothing asked before. A purchase holds a copy of `listingId`. */
export async function writeTwin(pool: pg.Pool, { inserts, ids, heldId }: WrittenRows, listingId: string): Promise<string> {
  const fresh = [...ids.map((id) => [id, newId()] as const), ...(heldId === null ? [] : [[heldId, listingId] as const])];
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (heldId !== null) {
      const text = 'update listing set quantity_held = quantity_held + 1, version = version + 1, updated_at = now() where id = $1';
      await client.query({ name: 'twin-hold', text, values: [listingId] });
    }
    for (const { table, columns, rows } of inserts) {
      const names = columns.join(', ');
      const text = `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
      const renamed = fresh.reduce((json, [from, to]) => json.replaceAll(from, to), rows);
      await client.query({ name: `twin-${table}`, text, values: [table === 'outbox_event' ? placedAnew(renamed) : renamed] });
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return fresh[0]?.[1] ?? '';
}
