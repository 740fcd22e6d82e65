import pLimit from 'p-limit';
import { Refusal } from '#kernel/refusal.ts';

/** Runs the work now, or when running work has ended. `busy` replaces the message of the refusal. */
export type Limiter = <T>(work: () => Promise<T>, busy?: string) => Promise<T>;

/**
 * Runs at most `concurrency` tasks at a time, first in, first out. When `maxWaiting` tasks wait, the next is refused:
 * 503 `busy` with the message `busy`, and Retry-After of five seconds.
 */
export function createLimiter(concurrency: number, maxWaiting: number, busy: string): Limiter {
  const limit = pLimit(concurrency);
  return async (work, sentence = busy) => {
    if (limit.pendingCount >= maxWaiting) throw new Refusal(503, 'busy', sentence, { retryAfterSeconds: 5 });
    return limit(work);
  };
}
