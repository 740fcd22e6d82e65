import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '#platform/db/db.ts';

/**
 * Stores in the transaction of a request that its effect was committed, and the id of what it created. Throws when the
 * effect must not be committed any more.
 */
export type EffectMark = (db: Db, made: string | null) => Promise<void>;

/**
 * A repeatable request must know, after a crash too, whether its effect was committed. The mark is passed by
 * `AsyncLocalStorage` so that use cases need no parameter for it; `write` stores it.
 */
const marks = new AsyncLocalStorage<EffectMark>();

export function withEffectMark<T>(mark: EffectMark, work: () => Promise<T>): Promise<T> {
  return marks.run(mark, work);
}

export function effectMark(): EffectMark | undefined {
  return marks.getStore();
}
