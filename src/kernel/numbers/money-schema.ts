import * as z from 'zod';
import { currencies } from './money.ts';
import { unknownCurrency } from './typed-money.ts';

/** A supported currency. */
export const currencySchema = z.enum(currencies, { error: unknownCurrency });
const amountOf = (label: string) =>
  z.int({ error: `${label} must be a whole number of minor units, for example 3450 for 34.50.` });

/** Money in requests and responses: integer minor units with a currency, and no other field. */
export const moneySchema = z.strictObject({ amount: amountOf('The amount'), currency: currencySchema });

/** Money in a request, within bounds in minor units; the message for another type starts with `label`: `The price`. */
export function moneyWithin(label: string, { min, max }: { min: number; max: number }) {
  const bounds = `Enter an amount from ${plain(min)} to ${plain(max)}.`;
  return z.strictObject({ amount: amountOf(label).min(min, bounds).max(max, bounds), currency: currencySchema });
}

function plain(minor: number): string {
  return (minor / 100).toLocaleString('en', { minimumFractionDigits: 2 });
}
