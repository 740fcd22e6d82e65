import { expect, test } from 'vitest';
import { earningsOf, monthsUntil } from './earnings.rules.ts';

test('twelve months end with this one, across the turn of the year and from a long month’s last day', () => {
  expect(monthsUntil(new Date('2026-03-31T23:59:59Z'), 4)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
  expect(monthsUntil(new Date('2026-11-24T08:00:00Z'), 12)).toHaveLength(12);
});

test('each currency has every month and is never added to another', () => {
  const row = (month: string, amount: number, currency: 'USD' | 'EUR') => ({ month, amount, currency, orders: 1 });
  const [euro, dollar] = earningsOf(
    [row('2026-01', 500, 'USD'), row('2026-02', 900, 'EUR'), row('2026-02', 100, 'USD')],
    ['2025-12', '2026-01', '2026-02'],
  );
  expect(euro).toEqual({
    currency: 'EUR',
    total: 900,
    months: [
      { month: '2025-12', amount: 0, orders: 0 },
      { month: '2026-01', amount: 0, orders: 0 },
      { month: '2026-02', amount: 900, orders: 1 },
    ],
  });
  expect(dollar?.months.map(({ amount }) => amount)).toEqual([0, 500, 100]);
  expect(earningsOf([], ['2026-02'])).toEqual([]);
});
