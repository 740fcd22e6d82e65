/** Codes of `Intl.DisplayNames` that are no countries. */
const none = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of an ISO 3166 country; undefined for other codes, also for former ones such as DD. */
export function countryName(code: string): string | undefined {
  const isCurrent = /^[A-Z]{2}$/.test(code) && new Intl.Locale(`und-${code}`).region === code;
  return isCurrent && !none.includes(code) ? names.of(code) : undefined;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** All countries by name, for a form. */
export function listCountries(): readonly (readonly [code: string, name: string])[] {
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): [code: string, name: string][] => {
      const name = countryName(code);
      return name === undefined ? [] : [[code, name]];
    })
    .sort((a, b) => a[1].localeCompare(b[1], 'en'));
}
