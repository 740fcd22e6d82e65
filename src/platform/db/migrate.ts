import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { rootFolder } from '../program.ts';
import { dialForLongWork } from './long-work.ts';

const ourFolder = join(rootFolder, 'migrations');
/** Any number will do as long as all our migrators use the same one. */
const lockKey = 7_305_151;

export interface MigrateOptions {
  /** Where the files are. Default: `migrations/`. */
  folder?: string;
  /** Runs these alone. Default: all. A restore brings an empty database to the schema that its backup was made of. */
  only?: ReadonlySet<string>;
  /**
   * How long a migration in a transaction may stand in the queue for a lock. Whoever comes after it stands behind it,
   * visitors too.
   */
  lockTimeoutMs?: number;
  /** How often a migration that did not get its lock steps back and comes again. */
  tries?: number;
}

/**
 * Brings a database to the newest schema: each file of `migrations/` once, in order, each in its own transaction with
 * its mark. Two migrators at once wait for each other. A file that was changed after it ran is refused: migrations only
 * move forward. Files that another version ran and this one does not know are no fault: they only add, so an older
 * process goes on. A migration that does not get a lock in time lets go, so that the market goes on, and comes again.
 * Returns the names that ran.
 */
export async function migrate(
  connectionString: string,
  report: (line: string) => void = () => {},
  options: MigrateOptions = {},
): Promise<string[]> {
  const { folder = ourFolder, only } = options;
  const client = await dialForLongWork(connectionString);
  try {
    await becomeOnly(client);
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
        throw new Error(`Migration ${name} was changed after it ran on this database. Write a new one instead.`);
      if (before !== undefined) continue;
      await untilLocked(name, options, report, () =>
        isOutsideTransaction(text)
          ? runBare(client, name, text, digest)
          : runWhole(client, name, text, digest, options),
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
 * The queue's own schema, over a pool of ours: the one that its library makes has nobody who listens any more while it
 * hangs up, so that a server that is shut down at this moment would end the process; and a pool says that it has ended
 * before its lines have.
 */
async function migrateQueue(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => {});
  let lines = 0;
  const gone = new Promise<void>((resolve) => {
    pool.on('connect', () => lines++);
    pool.on('remove', () => --lines === 0 && resolve());
  });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
    if (lines > 0) await gone;
  }
}

/**
 * Asks again and again: a statement that stands waiting holds a snapshot, for whose end `create index concurrently` of
 * the migrator before it would wait.
 */
async function becomeOnly(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
    if (rows[0]?.mine) return;
    await pause(200);
  }
}

const defaults = { lockTimeoutMs: 3_000, tries: 20 };

/** The file and its mark commit together or not at all. */
async function runWhole(
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
 * One statement that PostgreSQL runs in no transaction, `create index concurrently` mostly. What an earlier try left
 * half made goes first. It waits for as long as anybody looks at the database as it was before (a backup): no visitor
 * stands behind it, and who lets go throws the whole build away.
 */
async function runBare(client: pg.Client, name: string, text: string, digest: string) {
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

/** Whether the index is there already, whole: an earlier start was killed between it and its mark. */
async function isBuilt(client: pg.Client, error: unknown): Promise<boolean> {
  const { code, message } = error as { code?: string; message: string };
  if (code !== '42P07') return false;
  const { rows } = await client.query<{ name: string }>(
    'select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid',
  );
  return rows.some((index) => message.includes(`"${index.name}"`));
}

/**
 * A lock that is not to be had now (55P03) or a deadlock (40P01) is tried again, a second later each time up to five;
 * anything else is final.
 */
async function untilLocked(
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
          `Migration ${name} did not get its lock in ${tries} tries of ${lockTimeoutMs / 1000} s: something holds the table that it changes. ` +
            'Nothing of it stays but perhaps an index half made, which the next start throws away. End what runs long (pg_stat_activity shows it) and start again.',
        );
      report(`Migration ${name} waits for a lock that others hold; try ${attempt + 1} of ${tries}`);
      await pause(Math.min(lockTimeoutMs, 1_000 * Math.min(attempt, 5)));
    }
  }
}

/** Says so in its first line. The check of migrations sees that such a file holds one statement. */
export function isOutsideTransaction(text: string): boolean {
  return text.startsWith('-- outside a transaction');
}

/** The digest of each file of this version, by its name. */
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
