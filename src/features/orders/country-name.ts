const names = new Intl.DisplayNames('en', { type: 'region' });

/** The country of an address by its name; the code itself where it is none. */
export function countryName(code: string): string {
  try {
    return names.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
