import { firstOf } from '../first-of.ts';
import { invalid } from '../refusal.ts';
import { type Currency, currencies, parseMoney } from './money.ts';

export const unknownCurrency = `Use one of these currencies: ${currencies.join(', ')}.`;

/** The currency of a form; US dollars without such a field. Throws a refusal (422) for an unknown one. */
export function typedCurrency(code: string | undefined): Currency {
  const known = currencies.find((each) => each === (code || 'USD'));
  if (!known) throw invalid({ currency: unknownCurrency });
  return known;
}

/** The message for input that is not an amount in this currency. */
export function noAmountIn(currency: Currency, typed: string): string {
  const text = typed.trim();
  return text
    ? `“${firstOf(text, 40)}” isn’t an amount in ${currency}. Enter a number such as 34.50.`
    : `Enter an amount in ${currency}, for example 34.50.`;
}

/** Parses the amount of a form field in minor units. Throws a refusal (422) naming `field`. */
export function typedMoney(field: string, typed: string, currency: Currency): number {
  const amount = parseMoney(typed, currency);
  if (amount === null) throw invalid({ [field]: noAmountIn(currency, typed) });
  return amount;
}
