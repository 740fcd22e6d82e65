import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import postalCodes from 'postal-codes-js';
import { type FieldErrors, invalid } from '#kernel/refusal.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { type AddressLines, isRequired, partsOf } from './address.rules.ts';

/**
 * Checks an address by its country. Drops the parts that addresses of the country don't have, and writes the phone
 * number in E.164. Refuses a missing part and an impossible phone number (422).
 */
export function checkAddress<A extends AddressLines & { phone: string | null }>(address: A): A {
  const { country } = address;
  const parts = partsOf(country);
  const kept = { ...address };
  const errors: FieldErrors = {};
  for (const part of ['line2', 'city', 'state', 'postalCode'] as const) {
    if (!parts.includes(part)) kept[part] = null;
    if (kept[part] === null && isRequired(part, country)) errors[part] = missing[part];
  }
  if (kept.phone !== null) {
    const phone = readPhone(kept.phone, country);
    if (phone) kept.phone = phone;
    else errors.phone = 'Enter a phone number with its country code, for example +49 221 123456.';
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return kept;
}

const missing = {
  line2: 'Enter an apartment or floor.',
  city: 'Enter a city.',
  state: 'Enter a state or province.',
  postalCode: 'Enter a postal code.',
};

type PhoneCountry = NonNullable<Extract<Parameters<typeof parsePhoneNumberFromString>[1], string>>;

function readPhone(phone: string, country: string): string | null {
  const number = parsePhoneNumberFromString(phone, country as PhoneCountry);
  return number?.isPossible() ? number.number : null;
}

/** What looks wrong in an address. Formats change, so that nothing is refused for it. */
export function warningsOf({ postalCode, country }: AddressLines): string[] {
  // A missing code is checked as one that no country has: it is valid only where there are no postal codes.
  if (!partsOf(country).includes('postalCode') || !isWrongCode(country, postalCode ?? '?')) return [];
  const name = countryName(country) ?? country;
  return [
    postalCode === null
      ? `Addresses in ${name} usually have a postal code. Check yours.`
      : `The postal code ${postalCode} is unusual for ${name}. Check it.`,
  ];
}

/** The library answers a sentence for a wrong code, and another one for a country that it doesn't know. */
function isWrongCode(country: string, code: string): boolean {
  const verdict = postalCodes.validate(country, code);
  return typeof verdict === 'string' && verdict.startsWith('Postal code');
}
