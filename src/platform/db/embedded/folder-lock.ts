import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, startOf } from './process-state.ts';

/** How long a start waits for the process that holds the folder: a killed one takes a moment to end. */
const endingMs = 10_000;

/** Another process uses the data folder's embedded database. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `DATA_DIR ${folder} is in use by another Sleeved process (${pid}). Stop it, or set DATA_DIR to another folder. ` +
        'To run several processes of one site, set DATABASE_URL to a shared PostgreSQL server.',
    );
    this.name = 'FolderInUse';
  }
}

/**
 * Locks a data folder for one server. Returns the function that releases it. Waits up to `waitMs` for a process that is
 * about to end, and reports that once through `say`; throws `FolderInUse` if it still runs then.
 */
export async function lockFolder(
  folder: string,
  { waitMs = endingMs, say = () => {} }: { waitMs?: number; say?: (line: string) => void } = {},
): Promise<() => void> {
  const file = fileOf(folder);
  const mark = `${file}.${process.pid}`;
  writeMark(mark);
  try {
    const giveUpAt = performance.now() + waitMs;
    for (let tries = 0; ; tries++) {
      const holder = takeFile(file, mark);
      if (holder === null || holder.pid === process.pid) break;
      if (performance.now() >= giveUpAt) throw new FolderInUse(folder, holder.pid);
      if (tries === 0)
        say(`${folder} is in use by process ${holder.pid}. Waiting up to ${waitMs / 1_000} s for it to end…`);
      await pause(100);
    }
  } finally {
    rmSync(mark, { force: true });
  }
  return () => {
    if (readLock(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/**
 * Hard-links `file` to `mark`, which identifies this process, or returns the process that holds it. The file of an
 * ended process is replaced.
 */
export function takeFile(file: string, mark: string): { pid: number } | null {
  for (;;) {
    // Linking is atomic, and succeeds for only one of two processes.
    if (tryLink(mark, file)) return null;
    const lock = readLock(file);
    if (lock !== null && isHolder(lock)) return lock;
    clear(file, mark);
  }
}

/**
 * Removes a stale file. Two processes may find the same one: the slower must not remove the new file of the faster, so
 * a guard file lets one at a time check again.
 */
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

/** Writes the identity of this process into `file`. */
export function writeMark(file: string): void {
  writeFileSync(file, `${process.pid} ${startOf(process.pid) ?? ''}`.trimEnd());
}

/**
 * Whether the process in `file` has ended. After a kill or a reboot its id may belong to another program, or to another
 * server.
 */
export function hasGone(file: string): boolean {
  const lock = readLock(file);
  return lock === null || !isHolder(lock);
}

const fileOf = (folder: string) => join(folder, 'sleeved.pid');

/** `begin` as of `startOf`; null in a file of an older release, and where the machine has no /proc. */
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
  if (!isRunning(pid)) return false;
  const now = startOf(pid);
  if (begin !== null && now !== null) return begin === now;
  try {
    return /(main|dev)\.[jt]s/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}
