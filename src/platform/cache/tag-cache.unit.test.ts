import { describe, expect, test } from 'vitest';
import { Bus } from '../outbox/bus.ts';
import { TagCache } from './tag-cache.ts';

const entry = (value: string, tags: string[], bytes = 10) => ({ value, bytes, tags, expiresAtMs: 1_000 });

describe('TagCache', () => {
  test('returns a stored value until it expires', () => {
    const cache = new TagCache(1_000);
    cache.store('a', entry('one', ['x']), cache.begin());
    expect(cache.find('a', 999)).toBe('one');
    expect(cache.find('a', 1_000)).toBeUndefined();
    expect(cache.stats()).toEqual({ hits: 1, misses: 1, entries: 0, bytes: 0 });
  });

  test('drops the entries of an event’s topics before the writer continues, and no others', () => {
    const cache = new TagCache(1_000);
    const bus = new Bus();
    cache.follow(bus);
    cache.store('a', entry('one', ['listing:1', 'listings']), cache.begin());
    cache.store('b', entry('two', ['listing:2']), cache.begin());
    bus.committed([{ kind: 'listing.changed', subject: '1', version: 2, topics: ['listing:1'] }]);
    expect(cache.find('a', 0)).toBeUndefined();
    expect(cache.find('b', 0)).toBe('two');
  });

  test('drops entries at the commit of this process’s events and at the arrival of other processes’ events', () => {
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
    const isStoredAfter = (notify: () => void) => {
      cache.store('a', entry('one', ['listing:1']), cache.begin());
      notify();
      return cache.find('a', 0) !== undefined;
    };
    expect(isStoredAfter(() => bus.committed([happened]))).toBe(false);
    expect(isStoredAfter(() => bus.published([{ ...happened, position: 1 }]))).toBe(true);
    // The same event again counts as another process's, and so does one before a gap.
    expect(isStoredAfter(() => bus.published([{ ...happened, position: 2 }]))).toBe(false);
    bus.committed([happened]);
    bus.gap(3);
    expect(isStoredAfter(() => bus.published([{ ...happened, position: 4 }]))).toBe(false);
  });

  test('does not store a value that changed between its read and its storing', () => {
    const cache = new TagCache(1_000);
    const readAt = cache.begin();
    cache.drop(['listing:1']);
    cache.store('a', entry('old', ['listing:1']), readAt);
    cache.store('b', entry('fine', ['listing:2']), readAt);
    expect(cache.find('a', 0)).toBeUndefined();
    expect(cache.find('b', 0)).toBe('fine');
  });

  test('treats an evicted tag as changed', () => {
    const cache = new TagCache(1_000);
    const readAt = cache.begin();
    for (let i = 0; i < 20_010; i++) cache.drop([`t${i}`]);
    expect(cache.changedSince(['never-seen'], readAt)).toBe(true);
    expect(cache.changedSince(['never-seen'], cache.begin())).toBe(false);
  });

  test('evicts the tag that changed longest ago first, however often its entry is read', () => {
    const cache = new TagCache(1_000);
    cache.drop(['a']);
    cache.store('of a', entry('one', ['a']), cache.begin());
    const readAt = cache.begin();
    cache.drop(['b']);
    expect(cache.find('of a', 0)).toBe('one');
    // As many as the cache holds: the first two are evicted.
    for (let i = 0; i < 20_000; i++) cache.drop([`t${i}`]);
    expect(cache.changedSince(['b'], readAt)).toBe(true);
  });

  test('while this process is disconnected from the others, stores and returns only entries without tags', () => {
    const cache = new TagCache(1_000);
    const bus = new Bus();
    cache.follow(bus);
    cache.store('listing', entry('one', ['listing:1']), cache.begin());
    cache.store('price', entry('5 €', []), cache.begin());
    const readAt = cache.begin();
    bus.setConnected(false);
    expect(cache.find('listing', 0)).toBeUndefined();
    expect(cache.find('price', 0)).toBe('5 €');
    cache.store('listing', entry('one', ['listing:1']), cache.begin());
    cache.store('rate', entry('1.1', []), cache.begin());
    expect(cache.find('listing', 0)).toBeUndefined();
    expect(cache.find('rate', 0)).toBe('1.1');
    bus.setConnected(true);
    // Changes during the disconnection are unknown: a value read before is not stored after it.
    cache.store('listing', entry('one', ['listing:1']), readAt);
    expect(cache.find('listing', 0)).toBeUndefined();
    expect(cache.stats().bytes).toBe(20);
  });

  test('evicts the least recently used entry and stays within its memory', () => {
    const cache = new TagCache(100);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
      cache.store(key, entry(key, ['t']), cache.begin());
    expect(cache.find('a', 0)).toBe('a');
    cache.store('k', entry('k', ['t']), cache.begin());
    expect(cache.find('b', 0)).toBeUndefined();
    expect(cache.find('a', 0)).toBe('a');
    expect(cache.stats().bytes).toBe(100);
  });
});
