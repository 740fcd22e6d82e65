import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasGone, takeFile, writeMark } from './folder-lock.ts';

/** Longer than a large market takes to recover after a kill. */
const patienceMs = 180_000;

/** One who uses the embedded database of a folder. A process can be several. */
export interface FolderUser {
  /**
   * Runs `work` while nobody else starts, adopts or stops the database; others wait. Needs no room on the disk. Throws
   * a sentence when that takes three minutes.
   */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Uses it no more. Whether nobody else does, which stays so while one is alone. Safe to repeat. */
  goOut(): { isLast: boolean };
}

let count = 0;

/** Writes down that somebody in this process uses the embedded database of `folder`, or is about to. */
export function comeIn(folder: string): FolderUser {
  const users = join(folder, 'postgres.users');
  const lock = join(folder, 'postgres.lock');
  mkdirSync(users, { recursive: true });
  count += 1;
  const name = `${process.pid}-${count}`;
  const mark = join(users, name);
  // Half-written it would look like one that nobody has.
  const draft = join(folder, `postgres.user.${name}`);
  writeMark(draft);
  renameSync(draft, mark);
  return {
    alone: async (work) => {
      for (let waited = 0; ; waited += 50) {
        const holder = takeFile(lock, mark);
        if (holder === null) break;
        if (waited >= patienceMs)
          throw new Error(
            `Process ${holder.pid} has been starting or stopping the embedded database of ${folder} for three minutes.`,
          );
        await pause(50);
      }
      try {
        return await work();
      } finally {
        rmSync(lock, { force: true });
      }
    },
    goOut: () => {
      rmSync(mark, { force: true });
      const others = readdirSync(users).map((name) => join(users, name));
      // Killed, they could not take theirs back.
      for (const file of others.filter(hasGone)) rmSync(file, { force: true });
      return { isLast: readdirSync(users).length === 0 };
    },
  };
}
