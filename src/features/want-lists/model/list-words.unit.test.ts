import { expect, test } from 'vitest';
import type { Currency } from '#kernel/numbers/money.ts';
import { printingOf, totalsInWords } from './list-words.ts';

test('a separator stands between set and number: number 2 of Base Set is not Base Set 2', () => {
  const card = { id: 'a', game: 'pokemon', name: 'Blastoise', setName: 'Base Set', number: '2', rarity: 'Rare' };
  expect([printingOf(card, false), printingOf(card, true)]).toEqual([
    'Base Set · 2 · Pokémon',
    'Any printing · Pokémon',
  ]);
});

test('totals are written for each currency, with their shipping', () => {
  const total = (price: number, postage: number, currency: Currency) => ({
    price: { amount: price, currency },
    postage: { amount: postage, currency },
  });
  expect(totalsInWords([total(1_200, 0, 'USD')])).toBe('$12.00');
  expect(totalsInWords([total(2_000, 450, 'USD'), total(500, 0, 'EUR')])).toBe('$20.00 + $4.50 shipping and €5.00');
});
