import { afterEach, expect, test } from 'vitest';
import {
  defaultFormat,
  exampleOf,
  findTimeZone,
  formatList,
  formatNumber,
  formatPercent,
  formatUnit,
  numberFormatNames,
  plural,
  provideFormat,
} from './format.ts';
import { formatMoney, money } from './numbers/money.ts';
import { calendarDay, dateAndTime, dayMonthYear, momentUtc, timeOfDay } from './time.ts';

const moment = new Date('2026-09-30T23:05:00Z');
const price = money(123450, 'EUR');

afterEach(() => provideFormat(() => undefined));

test('without a reader: English, UTC', () => {
  expect(formatNumber(1234.5)).toBe('1,234.5');
  expect(formatMoney(price)).toBe('€1,234.50');
  expect(formatMoney(money(-0, 'EUR'))).toBe('€0.00');
  expect(dateAndTime(moment)).toBe('30 Sep 2026, 23:05 UTC');
  expect(momentUtc(moment)).toBe('30 Sep 2026, 23:05 UTC');
});

test('a reader in Berlin: their separators, their day, and English words', () => {
  provideFormat(() => ({ numbers: 'de-DE', timeZone: 'Europe/Berlin', currency: null }));
  expect(formatNumber(1234.5)).toBe('1.234,5');
  expect(formatPercent(0.845, 1)).toBe('84,5%');
  expect(formatMoney(price)).toBe('1.234,50\u00a0€');
  expect(dayMonthYear(moment)).toBe('1 Oct 2026');
  expect(calendarDay(moment)).toBe('30 Sep 2026');
  expect(dateAndTime(moment)).toBe('1 Oct 2026, 01:05');
  expect(momentUtc(moment)).toBe('30 Sep 2026, 23:05 UTC');
  expect(formatUnit(2, 'hour')).toBe('2 hours');
  expect(plural(1234, { one: '# copy', other: '# copies' })).toBe('1.234 copies');
});

test('a reader in New York: a clock of twelve hours', () => {
  provideFormat(() => ({ numbers: 'en-US', timeZone: 'America/New_York', currency: null }));
  expect(timeOfDay(moment)).toBe('7:05 pm');
});

test('each format writes spaces and apostrophes that do not depend on the version of Intl', () => {
  for (const numbers of numberFormatNames) {
    provideFormat(() => ({ ...defaultFormat, numbers }));
    expect(exampleOf(numbers)).toMatch(/^1[., \u00a0']?234[.,]50$/);
    expect(`${formatNumber(1_234_567.5)} ${formatMoney(money(123_456_789, 'CHF'))}`).not.toMatch(/[\u202f’]/);
  }
});

test('lists and plurals are English', () => {
  expect(formatList(['a', 'b', 'c'])).toBe('a, b and c');
  expect(formatList(['a', 'b'], 'or')).toBe('a or b');
  expect(plural(1, { one: '# copy', other: '# copies' })).toBe('1 copy');
  expect(plural(0, { one: '# copy', other: '# copies' })).toBe('0 copies');
});

test.each(['Europe/Paris', 'Asia/Tokyo', 'UTC'])('%s is a time zone', (zone) => {
  expect(findTimeZone(zone)).toBe(zone);
});
test.each(['', 'Mars/Base', 'Europe/Paris; x', '../../etc', 'x'.repeat(100)])('%j is none', (zone) => {
  expect(findTimeZone(zone)).toBeNull();
});
