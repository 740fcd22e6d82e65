import { expect, test } from 'vitest';
import { addMs, dayMs } from '#kernel/time.ts';
import { isReported, nextStep } from './tax-report.rules.ts';
import { plainTin, tinProblem } from './tin.rules.ts';

test('a seller is reported from 30 sales, or over 2,000.00', () => {
  expect(isReported({ sales: 29, amount: 200_000 })).toBe(false);
  expect(isReported({ sales: 30, amount: 1 })).toBe(true);
  expect(isReported({ sales: 1, amount: 200_001 })).toBe(true);
});

test('payouts wait only after two reminders and 60 days', () => {
  const askedAt = new Date('2026-01-01T00:00:00Z');
  const step = (reminders: number, days: number) =>
    nextStep({ askedAt, reminders, heldAt: null }, addMs(askedAt, days * dayMs));
  expect([step(0, 19), step(0, 20), step(1, 39), step(1, 40)]).toEqual([null, 'remind', null, 'remind']);
  // A job that did not run for long reminds before it holds.
  expect([step(1, 90), step(2, 59), step(2, 60)]).toEqual(['remind', null, 'hold']);
  expect(nextStep({ askedAt: null, reminders: 0, heldAt: null }, askedAt)).toBeNull();
});

test.each([
  ['DE', '12 345 678 901', true],
  ['DE', '1234567890', false],
  ['AT', '12-345/6789', true],
  ['IT', 'RSSMRA85T10A562S', true],
  ['FR', '0123456789012', true],
  ['NL', '12345678', false],
  ['JP', '123456789012', true],
  ['JP', '12', false],
])('a tax number of %s: %s', (country, typed, isRight) => {
  expect(tinProblem(plainTin(typed), country, true) === null).toBe(isRight);
});

test('a business has a number of another form', () => {
  expect(tinProblem('HRB12345', 'DE', false)).toBeNull();
});
