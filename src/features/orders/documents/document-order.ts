import type { Money } from '#kernel/numbers/money.ts';
import { countryName } from '#kernel/text/country-name.ts';
import type { Address } from '../contract.ts';

/** Additions to country names that postal services do not use. */
const besides = / SAR China$| \(.*\)$/;

/** The fields of an order that its printed documents need. */
export interface DocumentOrder {
  /** `orderNumber`. */
  number: string;
  paidAt: Date;
  seller: string;
  buyer: string;
  address: Address | null;
  shipping: string | null;
  total: Money;
  items: DocumentItem[];
}

export interface DocumentItem {
  title: string;
  /** Set, number, condition, finish, language and grade, as far as they were said. */
  about: string;
  quantity: number;
  price: Money;
  /** The seller's own, in their current version. */
  sku: string | null;
  place: string | null;
}

/**
 * The lines of an address on a label. The country is its name in capitals, as postal services require, not a two-letter
 * code.
 */
export function addressLines({ name, line1, line2, postalCode, city, state, country }: Address): string[] {
  return [
    name,
    line1,
    line2,
    [postalCode, city].filter(Boolean).join(' '),
    state,
    (countryName(country.toUpperCase())?.replace(besides, '') ?? country).toUpperCase(),
  ].filter((line): line is string => Boolean(line));
}

export const notPrinted = 'Some characters could not be printed. Check the order.';
