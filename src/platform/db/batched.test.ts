import { expect, test } from 'vitest';
import { batched } from './batched.ts';

test('keys requested in one tick are read by one statement, each once; a later request is read separately', async () => {
  const read: number[][] = [];
  let value = 'early';
  const ask = batched(async (keys: number[]) => {
    read.push(keys);
    const now = value;
    await new Promise((resolve) => setImmediate(resolve));
    return new Map(keys.map((key) => [key, `${now} ${key}`]));
  });
  const both = [ask([1, 2]), ask([2, 3])];
  await new Promise((resolve) => setImmediate(resolve));
  // The statement was sent, and may not see later changes.
  value = 'late';
  const late = ask([2]);
  expect((await both[0])?.get(2)).toBe('early 2');
  expect((await both[1])?.get(3)).toBe('early 3');
  expect((await late).get(2)).toBe('late 2');
  expect(read).toEqual([[1, 2, 3], [2]]);
});

test('a failing statement fails its own requests, and no later one', async () => {
  let isAway = true;
  const ask = batched(async (keys: number[]) => {
    if (isAway) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  await expect(Promise.all([ask([1]), ask([2])])).rejects.toThrow('away');
  isAway = false;
  expect((await ask([1])).get(1)).toBe(1);
});
