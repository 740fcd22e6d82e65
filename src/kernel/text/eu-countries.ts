/** Member states of the EU, ISO 3166. */
export const euCountries = [
  ...(['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'] as const),
  ...(['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'] as const),
] as const;

/** Whether a country (ISO 3166) is a member state of the EU. */
export const isEuCountry = (country: string): boolean => (euCountries as readonly string[]).includes(country);
