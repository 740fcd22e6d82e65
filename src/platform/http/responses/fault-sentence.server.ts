import { newId } from '#kernel/ids.ts';
import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { isDatabaseAway } from '../../db/db.ts';
import type { Platform } from '../../platform.ts';
import { currentScene } from '../../security-log/scene.ts';
import { awayRetrySeconds } from './problem.ts';

/** What a person reads in place of a fault; a sentence may name the request under which the fault stands in the log. */
type Sentence = string | ((requestId: string) => string);

/**
 * Waits for `work`. A refusal says itself what is wrong; a fault goes to the log and becomes `sentence` under `code`
 * (503), which says what to do.
 */
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
    const said = typeof sentence === 'string' ? sentence : sentence(requestId);
    throw new Refusal(503, code, said, isDatabaseAway(error) ? { retryAfterSeconds: awayRetrySeconds } : {});
  }
}
