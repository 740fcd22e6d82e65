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

/** One market for one data folder. Returns what gives the folder back. Throws `FolderInUse`. */
export function lockFolder(folder: string): () => void {
  const file = fileOf(folder);
  const mark = `${file}.${process.pid}`;
  writeMark(mark);
  const holder = takeFile(file, mark);
  rmSync(mark, { force: true });
  if (holder !== null && holder.pid !== process.pid) throw new FolderInUse(folder, holder.pid);
  return () => {
    if (readLock(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** Makes `file` a second name of `mark`, which says who this process is, or tells whose it is. What a process that has gone left behind is nobody's. */
export function takeFile(file: string, mark: string): { pid: number } | null {
  for (;;) {
    // A link is made whole or not at all, and only by one of two that come at once.
    if (tryLink(mark, file)) return null;
    const lock = readLock(file);
    if (lock !== null && isHolder(lock)) return lock;
    clear(file, mark);
  }
}

/** Two may find the same file left behind: the slower one must not take away what the faster one has made of it, so only one at a time looks again and clears. */
function clear(file: string, mark: string): void {
  const guard = `${file}.clearing`;
  if (!tryLink(mark, guard)) {
    if (hasGone(guard)) rmSync(guard, { force: true });
    return;
  }
  if (hasGone(file)) rmSync(file, { force: true });
  rmSync(guard, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Writes who this process is into `file`. */
export function writeMark(file: string): void {
  writeFileSync(file, `${process.pid} ${beginOf(process.pid) ?? ''}`.trimEnd());
}

/** Whether the process that wrote itself into `file` runs no more. After a kill or a restart of the machine its number may belong to any other program, or to another market. */
export function hasGone(file: string): boolean {
  const lock = readLock(file);
  return lock === null || !isHolder(lock);
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
    return /(main|dev)\.[jt]s/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
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
