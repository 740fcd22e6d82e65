import { secondMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
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

type Looks = Pick<Platform, 'db' | 'clock' | 'log' | 'troubles'>;

/** Counts every trouble, one after the other so that a look takes one connection. Never throws: what cannot be counted is itself worth seeing. */
export async function lookAtTroubles({ db, clock, log, troubles }: Looks): Promise<SeenTrouble[]> {
  const seen: SeenTrouble[] = [];
  for (const trouble of troubles) {
    const count = await inTime(trouble.count(db, clock.now())).catch((error: unknown) => {
      log.warn('a trouble could not be counted', { trouble: trouble.name, error });
      return null;
    });
    seen.push({ trouble, count });
  }
  return seen;
}

/** The same, as of some seconds ago at most; all who ask meanwhile share one look. */
export async function troublesOfLate(platform: Looks & Pick<Platform, 'bus'>): Promise<SeenTrouble[]> {
  const kept = shared(platform.bus, 'troubles.look', () => ({ at: Number.NEGATIVE_INFINITY, look: Promise.resolve<SeenTrouble[]>([]) }));
  // By the machine's own count: the sandbox's clock may be moved by a day at once.
  if (performance.now() - kept.at > keptMs) {
    kept.at = performance.now();
    kept.look = lookAtTroubles(platform);
  }
  return kept.look;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answerWithinMs} ms`)), answerWithinMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
