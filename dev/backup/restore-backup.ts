import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { plural } from '../../src/kernel/format.ts';
import { dialForLongWork } from '../../src/platform/db/long-work.ts';
import { migrate, migrationDigests } from '../../src/platform/db/migrate.ts';
import {
  copyIn,
  digestOf,
  emptyTables,
  setSequence,
  setTriggers,
  settle,
  tablesOf,
} from '../../src/platform/db/snapshot.ts';
import { contentTypeOf, type ObjectStore } from '../../src/platform/storage/storage.ts';
import { digestOfBytes, fileEntry, type Manifest, markOf, tableEntry } from './manifest.ts';
import { bytesOf, eachEntry, verifyBackup } from './read-backup.ts';

export interface RestoreTarget {
  databaseUrl: string;
  storage: ObjectStore;
  authSecret: string;
  /** Throws away what is there. */
  replace: boolean;
}

/**
 * Brings back what `writeBackup` wrote, into an empty database and an empty store; with `replace` into any. The file is
 * read whole and found sound first, the tables come in one transaction, and every table and file is compared by its
 * hash after it was written. Then the schema is brought to this version.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  say: (line: string) => void,
): Promise<Manifest> {
  const { databaseUrl, storage, authSecret, replace } = target;
  const manifest = await verifyBackup(path);
  say(
    `${path} is complete: ${manifest.tables.length} tables, ${manifest.files.length} files, created ${manifest.madeAt}.`,
  );
  await requireKnownSchema(manifest);
  const client = await dialForLongWork(databaseUrl);
  try {
    await requireQuiet(client);
    const content = await contentOf(client, storage);
    if (content !== null && !replace)
      throw new Error(
        `The database or store isn’t empty (${content}). Use an empty database and store, or add --replace to delete this data.`,
      );
    if (replace) await throwAway(client, storage);
    await migrate(databaseUrl, () => {}, { only: new Set(manifest.migrations.map(({ name }) => name)) });
    await settle(client);
    await client.query('begin');
    await setTriggers(client, manifest.tables, 'disabled');
    await emptyTables(client, manifest.tables);
    await load(path, manifest, client, storage);
    await setTriggers(client, manifest.tables, 'enabled');
    await requireSame(manifest, client);
    for (const sequence of manifest.sequences) await setSequence(client, sequence);
    // No worker holds them any more.
    await client.query(
      'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))',
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
  await migrate(databaseUrl, say);
  if (manifest.secretMark !== markOf(authSecret))
    say(
      'AUTH_SECRET has changed since the backup, so existing authenticator apps don’t work. Set the old AUTH_SECRET, or run “member reset-factors” for each member.',
    );
  return manifest;
}

/** A backup of a newer version, or of a branch, holds tables that this one would not know what to do with. */
async function requireKnownSchema({ migrations }: Manifest): Promise<void> {
  const known = await migrationDigests();
  const strange = migrations.find(({ name, digest }) => known.get(name) !== digest);
  if (strange)
    throw new Error(
      `The backup is from another Sleeved version with the unknown migration ${strange.name}. Restore it with that version, then upgrade.`,
    );
}

async function requireQuiet(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  if (rows[0]?.n)
    throw new Error(`The database is in use by other connections (${rows[0].n}). Stop all Sleeved processes first.`);
}

/** What would be lost, as a sentence; null for an unused installation. */
async function contentOf(client: pg.Client, storage: ObjectStore): Promise<string | null> {
  const { rows } = await client.query<{ users: string | null }>(
    "select to_regclass('public.auth_user')::text as users",
  );
  const members = rows[0]?.users
    ? (await client.query<{ n: number }>('select count(*)::int as n from auth_user')).rows[0]?.n
    : 0;
  if (members) return plural(members, { one: '# member', other: '# members' });
  for await (const _file of storage.list()) return `files in ${storage.place}`;
  return null;
}

async function throwAway(client: pg.Client, storage: ObjectStore): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public');
  for await (const { key } of storage.list()) await storage.remove(key);
}

async function load(path: string, manifest: Manifest, client: pg.Client, storage: ObjectStore): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [tableEntry(table), table]));
  const files = new Map(manifest.files.map((file) => [fileEntry(file.key), file]));
  await eachEntry(path, async (name, entry) => {
    const table = tables.get(name);
    const file = files.get(name);
    if (table) await pipeline(entry, createGunzip(), copyIn(client, table));
    if (file) {
      await storage.put(file.key, await bytesOf(entry), contentTypeOf(file.key));
      const back = await storage.get(file.key);
      if (!back || digestOfBytes(back.bytes) !== file.sha256)
        throw new Error(`${file.key} is incomplete in ${storage.place}. The database was not restored.`);
    }
  });
}

async function requireSame(manifest: Manifest, client: pg.Client): Promise<void> {
  const here = new Map((await tablesOf(client)).map((table) => [tableEntry(table), table]));
  for (const table of manifest.tables) {
    const name = tableEntry(table);
    if (!here.has(name))
      throw new Error(
        `This version has no table ${table.schema}.${table.name}. Restore the backup with its own version.`,
      );
    const { rows, sha256 } = await digestOf(client, table);
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new Error(
        `The restored rows of ${table.schema}.${table.name} differ from the backup. Nothing was restored.`,
      );
  }
}
