import { formatAmount } from '../format.ts';
import { halfWidth } from '../text/half-width.ts';

/** An amount in minor units (cents) with its ISO 4217 currency. Never a float, never without a currency. */
export interface Money {
  amount: number;
  currency: Currency;
}

/** The supported currencies: all have two decimals, which `parseMoney` and the forms rely on. */
export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF'] as const;
export type Currency = (typeof currencies)[number];

export function money(amount: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`money amount must be whole minor units, got ${amount}`);
  return { amount, currency };
}

/** Adds amounts of one currency. Throws a `RangeError` when currencies differ, which is a programming error. */
export function addMoney(first: Money, ...rest: Money[]): Money {
  let amount = first.amount;
  for (const part of rest) {
    if (part.currency !== first.currency) throw new RangeError(`cannot add ${part.currency} to ${first.currency}`);
    amount += part.amount;
  }
  return money(amount, first.currency);
}

/** `{amount: 3450, currency: 'EUR'}` → `€34.50`, `34,50 €` and so on, as the reader's country writes it. */
export function formatMoney(value: Money): string {
  return formatAmount(value.amount / 100, value.currency);
}

/** `3450` → `34.50`, for form fields and machines, without the currency. */
export function decimalOf(minor: number): string {
  return (minor / 100).toFixed(2);
}

/** `3400` → `34`, `3450` → `34.50`. */
export function shortDecimalOf(minor: number): string {
  return minor % 100 === 0 ? String(minor / 100) : decimalOf(minor);
}

/** Currency symbols and codes with the currencies that they may mean; empty for unsupported ones. */
const symbols: Readonly<Record<string, readonly Currency[]>> = {
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  AU$: ['AUD'],
  A$: ['AUD'],
  $: ['USD', 'CAD', 'AUD'],
  '€': ['EUR'],
  '£': ['GBP'],
  'FR.': ['CHF'],
  '¥': [],
  JPY: [],
  ...Object.fromEntries(currencies.map((code) => [code, [code]])),
};
const symbol = Object.keys(symbols)
  .map((name) => name.replace(/[$.]/g, '\\$&'))
  .join('|');
const currencyNames = new RegExp(`^(?:${symbol})\\s*|\\s*(?:${symbol})$`, 'gi');

const currenciesNamed = (text: string) =>
  halfWidth(text)
    .trim()
    .match(currencyNames)
    ?.map((name) => symbols[name.trim().toUpperCase()] ?? []) ?? [];

/** Whether a text such as `$5` or `5 EUR` names another currency than this one. */
export function namesOtherCurrency(text: string, currency: Currency): boolean {
  return currenciesNamed(text).some((named) => !named.includes(currency));
}

/** The amount without the currency: `US$ 5` → `5`. */
export function withoutCurrency(text: string): string {
  return halfWidth(text)
    .trim()
    .replace(currencyNames, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'");
}

/**
 * Parses a price in minor units from user input (`34,50`, `34.50`, `€34.5`, `1,299.00`, `.99`, `5.-`, `５．００`). Null for
 * an ambiguous or invalid amount, except that a single separator before exactly three digits groups thousands. An
 * amount in another currency than the expected one is invalid too.
 */
export function parseMoney(text: string, currency: Currency): number | null {
  if (namesOtherCurrency(text, currency)) return null;
  const bare = withoutCurrency(text)
    .replace(/^(?=[.,]\d{1,2}$)/, '0')
    .replace(/(?<=\d)[.,](?:[-–—]{1,2})$/, '');
  const grouped = bare.match(/^([1-9]\d{0,2}(?:([.,' ])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/);
  const plain = bare.match(/^(\d{1,12})(?:[.,](\d{1,2}))?$/);
  let whole: string;
  let cents: string;
  if (plain) {
    whole = plain[1] ?? '';
    cents = plain[2] ?? '';
  } else if (grouped && grouped[2] !== grouped[3]) {
    whole = (grouped[1] ?? '').replace(/[.,' ]/g, '');
    cents = grouped[4] ?? '';
  } else {
    return null;
  }
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? amount : null;
}
