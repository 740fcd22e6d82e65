import { expect, test } from 'vitest';
import type { Currency } from '#kernel/numbers/money.ts';
import { cheapestInWords, printingOf } from './list-words.ts';

test('a separator stands between set and number: number 2 of Base Set is not Base Set 2', () => {
  const card = { id: 'a', game: 'pokemon', name: 'Blastoise', setName: 'Base Set', number: '2', rarity: 'Rare' };
  expect([printingOf(card, false), printingOf(card, true)]).toEqual([
    'Base Set · 2 · Pokémon',
    'Any printing · Pokémon',
  ]);
});

test('the cheapest copies are added up by currency, with their shipping', () => {
  const line = (price: number, postage: number, currency: Currency) => ({
    forSale: {
      count: 3,
      cheapest: {
        listingId: 'a',
        price: { amount: price, currency },
        postage: { amount: postage, currency },
        condition: 'good',
      },
    },
  });
  const none = { forSale: { count: 0, cheapest: null } };
  expect(cheapestInWords([none])).toBe('');
  expect(cheapestInWords([line(1_200, 0, 'USD'), none])).toBe('Cheapest copy of 1 card: $12.00');
  expect(cheapestInWords([line(1_200, 300, 'USD'), line(800, 150, 'USD'), line(500, 0, 'EUR')])).toBe(
    'Cheapest copies of 3 cards, one of each: $20.00 + $4.50 shipping and €5.00',
  );
});
