import { expect, test } from 'vitest';
import { addMs, dayMs } from '#kernel/time.ts';
import { defaultFigures } from '../model/payout-rule.ts';
import { isOverdue, mayWriteOff } from './debt.rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (days: number) => addMs(now, -days * dayMs);

test.each([
  [5_000, 60, false],
  [5_001, 0, true],
  [1, 61, true],
  [0, 61, false],
])('a debt of %i minor units that is %i days old is overdue: %s', (amount, days, expected) => {
  expect(isOverdue({ amount, since: ago(days) }, defaultFigures, now)).toBe(expected);
});

test('a debt may be written off after 180 days', () => {
  expect(mayWriteOff({ since: ago(180) }, defaultFigures, now)).toBe(false);
  expect(mayWriteOff({ since: ago(181) }, defaultFigures, now)).toBe(true);
  expect(mayWriteOff({ since: null }, defaultFigures, now)).toBe(false);
});
