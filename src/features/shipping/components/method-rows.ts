import { decimalOf } from '#kernel/numbers/money.ts';
import type { ShippingMethodView } from '../contract.ts';

/** The text fields of a method in the form; their names are `methods.0.name` and so on. */
export const methodFields = [
  'destination',
  'name',
  'price',
  'currency',
  'freeFrom',
  'maxCards',
  'maxSlabs',
  'maxGrams',
  'maxValue',
] as const;
export type MethodField = (typeof methodFields)[number];
/** Its checkboxes: `on` or empty. */
const methodMarks = ['tracked', 'needsPhone', 'remove'] as const;
type MethodMark = (typeof methodMarks)[number];
export type MethodRow = Partial<Record<MethodField | MethodMark, string>>;

export const rowField = (row: number, field: MethodField | MethodMark) => `methods.${row}.${field}`;

/** A stored method as the form has it. */
export function rowOf({ price, freeFrom, maxValue, tracked, needsPhone, ...method }: ShippingMethodView): MethodRow {
  const textOf = (value: number | null) => (value === null ? '' : String(value));
  return {
    destination: method.destination,
    name: method.name,
    price: decimalOf(price.amount),
    currency: price.currency,
    freeFrom: freeFrom ? decimalOf(freeFrom.amount) : '',
    maxCards: textOf(method.maxCards),
    maxSlabs: textOf(method.maxSlabs),
    maxGrams: textOf(method.maxGrams),
    maxValue: maxValue ? decimalOf(maxValue.amount) : '',
    tracked: tracked ? 'on' : '',
    needsPhone: needsPhone ? 'on' : '',
  };
}

/** The rows of a form as it was sent. */
export function sentRows(values: Record<string, string>): MethodRow[] {
  return Array.from({ length: Number(values.count) || 0 }, (_, row) =>
    Object.fromEntries(
      [...methodFields, ...methodMarks].map((field) => [field, values[`methods.${row}.${field}`] ?? '']),
    ),
  );
}
