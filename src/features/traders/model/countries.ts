import { countryName } from '#kernel/text/country-name.ts';

export const isCountry = (code: string): boolean => countryName(code) !== undefined;
