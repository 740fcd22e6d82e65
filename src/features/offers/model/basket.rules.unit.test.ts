import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitOver, splittableBelow } from './basket.rules.ts';

const lines = fc.array(
  fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), quantity: fc.integer({ min: 1, max: 4 }) }),
  {
    minLength: 2,
    maxLength: 6,
  },
);

test('shares come to the amount, none is above its price, and an amount that is named instead can be split', () => {
  fc.assert(
    fc.property(lines, fc.double({ min: 0.3, max: 1, noNaN: true }), (priced, part) => {
      const amount = Math.max(1, Math.floor(priced.reduce((sum, line) => sum + line.amount * line.quantity, 0) * part));
      const { shares, left } = splitOver(amount, priced);
      expect(shares.reduce((sum, share, n) => sum + share * (priced[n]?.quantity ?? 0), left)).toBe(amount);
      for (const [n, share] of shares.entries()) expect(share).toBeLessThanOrEqual(priced[n]?.amount ?? 0);
      if (left === 0) return;
      const near = splittableBelow(amount, priced);
      if (near !== null) expect([near < amount, splitOver(near, priced).left]).toEqual([true, 0]);
    }),
    { numRuns: 3_000 },
  );
  // Splitting the remainder of this amount leaves a remainder again.
  expect(
    splitOver(3_175, [
      { amount: 1_224, quantity: 3 },
      { amount: 299, quantity: 1 },
    ]).left,
  ).toBeGreaterThan(0);
  expect(
    splittableBelow(3_175, [
      { amount: 1_224, quantity: 3 },
      { amount: 299, quantity: 1 },
    ]),
  ).toBeLessThan(3_174);
});

const priced = (...lines: [amount: number, quantity: number][]) =>
  lines.map(([amount, quantity]) => ({ amount, quantity }));

test('remaining cents go to the largest remainders, and to the earlier of equal lines', () => {
  expect(splitOver(100, priced([1, 1], [1, 1], [1, 1]))).toEqual({ shares: [34, 33, 33], left: 0 });
  expect(splitOver(100, priced([10, 1], [20, 1], [40, 1]))).toEqual({ shares: [14, 29, 57], left: 0 });
  expect(splitOver(100, priced([40, 1], [20, 1], [10, 1]))).toEqual({ shares: [57, 29, 14], left: 0 });
  // A line without a remainder gets no more than its part.
  expect(splitOver(2, priced([1, 2], [2, 1]))).toEqual({ shares: [0, 1], left: 1 });
});

test('the nearest splittable amount is above zero', () => {
  expect(splittableBelow(2, priced([1, 2], [2, 1]))).toBe(1);
  expect(splittableBelow(1, priced([1, 2], [2, 1]))).toBeNull();
});
