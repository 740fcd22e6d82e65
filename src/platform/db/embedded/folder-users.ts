import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasGone, takeFile, writeMark } from './folder-lock.ts';

/** Longer than a large database takes to recover after a kill. */
const lockTimeoutMs = 180_000;

/** A user of a folder's embedded database. A process can have several. */
export interface FolderUser {
  /**
   * Runs `work` while no other user starts, adopts or stops the database; others wait. Needs no disk space. Throws when
   * the lock takes three minutes.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the use. Returns whether it was the last, which stays true inside `exclusively`. Idempotent. */
  leave(): { isLast: boolean };
}

let count = 0;

/** Registers a user of the embedded database of `folder`. */
export function registerUser(folder: string): FolderUser {
  const users = join(folder, 'postgres.users');
  const lock = join(folder, 'postgres.lock');
  mkdirSync(users, { recursive: true });
  count += 1;
  const name = `${process.pid}-${count}`;
  const mark = join(users, name);
  // An incomplete file would look stale, so it is renamed when complete.
  const draft = join(folder, `postgres.user.${name}`);
  writeMark(draft);
  renameSync(draft, mark);
  return {
    exclusively: async (work) => {
      for (let waited = 0; ; waited += 50) {
        const holder = takeFile(lock, mark);
        if (holder === null) break;
        if (waited >= lockTimeoutMs)
          throw new Error(
            `Process ${holder.pid} has been starting or stopping the embedded database in ${folder} for 3 minutes. End it, then start again.`,
          );
        await pause(50);
      }
      try {
        return await work();
      } finally {
        rmSync(lock, { force: true });
      }
    },
    leave: () => {
      rmSync(mark, { force: true });
      const others = readdirSync(users).map((name) => join(users, name));
      // Files of killed processes.
      for (const file of others.filter(hasGone)) rmSync(file, { force: true });
      return { isLast: readdirSync(users).length === 0 };
    },
  };
}
