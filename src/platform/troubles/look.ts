import { secondMs } from '#kernel/time.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { handleOf } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { Trouble } from './trouble.ts';

export interface SeenTrouble {
  trouble: Trouble;
  /** Null where it could not be counted: the database is away, or the query itself is at fault. */
  count: number | null;
}

/** Whoever looks waits this long for one count. */
const answerWithinMs = 1_500;
/** A monitor that asks every process every few seconds costs the database one look. */
const keptMs = 10 * secondMs;

type Looks = Pick<Platform, 'pool' | 'clock' | 'log' | 'troubles'>;

/**
 * Counts every trouble, one after the other on one connection. The server itself ends a count that takes too long: were
 * it only left behind here, it would keep its connection while the next begins. Never throws: what cannot be counted is
 * itself worth seeing.
 */
export async function lookAtTroubles({ pool, clock, log, troubles }: Looks): Promise<SeenTrouble[]> {
  const seen: SeenTrouble[] = [];
  const missed = (trouble: Trouble, error: unknown) => {
    log.warn('a trouble could not be counted', { trouble: trouble.name, error });
    seen.push({ trouble, count: null });
  };
  const connection = await pool.connect().catch((error: unknown) => {
    for (const trouble of troubles) missed(trouble, error);
    return null;
  });
  if (!connection) return seen;
  const db = handleOf(connection);
  let isWhole = true;
  for (const trouble of troubles) {
    try {
      await connection.query(`begin read only; set local statement_timeout = ${answerWithinMs}`);
      seen.push({ trouble, count: await trouble.count(db, clock.now()) });
    } catch (error) {
      missed(trouble, error);
    }
    // Where it cannot be ended it goes, and with it whatever it still does.
    await connection.query('rollback').catch(() => {
      isWhole = false;
    });
  }
  connection.release(!isWhole);
  return seen;
}

const lastLook = weakMemo((_bus: Platform['bus']) => ({
  endedAt: Number.NEGATIVE_INFINITY,
  isLooking: false,
  look: Promise.resolve<SeenTrouble[]>([]),
}));

/** The same, as of some seconds ago at most; all who ask meanwhile share one look, however long it takes. */
export async function troublesOfLate(platform: Looks & Pick<Platform, 'bus'>): Promise<SeenTrouble[]> {
  const kept = lastLook(platform.bus);
  // By the machine's own count: the sandbox's clock may be moved by a day at once.
  if (!kept.isLooking && performance.now() - kept.endedAt > keptMs) {
    kept.isLooking = true;
    kept.look = lookAtTroubles(platform).finally(() => {
      kept.isLooking = false;
      kept.endedAt = performance.now();
    });
  }
  return kept.look;
}
