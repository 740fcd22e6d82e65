import { expect, test } from 'vitest';
import { averageRating } from './rating.rules.ts';

test.each([
  [0, 0, null],
  [1, 5, 5],
  [1, 1, 1],
  [3, 13, 4.33],
  [3, 14, 4.67],
  [8, 37, 4.63],
  [200, 999, 5],
  [201, 1_000, 4.98],
  [1_000_000, 4_444_449, 4.44],
])('[EN-02] %i reviews with %i stars make %s', (count, stars, average) =>
  expect(averageRating({ count, stars })).toBe(average));

test.each([
  [0, 1],
  [1, 0],
  [1, 6],
  [2, 1],
  [-1, -1],
  [1.5, 3],
  [2, 4.5],
])('[EN-02] %d reviews cannot have %d stars', (count, stars) =>
  expect(() => averageRating({ count, stars })).toThrow(RangeError));
