import { expect, test } from 'vitest';
import { Throttle } from './pace.ts';

test('a key passes once in its interval, independent of others, and is not stored longer', () => {
  let now = 0;
  const pace = new Throttle(1_000, () => now);
  expect([pace.take('a'), pace.take('a'), pace.take('b')]).toEqual([true, false, true]);
  now = 999;
  expect([pace.take('a'), pace.take('c')]).toEqual([false, true]);
  now = 1_000;
  expect([pace.take('a'), pace.take('a'), pace.take('c')]).toEqual([true, false, false]);
  now = 5_000;
  expect([pace.take('d'), pace.size]).toEqual([true, 1]);
});
