import { describe, expect, test } from 'vitest';
import { changeSentence } from '../change/change-words.ts';
import { usd } from '../testing.ts';
import { amountBesideLowest, newAmount, type StepChange } from './bulk.rules.ts';
import { type Rounding, roundAmount } from './rounding.ts';

const percent = (value: number, floor: number | null = null): StepChange => ({
  do: 'percent',
  percent: value,
  floor: floor === null ? null : usd(floor),
});
const amount = (value: number, floor: number | null = null): StepChange => ({
  do: 'amount',
  amount: usd(value),
  floor: floor === null ? null : usd(floor),
});

describe('new price of a change', () => {
  test.each([
    ['five percent less', 1000, percent(-5), 950],
    ['half a cent is rounded up', 130, percent(-5), 124],
    ['a tenth of a percent', 100_000_000, percent(-0.01), 99_990_000],
    ['a third more', 299, percent(33.33), 399],
    ['an amount less', 1000, amount(-250), 750],
    ['nothing left', 100, amount(-250), -150],
    ['stopped at the floor', 60, percent(-50, 50), 50],
    ['stopped at the floor, not under 0', 100, amount(-250, 50), 50],
    ['lowering never raises what is under the floor', 30, percent(-5, 50), 30],
    ['raising lifts to the floor', 30, percent(5, 50), 50],
    ['raised above the floor', 1000, amount(1, 50), 1001],
    ['an exact price', 1000, { do: 'price', price: usd(500) }, 500],
    ['lowered and rounded', 2850, { ...percent(-5), rounding: 'ends_in_9' }, 2709],
    ['rounding never raises what is lowered', 608, { ...amount(-1), rounding: 'ends_in_9' }, 608],
    ['rounded above the floor', 60, { ...percent(-50, 50), rounding: 'ends_in_9' }, 59],
  ] as const)('%s', (_name, from, change, to) => {
    expect(newAmount(from, change)).toBe(to);
  });

  test('sentence of a change', () => {
    expect(changeSentence(percent(-5, 50))).toBe('Lower prices by 5% · Minimum price $0.50');
    expect(changeSentence(amount(125))).toBe('Raise prices by $1.25');
    expect(changeSentence({ do: 'renew' })).toBe('Renew listings');
    expect(changeSentence({ do: 'price', price: usd(419) })).toBe('Set prices to $4.19');
    const lowest = { do: 'lowest', less: usd(10), floor: usd(50), rounding: 'whole' } as const;
    expect(changeSentence(lowest)).toBe('Lowest price for sale minus $0.10 · Minimum price $0.50 · Prices end in 00');
    expect(changeSentence({ ...lowest, less: usd(0), floor: null, rounding: null })).toBe('Lowest price for sale');
  });
});

test.each([
  ['nearest 9', 613, 'ends_in_9', {}, 609],
  ['nearest 9 above', 2708, 'ends_in_9', {}, 2709],
  ['nearest 5', 613, 'ends_in_5', {}, 615],
  ['nearest whole', 650, 'whole', {}, 700],
  ['not below the least', 613, 'ends_in_9', { least: 612 }, 619],
  ['not above the most', 2708, 'ends_in_9', { most: 2708 }, 2699],
  ['no such amount within the bounds', 613, 'whole', { least: 610, most: 620 }, 613],
  ['never nothing', 30, 'whole', {}, 30],
] as const satisfies [
  string,
  number,
  Rounding,
  object,
  number,
][])('rounding: %s', (_name, from, rounding, bounds, to) => {
  expect(roundAmount(from, rounding, bounds)).toBe(to);
});

test('the lowest price minus an amount stops at the floor and is rounded', () => {
  const change = { do: 'lowest', less: usd(10), floor: usd(400), rounding: null } as const;
  expect(amountBesideLowest(500, change)).toBe(490);
  expect(amountBesideLowest(405, change)).toBe(400);
  expect(amountBesideLowest(405, { ...change, rounding: 'ends_in_9' })).toBe(400);
  expect(amountBesideLowest(508, { ...change, less: usd(1), rounding: 'ends_in_9' })).toBe(499);
});
