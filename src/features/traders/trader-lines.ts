import { countryName } from '#kernel/text/country-name.ts';
import type { Trader } from './contract.ts';

/** The data of a trader, in words, without empty fields. */
export function traderLines(trader: Trader): [what: string, said: string][] {
  const { legalName, street, postalCode, city, country, email, phone, register, registerNumber, vatId, withdrawal } =
    trader;
  const town = [postalCode, city].filter(Boolean).join(' ');
  const address = [street, town, country && (countryName(country) ?? country)].filter(Boolean).join(', ');
  const all: [string, string | null][] = [
    ['Legal name', legalName],
    ['Address', address],
    ['Email', email],
    ['Phone', phone],
    ['Register', [register, registerNumber].filter(Boolean).join(', ')],
    ['VAT ID', vatId],
    ['Withdrawal', withdrawal],
  ];
  return all.flatMap(([what, said]): [string, string][] => (said ? [[what, said]] : []));
}
