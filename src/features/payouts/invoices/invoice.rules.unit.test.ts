import { expect, test } from 'vitest';
import { taxIn, taxOfCredit } from '../tax/tax.rules.ts';
import { draftsOf, type EarlierInvoice } from './invoice.rules.ts';

const vat = { basisPoints: 1_900, name: 'VAT', note: null };
const line = (orderId: string, amount: number) => ({ orderId, amount });
const earlier = (id: string, total: number, credited = 0): EarlierInvoice => ({ ...vat, id, total, credited });

test('the tax is inside the fee: net and tax are exactly what was charged', () => {
  expect(taxIn(11_900, 1_900)).toBe(1_900);
  expect(taxIn(11_900, 0)).toBe(0);
  for (const total of [1, 2, 3, 99, 100, 101, 12_345, 999_999_999]) {
    const [draft] = draftsOf([line('a', total)], vat, () => undefined);
    expect((draft?.net ?? 0) + (draft?.tax ?? 0)).toBe(total);
  }
});

test('what is charged is an invoice; what is returned a credit note for each invoice of it, with its tax', () => {
  const invoices = new Map([
    ['b', earlier('january', 1_190)],
    ['c', { ...earlier('february', 1_070), basisPoints: 700 }],
    ['d', earlier('january', 1_190)],
  ]);
  const fees = [line('a', 238), line('b', -119), line('c', -1_070), line('d', -238), line('e', 119)];
  expect(draftsOf(fees, vat, (id) => invoices.get(id))).toEqual([
    { ...vat, kind: 'invoice', corrects: null, net: 300, tax: 57, lines: [line('a', 238), line('e', 119)] },
    { ...vat, kind: 'credit_note', corrects: 'january', net: 300, tax: 57, lines: [line('b', 119), line('d', 238)] },
    {
      ...vat,
      basisPoints: 700,
      kind: 'credit_note',
      corrects: 'february',
      net: 1_000,
      tax: 70,
      lines: [line('c', 1_070)],
    },
  ]);
});

test('a month without fees has no invoice, and a month with returned fees only a credit note', () => {
  expect(draftsOf([], vat, () => undefined)).toEqual([]);
  expect(draftsOf([line('b', -10)], vat, () => earlier('january', 100)).map(({ kind }) => kind)).toEqual([
    'credit_note',
  ]);
});

test('the credit notes of a whole invoice have exactly its tax, however it is split', () => {
  const total = 9_999;
  for (const parts of [
    [1, 1, 1, 9_996],
    [3_333, 3_333, 3_333],
    [5_000, 4_999],
    [7, 11, 13, 9_968],
  ]) {
    let creditedBefore = 0;
    let tax = 0;
    for (const part of parts) {
      tax += taxOfCredit({ total, creditedBefore }, part, 1_900);
      creditedBefore += part;
    }
    expect(tax).toBe(taxIn(total, 1_900));
  }
});
