import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';

export interface Remembered<T> {
  forMs: number;
  /** Topics whose next event makes the value wrong. */
  tags(value: T): readonly string[];
  /** Of the memory that the value takes, roughly. */
  bytes(value: T): number;
}

/**
 * What is kept under this key, or what `read` gives now, which is then kept. When it has to be read anew, one caller reads and the others wait; it is
 * given to them only if nothing that it depends on has changed meanwhile.
 */
export async function remember<T>(
  platform: Pick<Platform, 'cache' | 'clock' | 'bus'>,
  key: string,
  { forMs, tags, bytes }: Remembered<T>,
  read: () => Promise<T>,
): Promise<T> {
  const { cache, clock } = platform;
  const find = () => cache.find<{ value: T }>(key, clock.now().getTime());
  const reading = shared(platform.bus, 'cache.reading', () => new Map<string, Promise<unknown>>());
  let kept = find();
  const underWay = kept ? undefined : reading.get(key);
  if (underWay) {
    await underWay.catch(() => {});
    kept = find();
  }
  if (kept) return kept.value;
  const begun = cache.begin();
  const own = read();
  reading.set(key, own);
  try {
    const value = await own;
    cache.keep(key, { value: { value }, bytes: bytes(value), tags: tags(value), expiresAtMs: clock.now().getTime() + forMs }, begun);
    return value;
  } finally {
    if (reading.get(key) === own) reading.delete(key);
  }
}
