import { countryName } from '#kernel/text/country-name.ts';
import { euCountries } from '#kernel/text/eu-countries.ts';

/**
 * Countries whose platforms pay recipients in each of them: the EEA, the UK, the US, Canada, Switzerland. From Stripe’s
 * documentation of cross-border transfers, https://docs.stripe.com/connect/cross-border-payouts
 */
const region: readonly string[] = [...euCountries, 'CA', 'CH', 'GB', 'IS', 'LI', 'NO', 'US'];

/** The countries that a host of this country can pay sellers in; null: the host's country is not set. */
const countriesFor = (host: string | null): readonly string[] =>
  host === null || region.includes(host) ? region : [host];

/** Whether sellers of this country can be paid. */
export const isPaidOutIn = (country: string, host: string | null): boolean => countriesFor(host).includes(country);

/** By name, for a form. */
export function listPayoutCountries(host: string | null): [code: string, name: string][] {
  return countriesFor(host)
    .map((code): [string, string] => [code, countryName(code) ?? code])
    .sort((a, b) => a[1].localeCompare(b[1], 'en'));
}

/** For a seller in a country that can't be paid, where the host has set its own. */
export const unpaidCountrySentence = (country: string): string =>
  `You can’t sell from ${countryName(country) ?? country} because we can’t pay sellers there. Choose another country if you ship from one.`;
