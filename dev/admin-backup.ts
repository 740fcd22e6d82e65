import { existsSync } from 'node:fs';
import { tablesShippedAgain } from '../src/features/catalogue/index.server.ts';
import type { Config } from '../src/platform/config/config.ts';
import { ConfigError } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/db/db.ts';
import { createLog } from '../src/platform/log/log.ts';
import { checkStorage } from '../src/platform/storage/check.ts';
import { openStorage } from '../src/platform/storage/open.ts';
import { refuseWithoutPhotos } from './backup/missing-photos.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';

export type BackupTask =
  | { act: 'backup'; file: string; withoutPhotos: boolean }
  | { act: 'restore'; file: string; replace: boolean };

/** The operator's words as a backup or its way back; null where they are about something else or not complete. */
export function readBackupTask([verb, file, ...rest]: readonly string[]): BackupTask | null {
  if (file === undefined || file.startsWith('--')) return null;
  const isWith = (flag: string) => rest.length === 1 && rest[0] === flag;
  if (verb === 'backup' && (rest.length === 0 || isWith('--without-photos')))
    return { act: 'backup', file, withoutPhotos: rest.length === 1 };
  if (verb === 'restore' && (rest.length === 0 || isWith('--replace')))
    return { act: 'restore', file, replace: rest.length === 1 };
  return null;
}

type Where = Pick<Config, 's3' | 'dataDir' | 'authSecret'>;

/**
 * Does it, with the database and the store of the settings. A backup may be made of a running market; a restore wants
 * it stopped.
 */
export async function runBackupTask(
  task: BackupTask,
  config: Where,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const storage = openStorage(config);
  const { authSecret } = config;
  await checkStorage(storage, config);
  if (task.act === 'restore') {
    if (!existsSync(task.file)) throw new ConfigError([`${task.file} doesn’t exist. Check the path.`]);
    const manifest = await restoreBackup(task.file, { databaseUrl, storage, authSecret, replace: task.replace }, say);
    say(`Restored and verified ${total(manifest)}.`);
    if (manifest.leftOut.length > 0) say('The card database of this version is loaded at the next start.');
    return;
  }
  if (existsSync(task.file)) throw new ConfigError([`${task.file} already exists. Use another file name.`]);
  const database = openDatabase(databaseUrl, createLog('error'), 1);
  const leftOut = await (async () => {
    if (!task.withoutPhotos) await refuseWithoutPhotos(database.pool, storage);
    return tablesShippedAgain(database.pool);
  })().finally(() => database.close());
  const manifest = await writeBackup(task.file, {
    databaseUrl,
    storage: task.withoutPhotos ? null : storage,
    authSecret,
    leftOut,
  });
  await noteBackup(databaseUrl);
  say(`Saved ${total(manifest)} to ${task.file}.`);
  if (task.withoutPhotos) say('The backup has no photos (--without-photos).');
  if (leftOut.length > 0) say('The backup has no card database. It is loaded again at the start.');
  say('The backup has password hashes, addresses and orders, but no AUTH_SECRET. Store AUTH_SECRET separately.');
}

/** For the overview of the admins. Before the migrations of an upgrade the table is not there. */
async function noteBackup(databaseUrl: string): Promise<void> {
  const { pool, close } = openDatabase(databaseUrl, createLog('error'), 1);
  try {
    const known = await pool.query("select from pg_class where oid = to_regclass('backup_made')");
    if (known.rowCount === 0) return;
    await pool.query(
      'insert into backup_made (finished_at) values (now()) on conflict (only_row) do update set finished_at = now()',
    );
  } finally {
    await close();
  }
}

function total({ tables, files }: { tables: readonly { rows: number }[]; files: readonly { size: number }[] }): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return `${tables.length} tables with ${rows.toLocaleString('en')} rows, ${files.length} files with ${bytes.toLocaleString('en')} bytes`;
}
