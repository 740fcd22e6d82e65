import { expect, test } from 'vitest';
import { cheapestCopies, fewestSellers, type LineCopies, totalsOf } from './list-choice.server.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const copy = (sellerId: string, price: number, postage: number) => ({
  listingId: `${sellerId}-${price}`,
  sellerId,
  price: usd(price),
  postage: usd(postage),
  condition: 'good',
});
const line = (n: number, ...copies: LineCopies['copies']): LineCopies => ({ n, copies });
const idsOf = (taken: { n: number; listingId: string }[]) => taken.map(({ n, listingId }) => [n, listingId]);

const lines = [
  line(1, copy('ann', 100, 50), copy('shop', 400, 300)),
  line(2, copy('ben', 200, 50), copy('shop', 300, 200)),
  line(3, copy('shop', 900, 100)),
  line(4, copy('ben', 700, 50), copy('cleo', 600, 10)),
  line(5),
];

test('the cheapest copy of each card is chosen, of any seller', () => {
  expect(idsOf(cheapestCopies(lines))).toEqual([
    [1, 'ann-100'],
    [2, 'ben-200'],
    [3, 'shop-900'],
    [4, 'cleo-600'],
  ]);
});

test('the seller of most cards comes first, and the cheaper one of equals for the rest', () => {
  const taken = fewestSellers(lines);
  expect(idsOf(taken)).toEqual([
    [1, 'shop-400'],
    [2, 'shop-300'],
    [3, 'shop-900'],
    [4, 'cleo-600'],
  ]);
  expect(fewestSellers([line(1)])).toEqual([]);
});

test('the shipping of a seller counts once, the highest one, and currencies are not added up', () => {
  expect(totalsOf(fewestSellers(lines))).toEqual([{ price: usd(2_200), postage: usd(310) }]);
  const eur = (amount: number) => ({ amount, currency: 'EUR' as const });
  const euro = { ...copy('shop', 500, 0), price: eur(500), postage: eur(0) };
  expect(totalsOf([copy('shop', 100, 50), euro])).toEqual([
    { price: usd(100), postage: usd(50) },
    { price: eur(500), postage: eur(0) },
  ]);
});
