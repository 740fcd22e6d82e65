import { isRefusal, Refusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../messages.ts';

/** What a person hears when something that nobody foresaw went wrong, by code (ER-05). */
const sentences = { profile_failed: messages.profileFailed, link_failed: messages.linkFailed } as const;

/** Waits for `work`. A refusal says itself what is wrong; a fault goes to the log and becomes the sentence of `code`, which says what to do. */
export async function faultAs<T>({ log }: Pick<Platform, 'log'>, code: keyof typeof sentences, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) throw error;
    log.error(`${code}: the person is asked to try again`, { error });
    throw new Refusal(503, code, sentences[code]);
  }
}
