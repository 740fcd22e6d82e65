import { expect, test } from 'vitest';
import { cheapestCopies, fewSellers, type LineCopies, totalsOf } from './list-choice.server.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const copy = (sellerId: string, price: number, postage: number) => ({
  listingId: `${sellerId}-${price}`,
  sellerId,
  price: usd(price),
  postage: usd(postage),
  condition: 'good',
  available: 9,
});
const line = (n: number, ...copies: LineCopies['copies']): LineCopies => ({ n, wanted: 1, copies });
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
  const taken = fewSellers(lines);
  expect(idsOf(taken)).toEqual([
    [1, 'shop-400'],
    [2, 'shop-300'],
    [3, 'shop-900'],
    [4, 'cleo-600'],
  ]);
  expect(fewSellers([line(1)])).toEqual([]);
});

test('the shipping of a seller counts once, the highest one, and currencies are not added up', () => {
  expect(totalsOf(fewSellers(lines))).toEqual([{ price: usd(2_200), postage: usd(310) }]);
  const eur = (amount: number) => ({ amount, currency: 'EUR' as const });
  const euro = { ...copy('shop', 500, 0), price: eur(500), postage: eur(0), quantity: 1 };
  expect(totalsOf([{ ...copy('shop', 100, 50), quantity: 1 }, euro])).toEqual([
    { price: usd(100), postage: usd(50) },
    { price: eur(500), postage: eur(0) },
  ]);
});

test('a copy is chosen for one line only, and a line gets as many as it wants and the listing has', () => {
  const [one, two] = [{ ...copy('ann', 100, 50), available: 1 }, copy('shop', 400, 0)];
  const both = [line(1, one), line(2, one, two), line(3, one)];
  const quantities = (taken: { n: number; listingId: string; quantity: number }[]) =>
    taken.map(({ n, listingId, quantity }) => [n, listingId, quantity]);
  for (const choose of [cheapestCopies, fewSellers])
    expect(quantities(choose(both)), choose.name).toEqual([
      [1, 'ann-100', 1],
      [2, 'shop-400', 1],
    ]);
  const playset = [{ ...line(1, { ...one, available: 3 }), wanted: 4 }];
  for (const choose of [cheapestCopies, fewSellers]) expect(quantities(choose(playset))).toEqual([[1, 'ann-100', 3]]);
  expect(totalsOf(cheapestCopies(playset))).toEqual([{ price: usd(300), postage: usd(50) }]);
});

test('a seller whose copy was used for another line is asked again for the next one', () => {
  const last = { ...copy('ann', 100, 0), available: 1 };
  const shop = copy('shop', 50, 0);
  const other = copy('shop', 60, 0);
  // The shop has lines 1 and 3, so Ann’s only copy is left for line 2.
  expect(idsOf(fewSellers([line(1, last, shop), line(2, last), line(3, other)]))).toEqual([
    [1, 'shop-50'],
    [2, 'ann-100'],
    [3, 'shop-60'],
  ]);
});
