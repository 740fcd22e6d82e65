import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process that uses a data folder's embedded database as its own. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `DATA_DIR ${folder} is in use by a running market (process ${pid}). Stop it, or set DATA_DIR to another folder. ` +
        'Several processes of one market share a PostgreSQL server: set DATABASE_URL for each.',
    );
    this.name = 'FolderInUse';
  }
}

/** One market for one data folder: two would each think that the embedded database is theirs to stop. Returns what gives the folder back. Throws `FolderInUse`. */
export function lockFolder(folder: string): () => void {
  const file = fileOf(folder);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    for (;;) {
      const holder = holderOf(folder);
      if (holder !== null) throw new FolderInUse(folder, holder);
      rmSync(file, { force: true });
      try {
        // A link is made whole or not at all, and only by one of two that start at once.
        linkSync(draft, file);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readPid(file) === process.pid) rmSync(file, { force: true });
  };
}

/** The market that runs on this folder, or null. After a kill the number may belong to any other program; only one of ours counts. */
export function holderOf(folder: string): number | null {
  const pid = readPid(fileOf(folder));
  return pid !== null && pid !== process.pid && isSleeved(pid) ? pid : null;
}

const fileOf = (folder: string) => join(folder, 'sleeved.pid');

function readPid(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isSleeved(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return /(main|dev)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}
