import { expect, test } from 'vitest';
import { isRequired, labelOf, linesOf, partsOf } from './address.rules.ts';

const address = { name: 'Ada', line1: 'Street 1', line2: null, city: 'City', state: 'CA', postalCode: '123' };

test('the parts of an address follow its country', () => {
  expect(partsOf('FR')).toEqual(['name', 'line1', 'line2', 'postalCode', 'city']);
  expect(partsOf('US')).toEqual(['name', 'line1', 'line2', 'city', 'state', 'postalCode']);
  expect(partsOf('SG')).not.toContain('city');
  expect(partsOf('')).toEqual(['name', 'line1', 'line2', 'city']);
});

test('an address is written as in its country', () => {
  expect(linesOf({ ...address, country: 'DE' })).toEqual(['Ada', 'Street 1', '123 City']);
  expect(linesOf({ ...address, country: 'US' })).toEqual(['Ada', 'Street 1', 'City, CA 123']);
  expect(linesOf({ ...address, line2: 'Floor 2', country: 'AT' })).toEqual(['Ada', 'Street 1', 'Floor 2', '123 City']);
});

test('a city is required where the country has one, a state where carriers need it, a postal code never', () => {
  expect(['FR', 'SG'].map((country) => isRequired('city', country))).toEqual([true, false]);
  expect(['US', 'DE'].map((country) => isRequired('state', country))).toEqual([true, false]);
  expect(isRequired('postalCode', 'FR')).toBe(false);
  expect([labelOf('postalCode', 'US'), labelOf('postalCode', 'FR')]).toEqual(['ZIP code', 'Postal code']);
});
