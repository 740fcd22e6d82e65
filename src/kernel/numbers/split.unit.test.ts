import { expect, test } from 'vitest';
import { seeded } from '../../../dev/demo/seeded.ts';
import { splitByRemainder } from './split.ts';

test('an amount is split by weight; what is left goes to the largest remainders', () => {
  expect(splitByRemainder(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitByRemainder(10, [1, 2, 4])).toEqual([1, 3, 6]);
  expect(splitByRemainder(5, [0, 7, 0])).toEqual([0, 5, 0]);
  expect(splitByRemainder(0, [3, 4])).toEqual([0, 0]);
  expect(splitByRemainder(0, [])).toEqual([]);
});

test('amounts beyond 2⁵³ in between are exact', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(splitByRemainder(most, [most, most])).toEqual([(most + 1) / 2, (most - 1) / 2]);
});

test('an amount that no part takes, a part below zero and half a unit are refused', () => {
  for (const [amount, weights] of [
    [1, []],
    [1, [0, 0]],
    [-1, [1]],
    [1.5, [1]],
    [1, [-1, 2]],
    [1, [0.5]],
  ] as const)
    expect(() => splitByRemainder(amount, weights), `${amount} over ${weights}`).toThrow(RangeError);
});

test('100,000 random splits sum exactly, and each part is within one unit of its share', () => {
  const random = seeded(37);
  const wrong: string[] = [];
  for (let run = 0; run < 100_000; run++) {
    const amount = Math.floor(10 ** (random() * 12));
    const weights = Array.from({ length: 1 + Math.floor(random() * 20) }, () => Math.floor(random() * 100_000));
    weights[0] = (weights[0] ?? 0) + 1;
    const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
    const parts = splitByRemainder(amount, weights);
    const sum = parts.reduce((all, part) => all + part, 0);
    const isNear = parts.every((part, at) => {
      const away = BigInt(part) * total - BigInt(amount) * BigInt(weights[at] ?? 0);
      return away > -total && away < total;
    });
    if (sum !== amount || !isNear) wrong.push(`${amount} over ${weights}: ${parts}`);
  }
  expect(wrong).toEqual([]);
});
