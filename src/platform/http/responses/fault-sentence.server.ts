import { newId } from '#kernel/ids.ts';
import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { isDatabaseAway } from '../../db/db.ts';
import type { Platform } from '../../platform.ts';
import { currentScene } from '../../security-log/scene.ts';
import { awayRetrySeconds } from './problem.ts';

/** The message shown instead of an unexpected error; it may name the request id of the log entry. */
type Sentence = string | ((requestId: string) => string);

/** Awaits `work`. Rethrows a refusal; logs any other error and throws a refusal with `code` and `sentence` (503). */
export async function faultAs<T>(
  { log }: Pick<Platform, 'log'>,
  code: string,
  sentence: Sentence,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) throw error;
    const requestId = currentScene()?.requestId ?? newId();
    log.error(`${code}: the person is asked to try again`, { requestId, error });
    const message = typeof sentence === 'string' ? sentence : sentence(requestId);
    throw new Refusal(503, code, message, isDatabaseAway(error) ? { retryAfterSeconds: awayRetrySeconds } : {});
  }
}
