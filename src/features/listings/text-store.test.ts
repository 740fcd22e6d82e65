import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TagCache } from '#platform/cache/tag-cache.ts';
import { type ListingText, TextStore } from './text-store.ts';

const textOf = (n: number, length: number): ListingText => ({
  id: `listing-${n}`,
  sellerId: `seller-${n % 3}`,
  text: Buffer.from(`${n} é `.padEnd(length, '.')),
  place: null,
  priceRank: n * 7,
  publishedAt: 1_700_000_000_000_000 + n,
  expiresAt: 1_800_000_000_000_000 + n,
});

describe('[10-2] texts of listings in memory', () => {
  test('are given as they were kept or not at all, and the newest are there', () => {
    const act = fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 5, max: 60 }), fc.constantFrom('keep', 'change', 'find'));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 120 }), (acts) => {
        const changes = new TagCache(1);
        const store = new TextStore(changes, 400, 4);
        const last = new Map<number, ListingText | null>();
        for (const [n, length, what] of acts) {
          if (what === 'change') {
            changes.drop([`listing:listing-${n}`]);
            last.set(n, null);
          } else if (what === 'keep') {
            last.set(n, textOf(n, length));
            store.keep(n, textOf(n, length), 10, changes.begin());
            expect(store.find(n, 0)).toEqual({ ...textOf(n, length), place: expect.any(Number) });
          }
          const found = store.find(n, 0);
          if (found) expect(found).toEqual({ ...last.get(n), place: found.place });
          expect(store.find(n, 10)).toBeUndefined();
        }
      }),
    );
  });

  test('are wrong with the next event of their listing or their seller, and not kept where that came while they were read', () => {
    const changes = new TagCache(1);
    const store = new TextStore(changes, 4_000, 16);
    for (const n of [1, 2, 3]) store.keep(n, textOf(n, 30), 10, changes.begin());
    changes.drop(['profile:seller-1']);
    expect([1, 2, 3].map((n) => store.find(n, 0) !== undefined)).toEqual([false, true, true]);
    const begun = changes.begin();
    changes.drop(['listing:listing-2']);
    store.keep(2, textOf(2, 30), 10, begun);
    expect([2, 3].map((n) => store.find(n, 0) !== undefined)).toEqual([false, true]);
    changes.clear();
    expect(store.find(3, 0)).toBeUndefined();
  });
});
