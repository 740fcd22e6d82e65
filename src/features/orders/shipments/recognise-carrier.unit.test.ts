import { expect, test } from 'vitest';
import { trackingPage } from './carriers.ts';
import { recogniseCarrier } from './recognise-carrier.ts';

test.each([
  ['RR 123 456 785 DE', 'Deutsche Post'],
  ['lx473124829fr', 'La Poste'],
  ['RB473124829GB', 'Royal Mail'],
  ['1Z5R89390357567127', 'UPS'],
  ['00340434161094022115', 'DHL'],
  ['JJD000390007827654321', 'DHL'],
  ['9400111202555842332669', 'USPS'],
  ['3SABCD1234567', 'PostNL'],
  ['6A12345678901', 'La Poste'],
  ['996012345612345678', 'Swiss Post'],
])('%s is of %s, which we link to', (number, carrier) => {
  expect(recogniseCarrier(number)).toBe(carrier);
  expect(trackingPage(carrier, number)).not.toBeNull();
});

test('a wrong check digit, a country without a known service, and a format of many carriers have no carrier', () => {
  for (const number of ['RR123456784DE', 'RR123456785XX', '123456789012', '1234567890', '', 'RR123456785'])
    expect(recogniseCarrier(number), number).toBeNull();
});
