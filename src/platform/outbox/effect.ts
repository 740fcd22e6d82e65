import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '#platform/db/db.ts';

/**
 * Notes in the transaction of an effect that it happened, and the id of what it made. Throws when the effect must not
 * happen any more.
 */
export type EffectMark = (db: Db, made: string | null) => Promise<void>;

/**
 * A request that may be repeated has to know, after a crash too, whether its effect was committed. No use case should
 * have to be told that it runs for such a request, so the mark travels beside the call and `write` sets it.
 */
const marks = new AsyncLocalStorage<EffectMark>();

export function withEffectMark<T>(mark: EffectMark, work: () => Promise<T>): Promise<T> {
  return marks.run(mark, work);
}

export function effectMark(): EffectMark | undefined {
  return marks.getStore();
}
