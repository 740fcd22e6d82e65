import { expect, test } from 'vitest';
import { countryOf } from './country.rules.ts';

const nothing = { chosen: null, ofAddress: null, languages: null };

test('a choice comes before the default address, and the address before the browser’s language', () => {
  const all = { chosen: 'FR', ofAddress: 'DE', languages: 'en-US' };
  expect(countryOf(all)).toEqual({ code: 'FR', from: 'chosen' });
  expect(countryOf({ ...all, chosen: null })).toEqual({ code: 'DE', from: 'address' });
  expect(countryOf({ ...all, chosen: null, ofAddress: null })).toEqual({ code: 'US', from: 'language' });
  expect(countryOf(nothing)).toBeNull();
});

test.each<[string, string | undefined]>([
  ['de-AT,de;q=0.9,en;q=0.8', 'AT'],
  ['en, fr-CA;q=0.7', 'CA'],
  ['zh-Hant-TW', 'TW'],
  ['EN-us', 'US'],
  ['es-419,en', undefined],
  ['en-EU, x-ZZ, *, -, en-', undefined],
  [`${'en,'.repeat(9)}de-DE`, undefined],
])('the country of “%s”', (languages, code) => {
  expect(countryOf({ ...nothing, languages })?.code).toBe(code);
});
