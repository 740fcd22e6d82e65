import { countryName } from '#kernel/text/country-name.ts';

/** Countries that Stripe sends money to from a platform in any of them: the EEA, the UK, the US, Canada, Switzerland. */
const codes =
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(' ');

/** Whether sellers of this country can be paid. */
export const isPaidOutIn = (country: string): boolean => codes.includes(country);

/** By name, for a form. */
export function listPayoutCountries(): [code: string, name: string][] {
  return codes
    .map((code): [string, string] => [code, countryName(code) ?? code])
    .sort((a, b) => a[1].localeCompare(b[1], 'en'));
}
