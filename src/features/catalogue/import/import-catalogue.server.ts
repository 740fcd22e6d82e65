import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type pg from 'pg';
import { hourMs } from '#kernel/time.ts';
import { giveTime } from '#platform/db/connection.ts';
import type { Platform } from '#platform/platform.ts';
import { isIndexStale, rebuildIndexIfStale } from '../search/index/build-index.server.ts';
import { forgetIndex } from '../search/index/index-store.server.ts';
import { type FileResult, importFile } from './import-file.server.ts';

type ImportPlatform = Pick<Platform, 'pool' | 'clock'>;

export interface ImportProgress {
  file: string;
  rows: number;
  /** 0 to 1, of this file. */
  share: number;
  step: 'reading' | 'stored' | 'indexing';
}
export type ReportProgress = (progress: ImportProgress) => void;

export interface ImportReport {
  files: FileResult[];
  rows: number;
  added: number;
  changed: number;
}

/** Any number that is not used elsewhere: two imports at once would wait for each other's rows in different orders. */
const importLock = 7_221_040;

/**
 * Imports catalogue files, each whole or not at all, and updates the search index. Importing the same files again
 * changes nothing. Refuses a file that is missing, damaged or holds a line that is not a card or a set, naming file and
 * line; files before it stay imported.
 */
export async function importCatalogueFiles(
  platform: ImportPlatform,
  paths: readonly string[],
  report: ReportProgress,
): Promise<ImportReport> {
  return withImportLock(platform, async (client) => {
    const files: FileResult[] = [];
    try {
      for (const path of paths) {
        const file = basename(path);
        const result = await importFile(client, path, (rows, share) => report({ file, rows, share, step: 'reading' }));
        await client.query(
          'insert into catalogue_file (digest, name, rows, imported_at) values ($1, $2, $3, $4) on conflict do nothing',
          [await digestOf(path), file, result.rows, platform.clock.now()],
        );
        report({ file, rows: result.rows, share: 1, step: 'stored' });
        files.push(result);
      }
    } finally {
      // Also after a refusal: the cards of the earlier files must be searchable.
      await rebuildIndexIfStale(client, (rows) => report({ file: 'search index', rows, share: 0, step: 'indexing' }));
    }
    const sum = (of: (file: FileResult) => number) => files.reduce((total, file) => total + of(file), 0);
    return {
      files,
      rows: sum((file) => file.rows),
      added: sum((file) => file.added),
      changed: sum((file) => file.changed),
    };
  });
}

/**
 * Builds the search index if there is none of the catalogue as it is, as after an update that builds it differently.
 */
export async function ensureIndex(platform: ImportPlatform, report: ReportProgress): Promise<void> {
  if (!(await isIndexStale(platform.pool))) return;
  await withImportLock(platform, (client) =>
    rebuildIndexIfStale(client, (rows) => report({ file: 'search index', rows, share: 0, step: 'indexing' })),
  );
}

/** The files whose very bytes were never imported here. */
export async function filesNotYetImported(pool: pg.Pool, paths: readonly string[]): Promise<string[]> {
  const digests = await Promise.all(paths.map(digestOf));
  const known = await pool.query<{ digest: string }>('select digest from catalogue_file where digest = any($1)', [
    digests,
  ]);
  const imported = new Set(known.rows.map((row) => row.digest));
  return paths.filter((_, i) => !imported.has(digests[i] as string));
}

async function digestOf(path: string): Promise<string> {
  return hash('sha256', await readFile(path), 'hex');
}

/** A file of a million rows, or another import that has the lock, takes minutes. */
const longestMs = hourMs;

async function withImportLock<T>(platform: ImportPlatform, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await platform.pool.connect();
  try {
    await giveTime(client, longestMs);
    await client.query('select pg_advisory_lock($1)', [importLock]);
    return await work(client);
  } finally {
    // The lock and the setting belong to the connection: it is not handed back.
    client.release(true);
    forgetIndex(platform.pool);
  }
}
