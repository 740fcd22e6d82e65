import { weakMemo } from '#kernel/weak-memo.ts';
import type { Platform } from '#platform/platform.ts';

export interface ReadThroughOptions<T> {
  /** Milliseconds for which the value may be returned. */
  forMs: number | ((value: T) => number);
  /** Topics whose next event makes the value stale. */
  tags(value: T): readonly string[];
  /** An estimate of the memory that the value takes. */
  bytes(value: T): number;
}

const readsUnderWay = weakMemo((_bus: Platform['bus']) => new Map<string, Promise<unknown>>());

/**
 * The cached value of this key, or what `read` returns, which is then cached. Concurrent callers share one read: the
 * others wait for it, and get its value only if nothing that it depends on has changed since it began. A read that
 * fails fails for its own caller only.
 */
export async function readThrough<T>(
  { cache, clock, bus }: Pick<Platform, 'cache' | 'clock' | 'bus'>,
  key: string,
  { forMs, tags, bytes }: ReadThroughOptions<T>,
  read: () => Promise<T>,
): Promise<T> {
  const nowMs = () => clock.now().getTime();
  const pending = readsUnderWay(bus);
  let cached = cache.find<{ value: T }>(key, nowMs());
  // Where a read's value could not be cached the first of those who waited reads next, and the others wait for that.
  for (let waits = 0; !cached && waits < 2; waits++) {
    const other = pending.get(key);
    if (!other) break;
    await other.catch(() => {});
    cached = cache.find<{ value: T }>(key, nowMs());
  }
  if (cached) return cached.value;
  const readAt = cache.begin();
  const reading = read();
  pending.set(key, reading);
  try {
    const value = await reading;
    const expiresAtMs = nowMs() + (typeof forMs === 'number' ? forMs : forMs(value));
    cache.store(key, { value: { value }, bytes: bytes(value), tags: tags(value), expiresAtMs }, readAt);
    return value;
  } finally {
    if (pending.get(key) === reading) pending.delete(key);
  }
}
