import { expect, test } from 'vitest';
import { eachApart } from './each-apart.ts';

test('one that fails keeps none of the others; the error is thrown at the end', async () => {
  const done: number[] = [];
  const work = async (one: number) => {
    if (one % 2 === 0) throw new Error(`${one} is even`);
    done.push(one);
  };
  await expect(eachApart([1, 2, 3], work)).rejects.toThrow('2 is even');
  await expect(eachApart([2, 4, 5], work)).rejects.toThrow('2 failed, the first: Error: 2 is even');
  await eachApart([7], work);
  expect(done).toEqual([1, 3, 5, 7]);
});
