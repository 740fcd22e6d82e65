import { countryName } from '#kernel/text/country-name.ts';
import { europeanUnion, world } from './model/shipping.rules.ts';

export { type ListedTable, listedByDestination, listedMethods } from './model/listed-shipping.ts';
/** Public API, words: destinations of shipping, and the methods for a copy. */
export { quoteShipping, type ShippingQuote } from './model/quote.rules.ts';
export { destinationsOf, firstFigures } from './model/shipping.rules.ts';

/** A country's code (ISO 3166) in either case; null for what is none. */
export function readCountry(text: string): string | null {
  const code = text.toUpperCase();
  return countryName(code) === undefined ? null : code;
}

/** A country's code, `EU` or `world`; null for what is none. */
export function readDestination(text: string): string | null {
  if (text.toLowerCase() === world) return world;
  return text.toUpperCase() === europeanUnion ? europeanUnion : readCountry(text);
}

/** `France`, `European Union`, `Worldwide`. */
export function destinationName(destination: string): string {
  if (destination === world) return 'Worldwide';
  return destination === europeanUnion ? 'European Union' : (countryName(destination) ?? destination);
}

/** The same in a sentence: `the European Union`, `all countries`. */
export function destinationInText(destination: string): string {
  if (destination === world) return 'all countries';
  return destination === europeanUnion ? 'the European Union' : destinationName(destination);
}
