import { ownValue } from '#kernel/own-value.ts';
import type { Address } from '../contract.ts';

/** Signals that buyer and seller are one person: the same payment card, postal address, network, or browser. */
export const selfBuyingSigns = ['card', 'address', 'network', 'browser'] as const;
export type SelfBuyingSign = (typeof selfBuyingSigns)[number];

/** Words of streets that people write in two ways. */
const short: Readonly<Record<string, string>> = {
  street: 'st',
  strasse: 'str',
  road: 'rd',
  avenue: 'ave',
  boulevard: 'blvd',
  lane: 'ln',
  drive: 'dr',
  apartment: 'apt',
};

/** A unit number (flat, floor), which belongs to the word before it wherever the pair appears in the address. */
const inside = /\b(apt|appt|flat|unit|suite|ste|room|floor|wohnung|whg|top) (?=\p{N})/gu;

const isNumber = /^\p{N}/u;

/**
 * A postal address in normal form, without what differs from one spelling to the next: case, accents, punctuation, word
 * order, a few abbreviations. Numbers keep their order, and unit numbers their word: house 12, flat 3 is not house 3,
 * flat 12. The name is left out, since another name at the same address is the case to detect; so are city and state,
 * which the post code implies. Null where the address is too incomplete to distinguish two homes.
 */
export function doorOf({
  line1,
  line2,
  postalCode,
  country,
}: Pick<Address, 'line1' | 'line2' | 'postalCode' | 'country'>): string | null {
  const parts = plain(`${line1} ${line2 ?? ''}`)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => ownValue(short, word) ?? word)
    .join(' ')
    .replace(inside, '$1')
    .split(' ')
    .filter(Boolean);
  const words = [
    ...parts.filter((part) => !isNumber.test(part)).sort(),
    ...parts.filter((part) => isNumber.test(part)),
  ];
  const code = plain(postalCode).replace(/[^\p{L}\p{N}]+/gu, '');
  return words.length === 0 || code === '' ? null : [country.toLowerCase(), code, ...words].join(' ');
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}
