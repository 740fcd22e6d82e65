import { expect, test } from 'vitest';
import { decideFormat, formatOfLanguages } from './reader-format.ts';

test.each([
  [null, 'en-US'],
  ['en-US,en;q=0.9', 'en-US'],
  ['en-GB', 'en-GB'],
  ['en-IE', 'en-GB'],
  ['de', 'de-DE'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-DE'],
  ['de-CH', 'de-CH'],
  ['ja,fr;q=0.5', 'fr-FR'],
  ['ja', 'en-US'],
  ['*', 'en-US'],
  ['zh-Hant-TW', 'en-US'],
  [',;,-,__proto__,constructor', 'en-US'],
  [`${'xx,'.repeat(5_000)}de`, 'en-US'],
])('languages %j: %s', (header, expected) => {
  expect(formatOfLanguages(header)).toBe(expected);
});

const headers = (cookie = '') => new Headers({ 'accept-language': 'fr-FR', cookie });
const none = { numberFormat: null, timeZone: null, displayCurrency: null };

test('a visitor has the numbers of the browser and UTC, whatever the cookie says', () => {
  expect(decideFormat(headers('time_zone=Europe/Paris'), null)).toEqual({
    numbers: 'fr-FR',
    timeZone: 'UTC',
    currency: null,
  });
});

test('a member has the time zone of the cookie, and their own choice before it', () => {
  const cookie = 'theme=dark; time_zone=Europe/Paris; x=1';
  expect(decideFormat(headers(cookie), none)).toEqual({ numbers: 'fr-FR', timeZone: 'Europe/Paris', currency: null });
  expect(
    decideFormat(headers(cookie), { numberFormat: 'en-GB', timeZone: 'Asia/Tokyo', displayCurrency: 'EUR' }),
  ).toEqual({
    numbers: 'en-GB',
    timeZone: 'Asia/Tokyo',
    currency: 'EUR',
  });
});

test('unknown values count as none', () => {
  expect(
    decideFormat(headers('time_zone=Mars/Base'), { numberFormat: 'toString', timeZone: 'x', displayCurrency: 'XAU' }),
  ).toEqual({
    numbers: 'fr-FR',
    timeZone: 'UTC',
    currency: null,
  });
});
