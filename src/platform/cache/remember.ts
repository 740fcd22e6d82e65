import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { AskedLately } from './asked-lately.ts';

export interface Remembered<T> {
  forMs: number | ((value: T) => number);
  /** Of several lines that readers stand in, the one of this reader: whoever waits for another's reading waits for one of the same line. */
  line?: string;
  /** Kept only for what somebody else asks for too, now or a moment ago: of what nearly everybody asks differently. */
  isOnlyForMany?: boolean;
  /** Told of a value before it is kept: others are given the same from then on. */
  keeping?(value: T): void;
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
  { forMs, line = '', isOnlyForMany = false, keeping, tags, bytes }: Remembered<T>,
  read: () => Promise<T>,
): Promise<T> {
  const { cache, clock } = platform;
  const find = () => cache.find<{ value: T }>(key, clock.now().getTime());
  let kept = find();
  if (kept) return kept.value;
  const { reading, asked } = shared(platform.bus, 'cache.reading', openReading);
  const place = `${line} ${key}`;
  const isForMany = !isOnlyForMany || asked.note(key, clock.now().getTime());
  const underWay = reading.get(place);
  if (underWay) {
    underWay.isForMany = true;
    await underWay.value.catch(() => {});
    kept = find();
  }
  if (kept) return kept.value;
  const begun = cache.begin();
  const own = { value: read(), isForMany };
  reading.set(place, own);
  try {
    const value = await own.value;
    if (!own.isForMany) return value;
    keeping?.(value);
    const expiresAtMs = clock.now().getTime() + (typeof forMs === 'number' ? forMs : forMs(value));
    cache.keep(key, { value: { value }, bytes: bytes(value), tags: tags(value), expiresAtMs }, begun);
    return value;
  } finally {
    if (reading.get(place) === own) reading.delete(place);
  }
}

interface Reading {
  value: Promise<unknown>;
  isForMany: boolean;
}

/** Answers are kept for some seconds: what nobody asked for within them was pushed out, or is wrong by now. */
const askedMs = 5_000;
const openReading = () => ({ reading: new Map<string, Reading>(), asked: new AskedLately(askedMs) });
