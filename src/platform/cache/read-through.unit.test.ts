import { expect, test } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { readThrough } from './read-through.ts';
import { TagCache } from './tag-cache.ts';

function setUp() {
  const bus = new Bus();
  const cache = new TagCache(1_000_000);
  cache.follow(bus);
  let reads = 0;
  const pending: (() => void)[] = [];
  const platform = { bus, cache, clock: new MovableClock() };
  return {
    platform,
    change: () => bus.committed([{ kind: 'thing.changed', subject: 'a', version: 2, topics: ['thing:a'] }]),
    reads: () => reads,
    open: () => pending.splice(0).forEach((resolve) => void resolve()),
    read: () =>
      readThrough(platform, 'things', { forMs: 1_000, tags: () => ['thing:a'], bytes: () => 100 }, async () => {
        const mine = ++reads;
        await new Promise<void>((resolve) => pending.push(resolve));
        return mine;
      }),
  };
}

test('concurrent callers share one read, and the value is read again after its time or a change of its topic', async () => {
  const { platform, read, open, reads, change } = setUp();
  const both = [read(), read()];
  open();
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(await read()).toBe(1);
  platform.clock.advance(1_001);
  const later = read();
  open();
  expect(await later).toBe(2);
  change();
  const changed = read();
  open();
  expect(await changed).toBe(3);
  expect(reads()).toBe(3);
});

test('a call after a change does not get a value that was read before it', async () => {
  const { read, open, change } = setUp();
  const early = read();
  change();
  const late = read();
  open();
  expect(await early).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  open();
  expect(await late).toBe(2);
});

test('how long a value is cached may depend on the value', async () => {
  const { platform } = setUp();
  let reads = 0;
  const options = { forMs: (value: number) => value * 500, tags: () => [], bytes: () => 1 };
  const read = () => readThrough(platform, 'page', options, async () => ++reads);
  expect(await read()).toBe(1);
  platform.clock.advance(501);
  expect(await read()).toBe(2);
  platform.clock.advance(501);
  expect(await read()).toBe(2);
});

test('a failed read fails for its own caller only', async () => {
  const { platform } = setUp();
  const options = { forMs: 1_000, tags: () => [], bytes: () => 1 };
  const failing = readThrough(platform, 'x', options, async () => Promise.reject(new Error('away')));
  const other = readThrough(platform, 'x', options, async () => 'there');
  await expect(failing).rejects.toThrow('away');
  expect(await other).toBe('there');
});

test('after a failed read one waiting caller reads, and the others get its value', async () => {
  const { platform } = setUp();
  const options = { forMs: 1_000, tags: () => [], bytes: () => 1 };
  let reads = 0;
  const failing = readThrough(platform, 'x', options, () => Promise.reject(new Error('away')));
  const others = Array.from({ length: 5 }, () => readThrough(platform, 'x', options, async () => ++reads));
  await expect(failing).rejects.toThrow('away');
  expect(await Promise.all(others)).toEqual([1, 1, 1, 1, 1]);
});
