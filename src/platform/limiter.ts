import pLimit from 'p-limit';
import { Refusal } from '#kernel/refusal.ts';

/** Runs the work now or when others have ended. `busy` replaces the sentence of the refusal. */
export type Limiter = <T>(work: () => Promise<T>, busy?: string) => Promise<T>;

/**
 * Runs at most `concurrency` pieces of work at a time, in the order in which they came. While `maxWaiting` wait the
 * next is refused: 503 `busy` with the sentence `busy`, and Retry-After of five seconds.
 */
export function createLimiter(concurrency: number, maxWaiting: number, busy: string): Limiter {
  const limit = pLimit(concurrency);
  return async (work, sentence = busy) => {
    if (limit.pendingCount >= maxWaiting) throw new Refusal(503, 'busy', sentence, { retryAfterSeconds: 5 });
    return limit(work);
  };
}
