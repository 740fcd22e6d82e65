import type pg from 'pg';
import type { DemoMember } from './members.ts';

/**
 * `none`: an empty market. `half`: a start was killed while making it. `strangers`: people have joined, so it is their
 * market.
 */
export type DemoState = 'none' | 'half' | 'ready' | 'strangers';

/** What a wipe leaves: the schema's own record, the catalogue, and rows that migrations put there. */
const keptTables = [
  'schema_migration',
  'demo_market',
  'game',
  'card_set',
  'card',
  'catalogue_state',
  'catalogue_index',
  'catalogue_file',
  'sandbox_clock',
  'sandbox_fault',
  'outbox_relay',
  'job_worker',
  'stripe_reconcile',
  'audit_chain',
  'invoice_series',
] as const;

export async function readDemoState(pool: pg.Pool, members: readonly DemoMember[]): Promise<DemoState> {
  const { rows } = await pool.query<{ finished_at: Date | null; begun: boolean; strangers: boolean }>(
    `select d.finished_at, d.only_row is not null as begun,
       exists (select 1 from auth_user where email <> all ($1) or d.only_row is null) as strangers
     from (select 1) as one left join demo_market d on true`,
    [members.map((member) => member.email)],
  );
  const row = rows[0];
  if (row?.finished_at) return 'ready';
  if (row?.strangers) return 'strangers';
  return row?.begun ? 'half' : 'none';
}

export async function beginDemo(pool: pg.Pool, at: Date): Promise<void> {
  await pool.query(
    'insert into demo_market (begun_at) values ($1) on conflict (only_row) do update set begun_at = excluded.begun_at',
    [at],
  );
}

/** Written last: where this stands, all the rest does. */
export async function finishDemo(pool: pg.Pool, at: Date): Promise<void> {
  await pool.query('update demo_market set finished_at = $1', [at]);
}

/** Empties the market. Only for a database that never had real members. */
export async function wipeDemo(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> all ($1)`,
    [keptTables],
  );
  // The audit entries are deleted, and in the same transaction their chain starts again: without its end no act could be recorded.
  // Ledger and invoices can be emptied in this case only.
  await pool.query(
    `alter table ledger_entry disable trigger ledger_entry_not_truncated;
    alter table invoice disable trigger invoice_not_truncated;
    truncate ${rows.map((row) => row.name).join(', ')};
    alter table ledger_entry enable trigger ledger_entry_not_truncated;
    alter table invoice enable trigger invoice_not_truncated;
    update invoice_series set first = 1, next = 1;
    insert into audit_chain (line, hash) values (0, '') on conflict (only_row) do update set line = 0, hash = ''`,
  );
  await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
}
