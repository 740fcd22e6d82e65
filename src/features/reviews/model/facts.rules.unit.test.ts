import { expect, test } from 'vitest';
import { noFacts } from '#features/members/contract.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { factRows, hoursSaid } from '../facts/facts-words.ts';
import { factsOf, nextRecount } from './facts.rules.ts';

const sums = {
  orders: 4,
  sent: 3,
  shipMedian: 9_000,
  canceled: 1,
  reported: 2,
  settled: 1,
  answers: 2,
  replyMedian: 60,
};

test('a fact has its value, of how many, and of how many days; of fewer than three no median is said', () => {
  expect(factsOf(sums)).toEqual({
    orders: { value: 4, sample: 4, days: 365 },
    shipHoursMedian: { value: 2.5, sample: 3, days: 365 },
    canceledBySeller: { value: 1, sample: 4, days: 365 },
    reported: { value: 2, settled: 1, sample: 4, days: 365 },
    replyHoursMedian: { value: null, sample: 2, days: 365 },
  });
  const said = (rows: ReturnType<typeof factRows>) => rows.map(({ label, value, of }) => `${label}: ${value}, ${of}`);
  expect(said(factRows(factsOf(sums)))).toEqual([
    'Ships in: 2.5 hours, median of 3 shipped orders',
    'Replies in: Not enough data, 2 first replies',
    'Cancelled by the seller: 1, of 4 orders',
    'Problems reported: 2, of 4 orders, 1 resolved',
  ]);
  expect(factRows(noFacts).map(({ value }) => value)).toEqual(Array(4).fill('Not enough data'));
  expect(factRows(factsOf({ ...sums, orders: 2 }))[2]).toEqual({
    label: 'Cancelled by the seller',
    value: 'Not enough data',
    of: 'of 2 orders',
  });
});

test('hours are said as people say them', () => {
  expect([0, 0.5, 1, 2.5, 14.4, 47.9, 48, 61, 240].map(hoursSaid)).toEqual([
    'under 6 minutes',
    '30 minutes',
    '1 hour',
    '2.5 hours',
    '14 hours',
    '48 hours',
    '2 days',
    '2.5 days',
    '10 days',
  ]);
});

test('facts are recounted as the oldest leaves the window, within a week in any case, and at most hourly', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const after = (oldestDays: number | null) =>
    (nextRecount(oldestDays === null ? null : new Date(now.getTime() - oldestDays * dayMs), now).getTime() -
      now.getTime()) /
    hourMs;
  expect([after(null), after(10), after(363), after(365), after(400)]).toEqual([168, 168, 48, 1, 1]);
});
