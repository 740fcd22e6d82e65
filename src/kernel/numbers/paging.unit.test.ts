import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { isRefusal } from '../refusal.ts';
import { badCursorWords, cursorPart, encodeCursor, listAddress, pageOf, readCursor } from './paging.ts';
import { pageQuery } from './paging-schema.ts';

const { text, id, whole, moment } = cursorPart;

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return isRefusal(error) && error.status === 422 && error.errors?.cursor;
  }
  return null;
}

test('a cursor is decoded as it was encoded; any other text is refused, naming the field', () => {
  const anything = (part: unknown) => part;
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 }),
      (key) => {
        expect(readCursor(encodeCursor(key), ...key.map(() => anything))).toEqual(key);
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), (given) => {
      expect(refusalOf(() => readCursor(given, text, text, text))).toBe(badCursorWords);
    }),
  );
});

test('a part of another type than the sort key is refused before it reaches the database', () => {
  const wrong: [readonly (string | number | null)[], (part: string | number | null) => unknown][] = [
    [['a\0'], text],
    [[1], text],
    [['x'.repeat(65)], id],
    [['1'], whole],
    [[1e300], whole],
    [[1.5], whole],
    [[null], whole],
    [['yesterday'], moment],
    [['2026-13-40T99:99:99.000Z'], moment],
    [['2026-02-30T10:00:00.000Z'], moment],
    [['2026-02-28T24:00:00.000Z'], moment],
    [['0000-01-01T00:00:00.000Z'], moment],
  ];
  for (const [key, reader] of wrong)
    expect([key, refusalOf(() => readCursor(encodeCursor(key), reader))]).toEqual([key, badCursorWords]);
  expect(refusalOf(() => readCursor(encodeCursor(['a', 'b']), text))).toBe(badCursorWords);
  expect(readCursor(encodeCursor(['2024-02-29T23:59:59Z']), moment)).toEqual(['2024-02-29T23:59:59Z']);
  expect(readCursor(encodeCursor(['2026-03-01T12:00:00.000Z', 'k1']), moment, id)).toEqual([
    '2026-03-01T12:00:00.000Z',
    'k1',
  ]);
});

test('a page has a cursor exactly when there are more rows, from its last row', () => {
  const rows = [{ at: 3 }, { at: 2 }, { at: 1 }];
  const first = pageOf(rows, 2, ({ at }) => [at]);
  expect([first.items, readCursor(first.nextCursor ?? '', whole)]).toEqual([[{ at: 3 }, { at: 2 }], [2]]);
  expect(pageOf(rows, 3, ({ at }) => [at])).toEqual({ items: rows, nextCursor: null });
  expect(pageOf([], 3, () => [])).toEqual({ items: [], nextCursor: null });
});

test('the query parameters of a list, and the address of a page', () => {
  const query = z.object(pageQuery(20));
  expect([query.parse({}), query.parse({ limit: '7' }).limit]).toEqual([{ limit: 20 }, 7]);
  for (const limit of ['0', '101', '1.5', 'x'])
    expect(query.safeParse({ limit }).error?.issues[0]?.message).toBe(
      'Enter a whole number from 1 to 100 as the limit.',
    );
  expect(listAddress('/orders', { side: 'selling', tab: '', cursor: 'a b' })).toBe('/orders?side=selling&cursor=a+b');
  expect(listAddress('/orders', { side: undefined, cursor: null })).toBe('/orders');
});
