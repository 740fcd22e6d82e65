import * as z from 'zod';
import { currencies } from './money.ts';
import { unknownCurrency } from './typed-money.ts';

/** A supported currency. */
export const currencySchema = z.enum(currencies, { error: unknownCurrency });
const amountOf = (label: string) => z.int({ error: `${label} must be whole minor units (cents).` });

/** Money in requests and responses: integer minor units with a currency, and no other field. */
export const moneySchema = z.strictObject({ amount: amountOf('The amount'), currency: currencySchema });

/** Money in a request, within bounds in minor units; messages start with `label`: `The price`. */
export function moneyWithin(label: string, { min, max }: { min: number; max: number }) {
  const least = min === 0 ? `${label} must not be negative.` : `${label} must be at least ${plain(min)}.`;
  return z.strictObject({
    amount: amountOf(label)
      .min(min, least)
      .max(max, `${label} may be at most ${plain(max)}.`),
    currency: currencySchema,
  });
}

function plain(minor: number): string {
  return (minor / 100).toLocaleString('en', { minimumFractionDigits: 2 });
}
