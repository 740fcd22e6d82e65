/** Codes that name no country. */
const none = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country of ISO 3166; undefined for what is none. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) && !none.includes(code) ? names.of(code) : undefined;
}
