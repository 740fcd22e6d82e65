import { type Currency, parseMoney } from '#kernel/numbers/money.ts';
import { noAmountIn, typedCurrency } from '#kernel/numbers/typed-money.ts';
import { type FieldErrors, invalid } from '#kernel/refusal.ts';
import { type FormAnswer, text, typed } from '#platform/http/page-form.server.ts';
import { fieldErrors } from '#platform/http/requests/api.ts';
import { type MethodField, methodFields, rowField } from './components/method-rows.ts';
import { type ShippingInput, shippingInput } from './contract.ts';
import { tableLimits as limits } from './model/shipping.rules.ts';

/** The fields of a form as it was sent, to show it again. */
export const sentFields = (form: FormData): string[] => [...new Set(form.keys())];

/** Shows the form again with one more method. */
export function withOneMore(form: FormData): FormAnswer {
  const values = typed(form, sentFields(form));
  return { values: { ...values, count: String(Math.min(countOf(form) + 1, limits.methods)) } };
}

/** A table as typed. Empty methods and those to remove are left out. Throws a refusal (422) with the form's fields. */
export function readShippingForm(form: FormData): ShippingInput {
  const rows = Array.from({ length: countOf(form) }, (_, row) => row).filter((row) => isKept(form, row));
  const noAmounts: FieldErrors = {};
  const parsed = shippingInput.safeParse({
    // An altered one is refused like an old one.
    version: Number(text(form, 'version')) || 0,
    sendsFrom: text(form, 'sendsFrom'),
    shipDays: wholeOf(text(form, 'shipDays')),
    methods: rows.map((row) => readMethod(form, row, noAmounts)),
  });
  const errors = { ...(parsed.success ? {} : byRow(fieldErrors(parsed.error.issues), rows)), ...noAmounts };
  if (!parsed.success || Object.keys(errors).length > 0) throw invalid(errors);
  return parsed.data;
}

const countOf = (form: FormData) => Math.min(Number.parseInt(text(form, 'count'), 10) || 0, limits.methods);

function isKept(form: FormData, row: number): boolean {
  if (text(form, rowField(row, 'remove')) === 'on') return false;
  return [rowField(row, 'name'), rowField(row, 'price')].some((name) => text(form, name).trim() !== '');
}

function readMethod(form: FormData, row: number, noAmounts: FieldErrors) {
  const fields = typed(
    form,
    methodFields.map((name) => rowField(row, name)),
  );
  const fieldOf = (name: MethodField) => fields[rowField(row, name)] ?? '';
  const currency: Currency = typedCurrency(fieldOf('currency'));
  const amountOf = (name: 'price' | 'freeFrom' | 'maxValue') => {
    const amount = parseMoney(fieldOf(name), currency);
    if (amount === null) noAmounts[rowField(row, name)] = noAmountIn(currency, fieldOf(name));
    return { amount: amount ?? 0, currency };
  };
  const optional = (name: 'freeFrom' | 'maxValue') => (fieldOf(name) === '' ? null : amountOf(name));
  const limit = (name: 'maxCards' | 'maxSlabs' | 'maxGrams') => (fieldOf(name) === '' ? null : wholeOf(fieldOf(name)));
  return {
    destination: fieldOf('destination'),
    name: fieldOf('name'),
    tracked: text(form, rowField(row, 'tracked')) === 'on',
    maxCards: limit('maxCards'),
    maxSlabs: limit('maxSlabs'),
    maxGrams: limit('maxGrams'),
    maxValue: optional('maxValue'),
    price: amountOf('price'),
    freeFrom: optional('freeFrom'),
    needsPhone: text(form, rowField(row, 'needsPhone')) === 'on',
  };
}

/** NaN, which the schema refuses, for everything but digits. */
const wholeOf = (typedText: string) => (/^\d{1,9}$/.test(typedText.trim()) ? Number(typedText) : Number.NaN);

/** Errors by the form's field: rows that were left out count in its names, and amounts are one field. */
function byRow(errors: FieldErrors, rows: readonly number[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => {
      if (path === 'methods') return [rowField(0, 'name'), sentence];
      const [start, index, field] = path.split('.');
      const isOfRow = start === 'methods' && index !== undefined && field !== undefined;
      return [isOfRow ? `methods.${rows[Number(index)]}.${field}` : path, sentence];
    }),
  );
}
