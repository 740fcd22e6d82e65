import { countryName } from '#kernel/text/country-name.ts';

/** The tax numbers of natural persons, by the country that issues them, without spaces and separators. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: /^\d{9}$/,
  BE: /^\d{11}$/,
  BG: /^\d{10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{9,10}$/,
  DE: /^\d{11}$/,
  DK: /^\d{10}$/,
  EE: /^\d{11}$/,
  ES: /^[0-9KLMXYZ]\d{7}[A-Z]$/,
  FI: /^\d{6}[A-FU-Y+-]?\d{3}[0-9A-Z]$/,
  FR: /^\d{13}$/,
  GB: /^(\d{10}|[A-Z]{2}\d{6}[A-D])$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{10}$/,
  IE: /^\d{7}[A-Z]{1,2}$/,
  IT: /^[A-Z]{6}[0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/,
  LT: /^\d{11}$/,
  LU: /^\d{13}$/,
  LV: /^\d{11}$/,
  MT: /^(\d{3,7}[A-Z]|\d{9})$/,
  NL: /^\d{9}$/,
  PL: /^\d{10,11}$/,
  PT: /^\d{9}$/,
  RO: /^\d{13}$/,
  SE: /^\d{10}(\d{2})?$/,
  SI: /^\d{8}$/,
  SK: /^\d{9,10}$/,
};

/** A tax number as it is stored: `12 345/678 901` → `12345678901`. */
export const plainTin = (typed: string): string => typed.toUpperCase().replaceAll(/[\s./-]/g, '');

/** Why a tax number can't be one of this country; null: it may be. Only persons' numbers have a form for each country. */
export function tinProblem(tin: string, country: string, isPerson: boolean): string | null {
  const pattern = (isPerson && patterns[country]) || /^[A-Z0-9]{4,20}$/;
  if (pattern.test(tin)) return null;
  return `This isn’t a tax number of ${countryName(country) ?? country}. Check each digit.`;
}
