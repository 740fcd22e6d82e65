/**
 * Countries that Stripe's page takes an address in, which are those that sellers without a shipping table ship to. Stripe
 * requires the list.
 */
export const shipTo = [
  'AT',
  'AU',
  'BE',
  'BG',
  'CA',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'JP',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'NZ',
  'PL',
  'PT',
  'RO',
  'SE',
  'SG',
  'SI',
  'SK',
  'US',
] as const; // prettier-ignore
export type CollectedCountry = (typeof shipTo)[number];

export const isCollected = (country: string): country is CollectedCountry =>
  (shipTo as readonly string[]).includes(country);
