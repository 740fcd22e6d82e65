import { expect, test } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { remember } from './remember.ts';
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
      remember(platform, 'things', { forMs: 1_000, tags: () => ['thing:a'], bytes: () => 100 }, async () => {
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

test('whoever stands in another line reads for themselves, and what they kept is everybody’s; how long it is kept may depend on what was read', async () => {
  const { platform } = setUp();
  const opened: ((value: number) => void)[] = [];
  const ask = (line: string) =>
    remember(
      platform,
      'page',
      { line, forMs: (value: number) => value, tags: () => [], bytes: () => 1 },
      () => new Promise<number>((resolve) => opened.push(resolve)),
    );
  const [visitor, other, member] = [ask('visitors'), ask('visitors'), ask('members')];
  expect(opened).toHaveLength(2);
  opened[1]?.(1_000);
  expect(await member).toBe(1_000);
  expect(await ask('visitors')).toBe(1_000);
  opened[0]?.(500);
  expect(await Promise.all([visitor, other])).toEqual([500, 500]);
  platform.clock.advance(501);
  void ask('members');
  expect(opened).toHaveLength(3);
});

test('a read that fails is nobody else’s failure', async () => {
  const { platform } = setUp();
  const options = { forMs: 1_000, tags: () => [], bytes: () => 1 };
  const failing = remember(platform, 'x', options, async () => Promise.reject(new Error('away')));
  const other = remember(platform, 'x', options, async () => 'there');
  await expect(failing).rejects.toThrow('away');
  expect(await other).toBe('there');
});

test('[10-5] what is for many alone is not kept for the first who asks, but for the second, and at once where somebody waits for the same reading', async () => {
  const { platform } = setUp();
  let reads = 0;
  const given: number[] = [];
  const keeping = (value: number) => void given.push(value);
  const options = { forMs: 5_000, isOnlyForMany: true, keeping, tags: () => [], bytes: () => 100 };
  const ask = (key: string) => remember(platform, key, options, async () => ++reads);
  const kept = () => platform.cache.stats().entries;
  expect([await ask('pikachu'), kept()]).toEqual([1, 0]);
  expect([await ask('pikachu'), kept()]).toEqual([2, 1]);
  expect([await ask('pikachu'), kept()]).toEqual([2, 1]);
  expect(await Promise.all([ask('charizard'), ask('charizard')])).toEqual([3, 3]);
  expect([await ask('charizard'), kept()]).toEqual([3, 2]);
  // Nobody has asked for a while: the next one is the first again.
  platform.clock.advance(20_000);
  expect([await ask('pikachu'), await ask('mew')]).toEqual([4, 5]);
  expect([await ask('pikachu'), await ask('pikachu')]).toEqual([6, 6]);
  // What others are given is told of, and nothing else: the rest is its asker's alone.
  expect(given).toEqual([2, 3, 6]);
});
