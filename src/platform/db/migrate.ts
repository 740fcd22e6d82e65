import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

const folder = join(import.meta.dirname, '../../../migrations');
/** Any number will do as long as all our migrators use the same one. */
const lockKey = 7_305_151;

/**
 * Brings a database to the newest schema: each file of `migrations/` once, in order, each in its own transaction with its mark.
 * Two migrators at once wait for each other. A file that was changed after it ran is refused: migrations only move forward.
 * Returns the names that ran.
 */
export async function migrate(connectionString: string, report: (line: string) => void = () => {}): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, digest text not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from schema_migration');
    const done = new Map(rows.map((row) => [row.name, row.digest]));
    const ran: string[] = [];
    for (const name of migrationNames()) {
      const text = readFileSync(join(folder, name), 'utf8');
      const digest = await sha256(text);
      const before = done.get(name);
      if (before !== undefined && before !== digest)
        throw new Error(`Migration ${name} was changed after it ran on this database. Write a new one instead.`);
      if (before !== undefined) continue;
      report(`Migrating: ${name}`);
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`);
      }
      ran.push(name);
    }
    await runMigrations({ connectionString, logger: undefined });
    return ran;
  } finally {
    await client.end();
  }
}

export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort();
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex');
}
