/** Codes of `Intl.DisplayNames` that are no countries. */
const none = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of an ISO 3166 country; undefined for other codes. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) && !none.includes(code) ? names.of(code) : undefined;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** All countries by name, for a form. */
export function listCountries(): [code: string, name: string][] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const named = codes.flatMap((code): [string, string][] => {
    const name = countryName(code);
    return name === undefined ? [] : [[code, name]];
  });
  return named.sort((a, b) => a[1].localeCompare(b[1], 'en'));
}
