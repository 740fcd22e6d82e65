import { firstOf } from '../first-of.ts';
import { invalid } from '../refusal.ts';
import { type Currency, currencies, parseMoney } from './money.ts';

export const unknownCurrency = `The currency must be one of ${currencies.join(', ')}.`;

/** The currency that a form names; US dollars where it has no such field. */
export function typedCurrency(code: string | undefined): Currency {
  const known = currencies.find((each) => each === (code || 'USD'));
  if (!known) throw invalid({ currency: unknownCurrency });
  return known;
}

/** Why what was typed is no amount: letters, or one in another currency. */
export function noAmountIn(currency: Currency, typed: string): string {
  const said = typed.trim();
  return said
    ? `“${firstOf(said, 40)}” is not an amount in ${currency}. Write it like 34.50.`
    : `Write an amount in ${currency}, like 34.50.`;
}

/** The minor units of what somebody typed into a field, by whose name it is refused (422) where it is none. */
export function typedMoney(field: string, typed: string, currency: Currency): number {
  const amount = parseMoney(typed, currency);
  if (amount === null) throw invalid({ [field]: noAmountIn(currency, typed) });
  return amount;
}
