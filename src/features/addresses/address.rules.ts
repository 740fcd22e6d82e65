import { formatAddress } from 'localized-address-format';

export const addressLimits = { name: 120, line: 120, city: 80, state: 80, postalCode: 16, phone: 30 } as const;

/** The fields of an address in the order of the country, without the country itself. */
export const addressParts = ['name', 'line1', 'line2', 'city', 'state', 'postalCode'] as const;
export type AddressPart = (typeof addressParts)[number];
/** The fields of the form, without the checkbox. */
export const addressFieldNames = [...addressParts, 'country', 'phone'];
export type AddressLines = Record<AddressPart, string | null> & { country: string };

/** Carriers there refuse an address without it. The library knows the order of the parts, not which are required. */
const countriesWithState = ['AU', 'BR', 'CA', 'IN', 'MX', 'US'];

/** The parts that addresses of this country have, in its order. */
export function partsOf(country: string): AddressPart[] {
  const marks = linesOf({
    country,
    name: '{name}',
    line1: '{line1}',
    line2: '{line2}',
    city: '{city}',
    state: '{state}',
    postalCode: '{postalCode}',
  }).join(' ');
  return addressParts
    .filter((part) => marks.includes(`{${part}}`))
    .sort((a, b) => marks.indexOf(`{${a}}`) - marks.indexOf(`{${b}}`));
}

/** The lines of an address as its country writes them, without the country. */
export function linesOf({ country, name, line1, line2, city, state, postalCode }: AddressLines): string[] {
  return formatAddress({
    postalCountry: country,
    name: name ?? '',
    addressLines: [line1, line2].filter((line) => line !== null),
    locality: city ?? '',
    administrativeArea: state ?? '',
    postalCode: postalCode ?? '',
  });
}

/** Whether an address of this country must have this part. A postal code is never required: a wrong one is warned of. */
export function isRequired(part: AddressPart, country: string): boolean {
  if (part === 'name' || part === 'line1') return true;
  if (part === 'city') return partsOf(country).includes('city');
  return part === 'state' && countriesWithState.includes(country);
}

const partLabels: Record<AddressPart, string> = {
  name: 'Full name',
  line1: 'Street and number',
  line2: 'Apartment or floor',
  city: 'City',
  state: 'State or province',
  postalCode: 'Postal code',
};

/** The label of a part, in the words of the country. */
export function labelOf(part: AddressPart, country: string): string {
  if (part === 'postalCode' && country === 'US') return 'ZIP code';
  if (part === 'state' && country === 'US') return 'State';
  if (part === 'state' && country === 'CA') return 'Province';
  return partLabels[part];
}
