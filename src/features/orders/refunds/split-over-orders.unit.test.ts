import { expect, test } from 'vitest';
import { splitWithin } from './split-over-orders.server.ts';

test('what Stripe moves for a purchase is split within the totals of its orders', () => {
  // A dispute of all of it, after a full and a partial refund.
  expect(splitWithin(2561, [1151, 483, 927], [0, 83, 927])).toEqual([1151, 483, 927]);
  // A late payment of which one order was refunded.
  expect(splitWithin(1900, [1000, 900], [1000, 0])).toEqual([1000, 900]);
  expect(splitWithin(500, [1000, 900], [1000, 0])).toEqual([500, 0]);
  expect(splitWithin(1000, [1000, 1000, 1000], [1000, 1000, 1000])).toEqual([334, 333, 333]);
});

test('no order has more than its total, and the parts sum to the amount', () => {
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let n = 0; n < 10_000; n++) {
    const totals = Array.from({ length: 1 + below(6) }, () => 1 + below(5_000));
    const left = totals.map((total) => below(total + 1));
    const amount = below(totals.reduce((sum, total) => sum + total, 0) + 1);
    const parts = splitWithin(amount, totals, left);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
    expect(parts.every((part, at) => part >= 0 && part <= (totals[at] ?? 0))).toBe(true);
  }
});
