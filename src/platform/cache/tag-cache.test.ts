import { describe, expect, test } from 'vitest';
import { Bus } from '#platform/outbox/bus.ts';
import { TagCache } from './tag-cache.ts';

const entry = (value: string, tags: string[], bytes = 10) => ({ value, bytes, tags, expiresAtMs: 1_000 });

describe('TagCache', () => {
  test('gives what was kept until its time is over', () => {
    const cache = new TagCache(1_000);
    cache.keep('a', entry('one', ['x']), cache.begin());
    expect(cache.find('a', 999)).toBe('one');
    expect(cache.find('a', 1_000)).toBeUndefined();
    expect(cache.stats()).toEqual({ hits: 1, misses: 1, entries: 0, bytes: 0 });
  });

  test('drops what an event touches before the writer goes on, and nothing else', () => {
    const cache = new TagCache(1_000);
    const bus = new Bus();
    cache.follow(bus);
    cache.keep('a', entry('one', ['listing:1', 'listings']), cache.begin());
    cache.keep('b', entry('two', ['listing:2']), cache.begin());
    bus.committed([{ kind: 'listing.changed', subject: '1', version: 2, topics: ['listing:1'] }]);
    expect(cache.find('a', 0)).toBeUndefined();
    expect(cache.find('b', 0)).toBe('two');
  });

  test('drops for an event of this process once, at its commit, and for each of another process when it is told of', () => {
    const cache = new TagCache(1_000);
    const bus = new Bus();
    cache.follow(bus);
    bus.setConnected(true);
    const happened = {
      kind: 'listing.changed',
      subject: '1',
      version: 2,
      topics: ['listing:1'],
      data: {},
      at: new Date(5),
    };
    const isKeptAfter = (notify: () => void) => {
      cache.keep('a', entry('one', ['listing:1']), cache.begin());
      notify();
      return cache.find('a', 0) !== undefined;
    };
    expect(isKeptAfter(() => bus.committed([happened]))).toBe(false);
    expect(isKeptAfter(() => bus.published([{ ...happened, position: 1 }]))).toBe(true);
    // The same again is somebody else's, and so is what a gap made us forget.
    expect(isKeptAfter(() => bus.published([{ ...happened, position: 2 }]))).toBe(false);
    bus.committed([happened]);
    bus.gap(3);
    expect(isKeptAfter(() => bus.published([{ ...happened, position: 4 }]))).toBe(false);
  });

  test('does not keep what changed between reading and keeping', () => {
    const cache = new TagCache(1_000);
    const begun = cache.begin();
    cache.drop(['listing:1']);
    cache.keep('a', entry('old', ['listing:1']), begun);
    cache.keep('b', entry('fine', ['listing:2']), begun);
    expect(cache.find('a', 0)).toBeUndefined();
    expect(cache.find('b', 0)).toBe('fine');
  });

  test('treats a change that it has forgotten as one that happened', () => {
    const cache = new TagCache(1_000);
    const begun = cache.begin();
    for (let i = 0; i < 20_010; i++) cache.drop([`t${i}`]);
    expect(cache.changedSince(['never-seen'], begun)).toBe(true);
    expect(cache.changedSince(['never-seen'], cache.begin())).toBe(false);
  });

  test('forgets the tag that changed longest ago first, however often its entry is read', () => {
    const cache = new TagCache(1_000);
    cache.drop(['a']);
    cache.keep('of a', entry('one', ['a']), cache.begin());
    const begun = cache.begin();
    cache.drop(['b']);
    expect(cache.find('of a', 0)).toBe('one');
    // As many as the cache remembers: the first two are forgotten.
    for (let i = 0; i < 20_000; i++) cache.drop([`t${i}`]);
    expect(cache.changedSince(['b'], begun)).toBe(true);
  });

  test('while this process does not hear the others, keeps and gives what depends on no event, and nothing else', () => {
    const cache = new TagCache(1_000);
    const bus = new Bus();
    cache.follow(bus);
    cache.keep('listing', entry('one', ['listing:1']), cache.begin());
    cache.keep('price', entry('5 €', []), cache.begin());
    const begun = cache.begin();
    bus.setConnected(false);
    expect(cache.find('listing', 0)).toBeUndefined();
    expect(cache.find('price', 0)).toBe('5 €');
    cache.keep('listing', entry('one', ['listing:1']), cache.begin());
    cache.keep('rate', entry('1.1', []), cache.begin());
    expect(cache.find('listing', 0)).toBeUndefined();
    expect(cache.find('rate', 0)).toBe('1.1');
    bus.setConnected(true);
    // What changed while nobody told is not known: read before, it is not kept after.
    cache.keep('listing', entry('one', ['listing:1']), begun);
    expect(cache.find('listing', 0)).toBeUndefined();
    expect(cache.stats().bytes).toBe(20);
  });

  test('gives up the longest unused first and stays within its memory', () => {
    const cache = new TagCache(100);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
      cache.keep(key, entry(key, ['t']), cache.begin());
    expect(cache.find('a', 0)).toBe('a');
    cache.keep('k', entry('k', ['t']), cache.begin());
    expect(cache.find('b', 0)).toBeUndefined();
    expect(cache.find('a', 0)).toBe('a');
    expect(cache.stats().bytes).toBe(100);
  });
});
