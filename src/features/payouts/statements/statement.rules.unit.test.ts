import { expect, test } from 'vitest';
import type { Currency } from '#kernel/numbers/money.ts';
import { endOfMonth, monthName, monthOf, monthPattern, startOfMonth } from './month.ts';
import { changeOf, type MonthSums, monthsOf, type OrderSums, statementsOf, totalOf } from './statement.rules.ts';

const nothing = {
  held: 0,
  ready: 0,
  debt: 0,
  sales: 0,
  fees: 0,
  refunds: 0,
  disputes: 0,
  transfers: 0,
  corrections: 0,
};
const sums = (month: string, own: Partial<MonthSums> = {}): MonthSums => ({
  ...nothing,
  month,
  currency: 'EUR' as Currency,
  ...own,
});
const line = (orderId: string, own: Partial<OrderSums> = {}): OrderSums => ({
  ...sums('2028-02'),
  orderId,
  cards: 0,
  shipping: 0,
  paidAt: null,
  ...own,
});

test('a month ends when the next begins: in December, in a leap year, and on the day that clocks change', () => {
  expect(endOfMonth('2026-12').toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(endOfMonth('2028-02').toISOString()).toBe('2028-03-01T00:00:00.000Z');
  expect(endOfMonth('2027-02').toISOString()).toBe('2027-03-01T00:00:00.000Z');
  expect(monthOf(new Date('2028-02-29T23:59:59.999Z'))).toBe('2028-02');
  // In Berlin it is the first of March, and in Los Angeles the last of October.
  expect(monthOf(new Date('2028-03-01T00:00:00+01:00'))).toBe('2028-02');
  expect(monthOf(new Date('2026-10-31T23:30:00-07:00'))).toBe('2026-11');
  // Clocks change in March and October: a month has its days of 24 hours all the same.
  for (const [month, days] of [
    ['2026-03', 31],
    ['2026-10', 31],
  ] as const)
    expect(endOfMonth(month).getTime() - startOfMonth(month).getTime()).toBe(days * 86_400_000);
  expect(monthName('2026-11')).toBe('Nov 2026');
  for (const typed of ['2026-13', '2026-00', '26-11', '2026-1', '2026-11-01', '1999-12'])
    expect(monthPattern.test(typed), typed).toBe(false);
});

test('opening and movements are the closing balance, in each currency', () => {
  const before = [
    sums('2028-01', { sales: 5_000, held: 5_000 }),
    sums('2028-01', { currency: 'USD', sales: 900, held: 900 }),
  ];
  const lines = [
    line('a', { fees: -500, transfers: -4_500, held: -5_000 }),
    line('b', { sales: 3_000, held: 2_000, refunds: -1_000 }),
    line('c', { refunds: -700, debt: 700 }),
  ];
  const [eur, usd, ...more] = statementsOf('2028-02', before, lines);
  expect(more).toEqual([]);
  expect(usd).toMatchObject({ currency: 'USD', opening: { held: 900 }, closing: { held: 900 }, lines: [] });
  expect(eur).toMatchObject({
    currency: 'EUR',
    opening: { held: 5_000, ready: 0, debt: 0 },
    closing: { held: 2_000, ready: 0, debt: 700 },
    totals: { sales: 3_000, fees: -500, refunds: -1_700, disputes: 0, transfers: -4_500, corrections: 0 },
  });
  if (!eur) throw new Error('there is no statement');
  expect(totalOf(eur.opening) + changeOf(eur.totals)).toBe(totalOf(eur.closing));
});

test('a currency without a balance and a movement has no statement', () => {
  expect(statementsOf('2028-02', [sums('2028-01', { sales: 500, transfers: -500 })], [])).toEqual([]);
});

test('the months of a seller follow each other: each opens with the balance that the one before closed with', () => {
  const months = monthsOf([
    sums('2028-03', { transfers: -700, ready: -700 }),
    sums('2028-01', { sales: 1_000, held: 1_000 }),
    sums('2028-02', { fees: -300, held: -1_000, ready: 700 }),
  ]);
  expect(months.map(({ month, opening, closing }) => [month, totalOf(opening), totalOf(closing)])).toEqual([
    ['2028-03', 700, 0],
    ['2028-02', 1_000, 700],
    ['2028-01', 0, 1_000],
  ]);
});
