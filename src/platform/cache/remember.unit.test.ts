import { expect, test } from 'vitest';
import { MovableClock } from '../clock/clock.ts';
import { Bus } from '../outbox/bus.ts';
import { readThrough } from './remember.ts';
import { TagCache } from './tag-cache.ts';

function setUp() {
  const bus = new Bus();
  const cache = new TagCache(1_000_000);
  cache.follow(bus);
  let reads = 0;
  const gates: (() => void)[] = [];
  const platform = { bus, cache, clock: new MovableClock() };
  return {
    platform,
    change: () => bus.committed([{ kind: 'thing.changed', subject: 'a', version: 2, topics: ['thing:a'] }]),
    reads: () => reads,
    open: () => gates.splice(0).forEach((gate) => void gate()),
    ask: () =>
      readThrough(platform, 'things', { forMs: 1_000, tags: () => ['thing:a'], bytes: () => 100 }, async () => {
        const mine = ++reads;
        await new Promise<void>((resolve) => gates.push(resolve));
        return mine;
      }),
  };
}

test('is read once for all who ask meanwhile, and again when its time is over or a topic of its changed', async () => {
  const { platform, ask, open, reads, change } = setUp();
  const both = [ask(), ask()];
  open();
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(await ask()).toBe(1);
  platform.clock.advance(1_001);
  const later = ask();
  open();
  expect(await later).toBe(2);
  change();
  const changed = ask();
  open();
  expect(await changed).toBe(3);
  expect(reads()).toBe(3);
});

test('who asked after a change is not given what was read before it', async () => {
  const { ask, open, change } = setUp();
  const early = ask();
  change();
  const late = ask();
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
  const ask = () => readThrough(platform, 'page', options, async () => ++reads);
  expect(await ask()).toBe(1);
  platform.clock.advance(501);
  expect(await ask()).toBe(2);
  platform.clock.advance(501);
  expect(await ask()).toBe(2);
});

test('a read that fails is nobody else’s failure', async () => {
  const { platform } = setUp();
  const options = { forMs: 1_000, tags: () => [], bytes: () => 1 };
  const failing = readThrough(platform, 'x', options, async () => Promise.reject(new Error('away')));
  const other = readThrough(platform, 'x', options, async () => 'there');
  await expect(failing).rejects.toThrow('away');
  expect(await other).toBe('there');
});

test('of those who wait for a read that fails one reads next, and the others get what it read', async () => {
  const { platform } = setUp();
  const options = { forMs: 1_000, tags: () => [], bytes: () => 1 };
  let reads = 0;
  const failing = readThrough(platform, 'x', options, () => Promise.reject(new Error('away')));
  const others = Array.from({ length: 5 }, () => readThrough(platform, 'x', options, async () => ++reads));
  await expect(failing).rejects.toThrow('away');
  expect(await Promise.all(others)).toEqual([1, 1, 1, 1, 1]);
});
