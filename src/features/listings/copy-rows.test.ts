import { expect, test } from 'vitest';
import { countryIn } from './copy-rows.server.ts';

test('the country of a seller is the last part of the place that they name', () => {
  expect(['Lyon, FR', 'Berlin, Germany', 'Japan', 'Portland, OR, US', '', null].map(countryIn)).toEqual([
    'France',
    'Germany',
    'Japan',
    'United States',
    null,
    null,
  ]);
});
