import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, startOf } from './process-state.ts';

/** How long a start waits for the process that holds the folder: a killed one takes a moment to end. */
const endingMs = 10_000;

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

/**
 * One market for one data folder. Returns the function that releases it. Waits up to `waitMs` for a process that is
 * about to end, and says so once through `say`; throws `FolderInUse` if that one still runs then.
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
        say(`Waiting up to ${waitMs / 1_000} s for process ${holder.pid}, which uses ${folder}, to end…`);
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
 * Makes `file` a second name of `mark`, which says who this process is, or tells whose it is. What a process that has
 * gone left behind is nobody's.
 */
export function takeFile(file: string, mark: string): { pid: number } | null {
  for (;;) {
    // A link is made whole or not at all, and only by one of two that come at once.
    if (tryLink(mark, file)) return null;
    const lock = readLock(file);
    if (lock !== null && isHolder(lock)) return lock;
    clear(file, mark);
  }
}

/**
 * Two may find the same file left behind: the slower one must not take away what the faster one has made of it, so only
 * one at a time looks again and clears.
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

/** Writes who this process is into `file`. */
export function writeMark(file: string): void {
  writeFileSync(file, `${process.pid} ${startOf(process.pid) ?? ''}`.trimEnd());
}

/**
 * Whether the process that wrote itself into `file` runs no more. After a kill or a restart of the machine its number
 * may belong to any other program, or to another market.
 */
export function hasGone(file: string): boolean {
  const lock = readLock(file);
  return lock === null || !isHolder(lock);
}

const fileOf = (folder: string) => join(folder, 'sleeved.pid');

/** `begin` as of `startOf`; null in a file of a release before it was written, and where the machine does not tell. */
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
