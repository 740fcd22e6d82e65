import { expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { feeOf, feeSentence, feeWords, isFree, leftOf, leftSentence, noFee } from './fee.rules.ts';

const fee = { basisPoints: 250, fixed: 30 };
const price = money(1_999, 'USD');

test('a fee is rounded down and never more than the price of the cards', () => {
  expect([1_999, 2_000, 31, 30, 10, 0].map((items) => feeOf(fee, items))).toEqual([79, 80, 30, 30, 10, 0]);
  expect(leftOf(fee, price)).toEqual({ amount: 1_920, currency: 'USD' });
  expect([noFee, { basisPoints: 0, fixed: 1 }, { basisPoints: 1, fixed: 0 }].map(isFree)).toEqual([true, false, false]);
});

test('a fee is described by the parts that it has', () => {
  expect([noFee, fee, { ...fee, fixed: 0 }, { ...fee, basisPoints: 0 }].map(feeWords)).toEqual([
    'no fee',
    '2.5% of the card price and 0.30 per order',
    '2.5% of the card price',
    '0.30 per order',
  ]);
});

test('the sentences about a fee state its amount and what the seller gets', () => {
  expect(leftSentence(fee, price)).toMatch(/earn \$19\.20 of \$19\.99.*2\.5%/);
  expect(leftSentence(noFee, price)).toMatch(/earn \$19\.99.* no selling fee/);
  expect(feeSentence(fee, price)).toMatch(/^Selling fee: \$0\.79 /);
  expect(feeSentence(noFee, price)).toBe('There is no selling fee.');
});
