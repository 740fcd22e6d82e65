import { expect, test } from 'vitest';
import { defaultBlock, isSalesBlocked } from './sales-block.rules.ts';

test.each([
  [false, null, { orders: 2, owed: 9_999 }],
  [true, null, { orders: 3, owed: 0 }],
  [true, null, { orders: 1, owed: 10_000 }],
  [true, 'started', { orders: 3, owed: 0 }],
  [true, 'in_review', { orders: 3, owed: 0 }],
  [true, 'restricted', { orders: 3, owed: 0 }],
  [true, 'closed', { orders: 0, owed: 0 }],
  [true, 'rejected', { orders: 0, owed: 0 }],
  [false, 'active', { orders: 30, owed: 100_000 }],
] as const)('blocked: %s, for an account %s and %o', (isBlocked, state, sold) => {
  expect(isSalesBlocked(state, sold, defaultBlock)).toBe(isBlocked);
});

test('a figure can be off', () => {
  const sold = { orders: 30, owed: 100_000 };
  const off = { blockFromOrders: null, blockFromOwed: null };
  for (const state of [null, 'rejected'] as const) expect(isSalesBlocked(state, sold, off)).toBe(false);
  expect(isSalesBlocked(null, sold, { blockFromOrders: null, blockFromOwed: 1 })).toBe(true);
});
