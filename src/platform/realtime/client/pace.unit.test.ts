import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('one thing passes once in its time, others beside it, and nothing is kept longer', () => {
  let now = 0;
  const pace = new Pace(1_000, () => now);
  expect([pace.take('a'), pace.take('a'), pace.take('b')]).toEqual([true, false, true]);
  now = 999;
  expect([pace.take('a'), pace.take('c')]).toEqual([false, true]);
  now = 1_000;
  expect([pace.take('a'), pace.take('a'), pace.take('c')]).toEqual([true, false, false]);
  now = 5_000;
  expect([pace.take('d'), pace.size]).toEqual([true, 1]);
});
