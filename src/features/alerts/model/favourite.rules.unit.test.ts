import { expect, test } from 'vitest';
import { whatBecame } from './favourite.rules.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const seen = { leastAmount: 1_100, currency: 'USD', isForSale: true } as const;
const now = (price: number, postage: number, status = 'active') =>
  ({ version: 7, price: usd(price), postage: usd(postage), isForSale: status === 'active', status }) as const;

test('a favourite costs less only with its postage, and only below its lowest price so far', () => {
  expect(whatBecame(now(1_000, 100), seen)).toEqual([]);
  expect(whatBecame(now(900, 200), seen)).toEqual([]);
  expect(whatBecame(now(1_000, 99), seen)).toEqual([{ kind: 'price', about: 'USD 1099' }]);
  expect(whatBecame({ ...now(100, 0), price: { amount: 100, currency: 'EUR' } }, seen)).toEqual([]);
});

test('it is sold once and back once; paused it is no update, and neither is a reserved copy', () => {
  expect(whatBecame(now(1_000, 100, 'sold'), seen)).toEqual([{ kind: 'sold', about: '7' }]);
  expect(whatBecame(now(1_000, 100, 'sold'), { ...seen, isForSale: false })).toEqual([]);
  expect(whatBecame(now(1_000, 100), { ...seen, isForSale: false })).toEqual([{ kind: 'back', about: '7' }]);
  for (const status of ['paused', 'reserved', 'expired', 'removed'])
    expect(whatBecame(now(500, 0, status), seen)).toEqual([]);
});
