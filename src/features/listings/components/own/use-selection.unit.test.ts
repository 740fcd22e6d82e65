import { expect, test } from 'vitest';
import { rowsBetween } from './use-selection.ts';

test('a range goes in both directions, and starts again where its first row is on another page', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(rowsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rowsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(rowsBetween(ids, 'c', 'c')).toEqual(['c']);
  expect(rowsBetween(ids, 'gone', 'c')).toEqual(['c']);
});
