import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstOf } from './first-of.ts';
import { isId, newId, secondOfId } from './ids.ts';
import { addMoney, formatMoney, money, parseMoney } from './numbers/money.ts';
import { shuffled } from './numbers/shuffled.ts';
import { momentUtc, relativeTime, timeAgo, timeLeft } from './time.ts';

test('ids sort by the time of their creation and are unique', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => newId(1_700_000_000_000 + i));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isId)).toBe(true);
  expect([newId(1_700_000_000_999), newId(1_700_000_001_000), '0', 'ilou-ilou', 'zzzzzzzzz'].map(secondOfId)).toEqual([
    1_700_000_000,
    1_700_000_001,
    null,
    null,
    null,
  ]);
  for (const bad of ['', '../etc', 'A', 'x'.repeat(65), "'; drop", 'é']) expect(isId(bad)).toBe(false);
});

test('shuffling yields every order with equal probability: each sequence of random numbers leads to a different order', () => {
  const orders = new Set<string>();
  for (const [a, b, c] of [0, 1, 2, 3].flatMap((a) =>
    [0, 1, 2].flatMap((b) => [0, 1].map((c) => [a, b, c] as const)),
  )) {
    const [numbers, limits] = [[a, b, c, 0], [] as number[]];
    const order = shuffled(['p', 'q', 'r', 's'], (below) => numbers[limits.push(below) - 1] ?? 0);
    expect([order.toSorted().join(''), limits]).toEqual(['pqrs', [4, 3, 2, 1]]);
    orders.add(order.join(''));
  }
  expect(orders.size).toBe(24);
  expect(shuffled([], () => 0)).toEqual([]);
});

test('the start of a text ends with a whole character', () => {
  expect([firstOf('ab', 3), firstOf('abc', 2), firstOf('a😀b', 1), firstOf('a😀b', 2), firstOf('a😀b', 3)]).toEqual([
    'ab',
    'ab',
    'a',
    'a',
    'a😀',
  ]);
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.nat(12),
      (text, most) => firstOf(text, most).isWellFormed() && text.startsWith(firstOf(text, most)),
    ),
  );
});

test('a price is parsed in common notations, and never guessed', () => {
  const readings: [string, number | null, ('EUR' | 'USD')?][] = [
    ['34.50', 3450],
    ['34,50', 3450],
    ['€34.5', 3450, 'EUR'],
    ['34.5 €', 3450, 'EUR'],
    ['1,299.00', 129900],
    ['1.299,00', 129900],
    ['1 299,00', 129900],
    ['1,299', 129900],
    ['0.01', 1],
    ['USD 12', 1200],
    ['12 USD', 1200],
    ['-5', null],
    ['', null],
    ['free', null],
    ['.99', 99],
    [',5', 50],
    ['$.99', 99],
    ['5.-', 500],
    ['5,-', 500],
    ['1,299.-', 129900],
    ['３４．５０', 3450],
    ['￥５００', null],
    ['＄５', 500],
    ['5-', null],
    ['.', null],
    ['.-', null],
    ['-.99', null],
    ['.999', null],
    ['12.345.6', null],
    ['1e5', null],
    ['NaN', null],
    ['12,34,56', null],
    ['1.2.3', null],
    [' $34.50 ', 3450],
    [' €34.50 ', null],
    ['1,299,000.50', 129_900_050],
    [' 34.50 ', 3450],
    ['.99 x', null],
    ['5.-x', null],
    ['5.-.50', null],
    ['1,299 x', null],
    ['x 1,299', null],
    ['0 1,299', null],
  ];
  for (const [text, amount, currency = 'USD'] of readings)
    expect([text, parseMoney(text, currency)]).toEqual([text, amount]);
});

test('an amount with another currency than the expected one is invalid', () => {
  const readings: [string, 'USD' | 'EUR' | 'CAD' | 'CHF', number | null][] = [
    ['€30,50', 'USD', null],
    ['30 eur', 'USD', null],
    ['$30', 'EUR', null],
    ['CAD 30', 'USD', null],
    ['€30,50', 'EUR', 3050],
    ['30 eur', 'EUR', 3000],
    ['$30', 'CAD', 3000],
    ['chf 30', 'CHF', 3000],
    ['US$30', 'USD', 3000],
    ['US$30', 'CAD', null],
    ['C$ 30', 'CAD', 3000],
    ['EUR30', 'EUR', 3000],
    ['¥3000', 'USD', null],
    ['0.001', 'USD', null],
    ['0,123', 'EUR', null],
    ['30', 'CHF', 3000],
    ['CHF 5.–', 'CHF', 500],
    ['Fr. 5.--', 'CHF', 500],
  ];
  for (const [text, currency, amount] of readings)
    expect([text, currency, parseMoney(text, currency)]).toEqual([text, currency, amount]);
});

test('every formatted amount is parsed as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
      expect(parseMoney(formatMoney(money(amount, 'USD')), 'USD')).toBe(amount);
    }),
  );
});

test('money is an integer of minor units in one currency', () => {
  expect(() => money(1.5, 'USD')).toThrow(RangeError);
  expect([formatMoney(money(3450, 'EUR')), formatMoney(money(5, 'USD')), formatMoney(money(3450, 'EUR'))]).toEqual([
    '€34.50',
    '$0.05',
    '€34.50',
  ]);
  expect(addMoney(money(1, 'EUR'), money(2, 'EUR'))).toEqual({ amount: 3, currency: 'EUR' });
  expect(() => addMoney(money(1, 'EUR'), money(2, 'USD'))).toThrow(RangeError);
});

test('relative times are rounded to the largest unit', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const ago = (ms: number) => relativeTime(new Date(now.getTime() - ms), now);
  expect([ago(5_000), ago(22 * 60_000), ago(5 * 3_600_000), ago(3 * 86_400_000), ago(8 * 86_400_000)]).toEqual([
    'just now',
    '22 min',
    '5 hr',
    '3 days',
    '12 Nov 2026',
  ]);
  const since = (ms: number) => timeAgo(new Date(now.getTime() - ms), now);
  expect([since(5_000), since(60_000), since(3_600_000), since(86_400_000), since(8 * 86_400_000)]).toEqual([
    'just now',
    '1 min ago',
    '1 hr ago',
    '1 day ago',
    '12 Nov 2026',
  ]);
  const left = (ms: number) => timeLeft(new Date(now.getTime() + ms), now);
  expect([left(-1), left(30_000), left(90 * 60_000), left(47 * 3_600_000), left(72 * 3_600_000)]).toEqual([
    'ended',
    '1 min left',
    '1 hr left',
    '47 hr left',
    '3 days left',
  ]);
});

test('a moment is formatted as day, hour and minute in UTC', () => {
  expect(momentUtc(new Date('2026-11-05T06:04:59Z'))).toBe('5 Nov 2026, 06:04 UTC');
});
