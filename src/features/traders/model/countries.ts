import { countryName } from '#kernel/text/country-name.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export const isCountry = (code: string): boolean => countryName(code) !== undefined;

/** All countries by name, for a form. */
export function listCountries(): [code: string, name: string][] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const named = codes.flatMap((code): [string, string][] => {
    const name = countryName(code);
    return name === undefined ? [] : [[code, name]];
  });
  return named.sort((a, b) => a[1].localeCompare(b[1], 'en'));
}
