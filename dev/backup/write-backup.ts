import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { dialForLongWork } from '../../src/platform/db/long-work.ts';
import {
  copyOut,
  rowMeter,
  type SnapshotTable,
  sequencesOf,
  settle,
  tablesOf,
} from '../../src/platform/db/snapshot.ts';
import type { ObjectStore } from '../../src/platform/storage/storage.ts';
import { digestOfBytes, fileEntry, type Manifest, manifestName, markOf, tableEntry } from './manifest.ts';

export interface BackupSource {
  databaseUrl: string;
  /** Null leaves the files out. */
  storage: ObjectStore | null;
  authSecret: string;
  /** Tables of `public` that need not be kept. */
  leftOut: readonly string[];
}

/**
 * Writes one tar file: every table as of one moment, and every file that its rows speak of. The market may run
 * meanwhile. `target` appears whole or not at all, readable by its owner only. Needs disk space for the tables once more
 * beside it while it works.
 */
export async function writeBackup(
  target: string,
  { databaseUrl, storage, authSecret, leftOut }: BackupSource,
): Promise<Manifest> {
  const spool = await mkdtemp(join(dirname(target), '.sleeved-backup-'));
  // In a folder that only its owner can enter: another user could have placed a file beside the target, with rights of its
  // own, or a link.
  const draft = join(spool, 'backup.tar');
  const client = await dialForLongWork(databaseUrl);
  const archive = pack();
  const written = pipeline(archive, createWriteStream(draft, { mode: 0o600 }));
  // Met where it is waited for.
  written.catch(() => {});
  try {
    await settle(client);
    const files: Manifest['files'] = [];
    const included = new Set<string>();
    // Before the snapshot and after it: a photo is stored before its row and removed after it, so between the two there
    // is each that a row speaks of.
    await addFiles(archive, storage, files, included);
    await client.query('begin isolation level repeatable read read only');
    const tables: Manifest['tables'] = [];
    for (const table of await tablesOf(client)) {
      if (table.schema === 'public' && leftOut.includes(table.name)) continue;
      tables.push({ ...table, ...(await addTable(archive, client, table, spool)) });
    }
    const { rows: migrations } = await client.query<{ name: string; digest: string }>(
      'select name, digest from schema_migration order by name',
    );
    const sequences = await sequencesOf(client);
    await client.query('commit');
    await addFiles(archive, storage, files, included);
    const madeAt = new Date().toISOString();
    const manifest: Manifest = {
      format: 1,
      madeAt,
      migrations,
      tables,
      leftOut: [...leftOut],
      sequences,
      files,
      secretMark: markOf(authSecret),
    };
    await addEntry(archive, manifestName, Buffer.from(JSON.stringify(manifest)));
    archive.finalize();
    await written;
    const file = await open(draft, 'r');
    await file.sync();
    await file.close();
    await rename(draft, target);
    return manifest;
  } catch (error) {
    archive.destroy();
    await written.catch(() => {});
    throw error;
  } finally {
    await client.end();
    await rm(spool, { recursive: true, force: true });
  }
}

async function addFiles(
  archive: Pack,
  storage: ObjectStore | null,
  files: Manifest['files'],
  included: Set<string>,
): Promise<void> {
  if (!storage) return;
  for await (const { key } of storage.list()) {
    if (included.has(key)) continue;
    const file = await storage.get(key);
    if (!file) continue;
    included.add(key);
    files.push({ key, size: file.bytes.byteLength, sha256: digestOfBytes(file.bytes) });
    await addEntry(archive, fileEntry(key), Buffer.from(file.bytes));
  }
}

/** By way of a file: an entry of a tar says its size before its bytes. */
async function addTable(
  archive: Pack,
  client: pg.Client,
  table: SnapshotTable,
  spool: string,
): Promise<{ rows: number; sha256: string }> {
  const path = join(spool, 'table.gz');
  const meter = rowMeter();
  await pipeline(
    copyOut(client, table),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        meter.add(chunk);
        yield chunk;
      }
    },
    createGzip({ level: 1 }),
    createWriteStream(path, { mode: 0o600 }),
  );
  const { size } = await stat(path);
  await pipeline(createReadStream(path), archive.entry({ name: tableEntry(table), size }));
  return meter.result();
}

function addEntry(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.once('error', reject);
    archive.entry({ name, size: bytes.byteLength }, bytes, (error) => {
      archive.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
}
