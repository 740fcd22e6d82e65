import { countryName } from '#kernel/text/country-name.ts';

/** How the country of a cart is known: chosen there, from the default address, or suggested by the browser's language. */
export const countrySources = ['chosen', 'address', 'language'] as const;

/** A country that a cart can be shipped to, and how it is known. */
export interface CartCountry {
  code: string;
  from: (typeof countrySources)[number];
}

interface Known {
  chosen: string | null;
  /** Of the member's default address. */
  ofAddress: string | null;
  /** The `Accept-Language` header. */
  languages: string | null | undefined;
}

/** The country that shipping prices are for; null where nothing is known. */
export function countryOf({ chosen, ofAddress, languages }: Known): CartCountry | null {
  if (chosen !== null) return { code: chosen, from: 'chosen' };
  if (ofAddress !== null) return { code: ofAddress, from: 'address' };
  const suggested = countryOfLanguages(languages ?? '');
  return suggested === null ? null : { code: suggested, from: 'language' };
}

/** The region of the first language of an `Accept-Language` header that has one. */
function countryOfLanguages(header: string): string | null {
  const regions = header
    .split(',', 8)
    .map((tag) => /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\s*(?:;|$)/i.exec(tag)?.[1]);
  return regions.map((region = '') => region.toUpperCase()).find((region) => countryName(region) !== undefined) ?? null;
}
