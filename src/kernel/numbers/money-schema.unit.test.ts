import { expect, test } from 'vitest';
import type * as z from 'zod';
import { decimalOf, money, parseMoney, shortDecimalOf } from './money.ts';
import { moneySchema, moneyWithin } from './money-schema.ts';

const sentences = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test('money is an integer of minor units with a supported currency, and no other field', () => {
  expect(moneySchema.parse(money(3450, 'EUR'))).toEqual({ amount: 3450, currency: 'EUR' });
  expect(sentences(moneySchema, { amount: 34.5, currency: 'EUR' })).toEqual([
    'The amount must be a whole number of minor units, for example 3450 for 34.50.',
  ]);
  expect(sentences(moneySchema, { amount: 1, currency: 'JPY' })).toEqual([
    'Use one of these currencies: USD, EUR, GBP, CAD, AUD, CHF.',
  ]);
  expect(sentences(moneySchema, { amount: 1, currency: 'EUR', tax: 0 })).toHaveLength(1);
});

test('messages about money name the bounds, or the field and its type', () => {
  const price = moneyWithin('The price', { min: 1, max: 100_000_000 });
  expect(sentences(price, money(0, 'USD'))).toEqual(['Enter an amount from 0.01 to 1,000,000.00.']);
  expect(sentences(price, money(100_000_001, 'USD'))).toEqual(['Enter an amount from 0.01 to 1,000,000.00.']);
  expect(sentences(price, { amount: '5', currency: 'USD' })).toEqual([
    'The price must be a whole number of minor units, for example 3450 for 34.50.',
  ]);
  expect(sentences(moneyWithin('The shipping price', { min: 0, max: 500 }), money(-1, 'USD'))).toEqual([
    'Enter an amount from 0.00 to 5.00.',
  ]);
});

test('an amount in a form field is parsed as itself', () => {
  for (const minor of [0, 1, 50, 3400, 3450, 123_456_789]) {
    expect([parseMoney(decimalOf(minor), 'EUR'), parseMoney(shortDecimalOf(minor), 'EUR')]).toEqual([minor, minor]);
  }
  expect([decimalOf(3400), ...[3400, 3405, 3450].map(shortDecimalOf)]).toEqual(['34.00', '34', '34.05', '34.50']);
});
