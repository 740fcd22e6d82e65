import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate, migrationNames } from '#platform/db/migrate.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Any number, the same in all test workers. */
const lockKey = 7_305_152;

/**
 * A fresh database with the newest schema. The first call of a schema migrates a template; later calls copy its files,
 * which takes about 50 ms.
 */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const template = `market_template_${schemaDigest()}`;
  const name = newName();
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (!rowCount) await makeTemplate(client, serverUrl, template);
    await client.query(`create database ${name} template ${template}`);
    return { url: withDatabase(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
  } finally {
    await client.end();
  }
}

/** A database without a schema. */
export async function createEmptyDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = newName();
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { url: withDatabase(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
}

const newName = (): string => `sleeved_test_${randomBytes(8).toString('hex')}`;

async function makeTemplate(client: pg.Client, serverUrl: string, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  await migrate(withDatabase(serverUrl, draft));
  await client.query(`alter database ${draft} rename to ${template}`);
  await client.query(`alter database ${template} is_template true`);
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await untilLeft(client, name);
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

/**
 * Waits for the end of all connections: a pool reports its end before they have closed, and terminating one would cause
 * an unhandled error. The rest are terminated.
 */
async function untilLeft(client: pg.Client, name: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { rows } = await client.query('select 1 from pg_stat_activity where datname = $1 limit 1', [name]);
    if (rows.length === 0) return;
    await pause(10);
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function schemaDigest(): string {
  const hash = createHash('sha256');
  for (const name of migrationNames())
    hash.update(name).update(readFileSync(join(import.meta.dirname, '../../../migrations', name)));
  return hash.digest('hex').slice(0, 16);
}
