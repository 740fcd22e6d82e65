import { secondMs } from '#kernel/time.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { handleOf } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { Trouble } from './trouble.ts';

export interface CountedTrouble {
  trouble: Trouble;
  /** Null when the count failed: the database is away, or the query is wrong. */
  count: number | null;
}

/** Timeout of one count. */
const answerWithinMs = 1_500;
/** How long a result is cached: a monitor that polls every process costs the database one check. */
const cacheMs = 10 * secondMs;

type Parts = Pick<Platform, 'pool' | 'clock' | 'log' | 'troubles'>;

/**
 * Counts every trouble, one after the other on one connection. The server cancels a slow count; a timeout here alone
 * would leave its connection busy while the next starts. Never throws: a failed count is part of the result.
 */
export async function countTroubles({ pool, clock, log, troubles }: Parts): Promise<CountedTrouble[]> {
  const counted: CountedTrouble[] = [];
  const noteFailure = (trouble: Trouble, error: unknown) => {
    log.warn('a trouble could not be counted', { trouble: trouble.name, error });
    counted.push({ trouble, count: null });
  };
  const connection = await pool.connect().catch((error: unknown) => {
    for (const trouble of troubles) noteFailure(trouble, error);
    return null;
  });
  if (!connection) return counted;
  const db = handleOf(connection);
  let isWhole = true;
  for (const trouble of troubles) {
    try {
      await connection.query(`begin read only; set local statement_timeout = ${answerWithinMs}`);
      counted.push({ trouble, count: await trouble.count(db, clock.now()) });
    } catch (error) {
      noteFailure(trouble, error);
    }
    // A connection that cannot be rolled back is closed, with whatever still runs on it.
    await connection.query('rollback').catch(() => {
      isWhole = false;
    });
  }
  connection.release(!isWhole);
  return counted;
}

const lastCheck = weakMemo((_bus: Platform['bus']) => ({
  endedAt: Number.NEGATIVE_INFINITY,
  isRunning: false,
  result: Promise.resolve<CountedTrouble[]>([]),
}));

/** `countTroubles`, cached for some seconds; concurrent callers share one check, however long it takes. */
export async function recentTroubles(platform: Parts & Pick<Platform, 'bus'>): Promise<CountedTrouble[]> {
  const last = lastCheck(platform.bus);
  // By the monotonic clock: the sandbox's clock may be moved by a day at once.
  if (!last.isRunning && performance.now() - last.endedAt > cacheMs) {
    last.isRunning = true;
    last.result = countTroubles(platform).finally(() => {
      last.isRunning = false;
      last.endedAt = performance.now();
    });
  }
  return last.result;
}
