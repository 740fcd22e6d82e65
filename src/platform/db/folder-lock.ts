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
  writeFileSync(draft, `${process.pid} ${beginOf(process.pid) ?? ''}`.trimEnd());
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
    if (readLock(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The market that runs on this folder, or null. After a kill or a restart of the machine its number may belong to any other program, or to another market. */
export function holderOf(folder: string): number | null {
  const lock = readLock(fileOf(folder));
  return lock !== null && lock.pid !== process.pid && isHolder(lock) ? lock.pid : null;
}

const fileOf = (folder: string) => join(folder, 'sleeved.pid');

/** `begin` as of `beginOf`; null in a file of a release before it was written, and where the machine does not tell. */
interface Lock {
  pid: number;
  begin: string | null;
}

function readLock(file: string): Lock | null {
  try {
    const [pid, begin] = readFileSync(file, 'utf8').split(' ');
    return Number(pid) ? { pid: Number(pid), begin: begin ?? null } : null;
  } catch {
    return null;
  }
}

function isHolder({ pid, begin }: Lock): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const now = beginOf(pid);
  if (begin !== null && now !== null) return begin === now;
  try {
    return /(main|dev)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}

/**
 * When a process began: no two that had one number in their time share it. The start of the machine belongs to it, since the ticks are counted from there.
 * Null where there is no /proc to read it from.
 */
function beginOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name of the program, in brackets, may hold spaces and brackets itself; the start is the 22nd field, the 20th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ? `${boot}:${fields[19]}` : null;
  } catch {
    return null;
  }
}
