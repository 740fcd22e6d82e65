import { expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import {
  countedSales,
  figuresOf,
  medianOf,
  percentBeside,
  placeBetween,
  quantileOf,
  type Sale,
  seriesOf,
} from './price.rules.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * dayMs);
const sale = (amount: number, n: number, ...keys: string[]): Sale => ({
  amount,
  at: day(n),
  keys: keys.length > 0 ? keys : [`${amount} ${n}`],
});

test('the median and the quarters are those of a spreadsheet, in whole cents', () => {
  expect([medianOf([300, 100, 200]), medianOf([100, 200]), medianOf([101, 102]), medianOf([5])]).toEqual([
    200, 150, 102, 5,
  ]);
  expect([
    quantileOf([10, 20, 30, 40, 50], 0.25),
    quantileOf([10, 20, 30, 40], 0.25),
    quantileOf([10, 20, 30, 40], 0.75),
  ]).toEqual([20, 18, 33]);
});

test('of one pair one sale counts in thirty days, the first', () => {
  const sales = [sale(500, 40, 'a'), sale(100, 0, 'a'), sale(200, 29.9, 'a'), sale(300, 30, 'a'), sale(700, 1, 'b')];
  expect(countedSales(sales).map(({ amount }) => amount)).toEqual([100, 700, 300]);
});

test('one buyer counts once in thirty days, by any key that two sales share, also over a third', () => {
  // Account b pays with the payment card of a; account c comes from the network of b.
  const sales = [
    sale(100, 0, 'a', 'card 1'),
    sale(200, 1, 'b', 'card 1', 'network 1'),
    sale(300, 2, 'c', 'card 2', 'network 1'),
    sale(400, 3, 'd'),
  ];
  expect(countedSales(sales).map(({ amount }) => amount)).toEqual([100, 400]);
  expect(countedSales([...sales, sale(500, 30, 'c')]).map(({ amount }) => amount)).toEqual([100, 400, 500]);
});

test('what lies before the stretch says which of a pair counts in it, and nothing else', () => {
  const sales = [
    sale(500, 0, 'a'),
    sale(100, 20, 'a'),
    sale(300, 31, 'a'),
    sale(700, 25, 'b'),
    sale(9_000, 9, 'c'),
    sale(9_000, 10, 'd'),
  ];
  expect(countedSales(sales, day(10)).map(({ amount }) => amount)).toEqual([700, 300]);
  expect(countedSales(sales, day(9.5)).map(({ amount }) => amount)).toEqual([9_000, 700, 300]);
});

test('four times above or below the median is too far; of fewer than five nothing is', () => {
  const usual = [sale(100, 0), sale(100, 1), sale(100, 2), sale(100, 3)];
  expect(countedSales([...usual, sale(401, 4)])).toHaveLength(4);
  expect(countedSales([...usual, sale(400, 4)])).toHaveLength(5);
  expect(countedSales([...usual, sale(24, 4)])).toHaveLength(4);
  expect(countedSales([...usual, sale(25, 4)])).toHaveLength(5);
  expect(countedSales([...usual.slice(1), sale(9_999, 4)])).toHaveLength(4);
  // What is left may be too few to say a figure of.
  expect(figuresOf(countedSales([...usual, sale(401, 4)]))).toBeNull();
  expect(figuresOf(countedSales([...usual, sale(200, 4)]))).toEqual({
    median: 100,
    low: 100,
    high: 200,
    quarter: 100,
    threeQuarters: 100,
  });
});

test('a second half of the sales is no outlier: only where at most one in five is far from the median is it left out', () => {
  const many = (amount: number, times: number) =>
    Array.from({ length: times }, (_, n) => sale(amount, n, `${amount} ${n}`));
  const halves = countedSales([...many(100, 3), ...many(500, 4)]);
  expect([halves.length, figuresOf(halves)?.median]).toEqual([7, 500]);
  expect(countedSales([...many(100, 7), ...many(500, 2)])).toHaveLength(9);
  expect(countedSales([...many(100, 8), ...many(500, 2)])).toHaveLength(8);
});

test('up to thirty days by the day, beyond by the week from Monday; a stretch without a sale is left out', () => {
  // 2026-01-01 is a Thursday.
  const sales = [sale(100, 0), sale(200, 0.5), sale(300, 3), sale(400, 4), sale(900, 18)];
  expect(seriesOf(sales, 30).map(({ date, median, count }) => [date, median, count])).toEqual([
    ['2026-01-01', 150, 2],
    ['2026-01-04', 300, 1],
    ['2026-01-05', 400, 1],
    ['2026-01-19', 900, 1],
  ]);
  expect(seriesOf(sales, 31).map(({ date, low, median, high, count }) => [date, low, median, high, count])).toEqual([
    ['2025-12-29', 150, 200, 250, 3],
    ['2026-01-05', 400, 400, 400, 1],
    ['2026-01-19', 900, 900, 900, 1],
  ]);
});

test('the position of a price relative to a median, and between the lowest and the highest', () => {
  expect([3_450, 3_820, 4_200, 3_819].map((price) => percentBeside(price, 3_820))).toEqual([-10, 0, 10, 0]);
  expect(Object.is(percentBeside(3_819, 3_820), 0)).toBe(true);
  expect([2_900, 5_200, 3_450, 100, 9_999].map((amount) => placeBetween(amount, 2_900, 5_200))).toEqual([
    0, 100, 24, 0, 100,
  ]);
  expect(placeBetween(500, 500, 500)).toBe(50);
});

test('of several sales of a pair in one moment the cheapest counts', () => {
  const sale = (amount: number): Sale => ({ amount, at: new Date('2026-11-01T12:00:00Z'), keys: ['pair'] });
  for (const sales of [
    [sale(300), sale(500)],
    [sale(500), sale(300)],
  ])
    expect(countedSales(sales)).toEqual([sale(300)]);
});

test('a series is in the order of its dates', () => {
  const sales = ['2026-11-03', '2026-11-01', '2026-11-02'].map(
    (date): Sale => ({ amount: 100, at: new Date(date), keys: [date] }),
  );
  expect(seriesOf(sales, 30).map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
});
