import { describe, expect, test } from 'vitest';
import { changeSentence } from '../change/change-words.ts';
import { usd } from '../testing.ts';
import { newAmount, type StepChange } from './bulk.rules.ts';

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
  ])('%s', (_name, from, change, to) => {
    expect(newAmount(from, change)).toBe(to);
  });

  test('sentence of a change', () => {
    expect(changeSentence(percent(-5, 50))).toBe('Lower prices by 5 %, never under $0.50');
    expect(changeSentence(amount(125))).toBe('Raise prices by $1.25');
    expect(changeSentence({ do: 'renew' })).toBe('Renew');
  });
});
