import { decimalOf } from '#kernel/numbers/money.ts';
import { typedCurrency, typedMoney } from '#kernel/numbers/typed-money.ts';
import type { Want } from '../contract.ts';

/** The field names of a want's form. */
export const wantFieldNames = [
  'card',
  'title',
  'game',
  'anyPrinting',
  'lowestCondition',
  'language',
  'finish',
  'highestPrice',
  'currency',
  'withPostage',
  'quantity',
  'description',
  'frequency',
] as const;
export type WantFieldName = (typeof wantFieldNames)[number];

/** The field values of a want. */
export function valuesOf(want: Want): Partial<Record<WantFieldName, string>> {
  const { title, lowestCondition, language, finish, highestPrice, quantity, description } = want;
  return {
    title,
    anyPrinting: want.anyPrinting ? '1' : '',
    lowestCondition: lowestCondition ?? '',
    language: language ?? '',
    finish: finish ?? '',
    highestPrice: highestPrice ? decimalOf(highestPrice.amount) : '',
    currency: highestPrice?.currency ?? '',
    withPostage: want.withPostage ? '1' : '',
    quantity: String(quantity),
    description: description ?? '',
  };
}

/** The terms in the form of the API; an empty field is any. Refuses an invalid price. */
export function termsTyped(values: Record<string, string>): Record<string, unknown> {
  const { anyPrinting, withPostage, highestPrice, quantity, frequency } = values;
  const currency = typedCurrency(values.currency);
  const any = Object.fromEntries(
    ['lowestCondition', 'language', 'finish', 'description'].map((name) => [name, values[name] || null]),
  );
  return {
    ...any,
    anyPrinting: anyPrinting === '1',
    withPostage: withPostage === '1',
    highestPrice: highestPrice ? { amount: typedMoney('highestPrice', highestPrice, currency), currency } : null,
    ...(quantity && { quantity: Number(quantity) }),
    ...(frequency && { frequency }),
  };
}
