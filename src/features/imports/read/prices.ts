import { type Currency, currencies, namesOtherCurrency, parseMoney, withoutCurrency } from '#kernel/numbers/money.ts';
import { ownValue } from '#kernel/own-value.ts';
import type { Note } from '../model/note.texts.ts';
import { type Read, shortened } from './row-values.ts';

const maxAmount = 100_000_000;

/** The decimal sign of a file's prices; null where none has cents. */
export type DecimalSign = ',' | '.' | null;

/** Detects the decimal sign of a column: a comma only where no price has a point in its place. */
export function decimalSignOf(prices: readonly string[]): DecimalSign {
  const signs = new Set(prices.map((price) => /([.,])\d{1,2}$/.exec(withoutCurrency(price))?.[1]));
  return signs.has('.') ? '.' : signs.has(',') ? ',' : null;
}

export interface PriceReading {
  decimalSign: DecimalSign;
  currency: Currency;
  isNeeded: boolean;
  /** The file was written by a program as `12.50`: other spellings are doubtful or rejected. */
  isStrict: boolean;
  /** The field, for its notes. */
  field?: 'price' | 'cost';
}

/** A price in minor units; null where the cell is empty or zero, which services use for no price. */
export function readPrice(
  cell: string,
  { decimalSign, currency, isNeeded, isStrict, field = 'price' }: PriceReading,
): Read<number | null> {
  const said = cell.trim();
  const amount = said === '' || /^[-–—]$/.test(said) ? 0 : parseMoney(said, currency);
  if (amount === null) return { error: whyNoAmount(said, currency, field) };
  if (amount === 0) return isNeeded ? { error: { code: 'price_missing' } } : { value: null };
  if (amount > maxAmount) return { error: { code: 'price_too_high', params: { field } } };
  const bare = withoutCurrency(said);
  const isPlain = bare === said && /^\d+(\.\d{1,2})?$/.test(said);
  const isOtherSign = decimalSign !== null && (/([.,])\d{1,2}$/.exec(bare)?.[1] ?? decimalSign) !== decimalSign;
  if ((isStrict && (isOtherSign || /[a-z]/i.test(said))) || hasThreeDecimals(bare, decimalSign))
    return { error: whyNoAmount(said, currency, field) };
  const isUnclear = isOtherSign || (/^\d{1,3}[.,]\d{3}$/.test(bare) && bare.at(-4) !== otherSign(decimalSign));
  if (isUnclear || (isStrict && !isPlain && decimalSign !== ','))
    return {
      value: amount,
      note: { code: 'price_read', params: { value: shortened(said), field, amount, currency } },
    };
  return { value: amount };
}

/** The seller's cost, which may be zero. */
export function readCost(cell: string, how: { decimalSign: DecimalSign; currency: Currency }): Read<number | null> {
  if (parseMoney(cell, how.currency) === 0) return { value: 0 };
  return readPrice(cell, { ...how, isNeeded: false, isStrict: false, field: 'cost' });
}

const currencySigns: Readonly<Record<string, Currency>> = { $: 'USD', US$: 'USD', '€': 'EUR', EURO: 'EUR', '£': 'GBP' };

export function readCurrency(cell: string, usual: Currency): Read<Currency> {
  const said = cell.trim().toUpperCase();
  if (said === '') return { value: usual };
  const currency = currencies.find((code) => code === (ownValue(currencySigns, said) ?? said));
  return currency ? { value: currency } : { error: { code: 'currency_unknown', params: { value: shortened(cell) } } };
}

const otherSign = (sign: DecimalSign) => (sign === ',' ? '.' : sign === '.' ? ',' : null);

/** `12.345` in a file that writes `9.99`: three digits behind its decimal sign are no thousands. */
const hasThreeDecimals = (bare: string, sign: DecimalSign) =>
  sign !== null && /^\d{1,3}[.,]\d{3}$/.test(bare) && bare.at(-4) === sign;

function whyNoAmount(said: string, currency: Currency, field: 'price' | 'cost'): Note {
  const value = shortened(said);
  return namesOtherCurrency(said, currency)
    ? { code: 'price_in_other_currency', params: { value, currency, field } }
    : { code: 'price_unreadable', params: { value, field } };
}
