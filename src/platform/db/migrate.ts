import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { rootFolder } from '../program.ts';
import { dialForLongWork } from './long-work.ts';

const ourFolder = join(rootFolder, 'migrations');
/** Any number, the same in all migrators. */
const lockKey = 7_305_151;

export interface MigrateOptions {
  /** The folder of the files. Default: `migrations/`. */
  folder?: string;
  /** Runs only these. Default: all. A restore migrates an empty database to the schema of its backup. */
  only?: ReadonlySet<string>;
  /** How long a migration in a transaction may wait for a lock. All later queries on the table wait behind it. */
  lockTimeoutMs?: number;
  /** How many attempts a migration has to get its lock. */
  tries?: number;
}

/**
 * Migrates a database to the newest schema: each file of `migrations/` once, in order, in a transaction with its
 * record. Concurrent migrators wait for each other. Throws when a file was changed after it ran: migrations only move
 * forward. Files of a newer version are accepted, since they only add. A migration without its lock in time steps back,
 * so that the server goes on, and retries. Returns the names that ran.
 */
export async function migrate(
  connectionString: string,
  report: (line: string) => void = () => {},
  options: MigrateOptions = {},
): Promise<string[]> {
  const { folder = ourFolder, only } = options;
  const client = await dialForLongWork(connectionString);
  try {
    await lockMigrations(client);
    await client.query(
      'create table if not exists schema_migration (name text primary key, digest text not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from schema_migration');
    const done = new Map(rows.map((row) => [row.name, row.digest]));
    const ran: string[] = [];
    for (const name of migrationNames(folder)) {
      if (only && !only.has(name)) continue;
      const text = readFileSync(join(folder, name), 'utf8');
      const digest = await sha256(text);
      const before = done.get(name);
      if (before !== undefined && before !== digest)
        throw new Error(
          `Migration ${name} was changed after it ran on this database. Restore its file and write a new migration.`,
        );
      if (before !== undefined) continue;
      await retryUntilLocked(name, options, report, () =>
        isOutsideTransaction(text)
          ? runOutsideTransaction(client, name, text, digest)
          : runInTransaction(client, name, text, digest, options),
      );
      ran.push(name);
    }
    await migrateQueue(connectionString);
    return ran;
  } finally {
    await client.end();
  }
}

/**
 * The queue's own schema, over a pool of ours: the library's pool has no error listener while it closes, so that a
 * server that shuts down at this moment would end the process; and a pool reports its end before its connections have
 * closed.
 */
async function migrateQueue(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => {});
  let connections = 0;
  const gone = new Promise<void>((resolve) => {
    pool.on('connect', () => connections++);
    pool.on('remove', () => --connections === 0 && resolve());
  });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
    if (connections > 0) await gone;
  }
}

/**
 * Polls for the lock: a waiting statement would hold a snapshot, and `create index concurrently` of the other migrator
 * would wait for its end.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
    if (rows[0]?.mine) return;
    await pause(200);
  }
}

const defaults = { lockTimeoutMs: 3_000, tries: 20 };

/** The file and its record commit together or not at all. */
async function runInTransaction(
  client: pg.Client,
  name: string,
  text: string,
  digest: string,
  { lockTimeoutMs = defaults.lockTimeoutMs }: MigrateOptions,
) {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(text);
    await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Runs one statement without a transaction, mostly `create index concurrently`. Drops the invalid index of an earlier
 * attempt first. It has no lock timeout: it waits for older snapshots (a backup) without blocking visitors, and giving
 * up would discard the whole build.
 */
async function runOutsideTransaction(client: pg.Client, name: string, text: string, digest: string) {
  const { rows } = await client.query<{ name: string }>(
    'select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid',
  );
  for (const broken of rows)
    if (text.includes(broken.name))
      await client.query(`drop index concurrently if exists ${pg.escapeIdentifier(broken.name)}`);
  try {
    await client.query(text);
  } catch (error) {
    if (!(await isBuilt(client, error))) throw error;
  }
  await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest]);
}

/** Whether the index exists and is valid: an earlier start was killed before it recorded the migration. */
async function isBuilt(client: pg.Client, error: unknown): Promise<boolean> {
  const { code, message } = error as { code?: string; message: string };
  if (code !== '42P07') return false;
  const { rows } = await client.query<{ name: string }>(
    'select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid',
  );
  return rows.some((index) => message.includes(`"${index.name}"`));
}

/**
 * Retries after a lock timeout (55P03) or a deadlock (40P01), with a delay that grows by a second up to five; any other
 * error is final.
 */
async function retryUntilLocked(
  name: string,
  { tries = defaults.tries, lockTimeoutMs = defaults.lockTimeoutMs }: MigrateOptions,
  report: (line: string) => void,
  run: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code !== '55P03' && code !== '40P01') throw new Error(`Migration ${name} failed: ${message}`);
      if (attempt >= tries)
        throw new Error(
          `Migration ${name} got no lock in ${tries} tries of ${lockTimeoutMs / 1000} s because its table is in use. ` +
            'It was undone. An incomplete index is removed at the next start. End long queries (see pg_stat_activity) and start again.',
        );
      report(`Migration ${name} is waiting for a lock, try ${attempt + 1} of ${tries}…`);
      await pause(Math.min(lockTimeoutMs, 1_000 * Math.min(attempt, 5)));
    }
  }
}

/** Declared in the first line of a file. The check of migrations requires that it has one statement. */
export function isOutsideTransaction(text: string): boolean {
  return text.startsWith('-- outside a transaction');
}

/** The digest of each migration of this version, by name. */
export async function migrationDigests(): Promise<Map<string, string>> {
  const names = migrationNames();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await sha256(readFileSync(join(ourFolder, name), 'utf8'))] as const),
    ),
  );
}

export function migrationNames(folder = ourFolder): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort();
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex');
}
