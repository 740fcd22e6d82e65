import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { isDatabaseAway } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { awayRetrySeconds } from './problem.ts';

/** Waits for `work`. A refusal says itself what is wrong; a fault goes to the log and becomes `sentence` under `code` (503), which says what to do. */
export async function faultAs<T>({ log }: Pick<Platform, 'log'>, code: string, sentence: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) throw error;
    log.error(`${code}: the person is asked to try again`, { error });
    throw new Refusal(503, code, sentence, isDatabaseAway(error) ? { retryAfterSeconds: awayRetrySeconds } : {});
  }
}
