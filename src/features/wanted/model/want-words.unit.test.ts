import { expect, test } from 'vitest';
import { whichOf } from './want-words.ts';

test('a separator stands between set and number: number 2 of Base Set is not Base Set 2', () => {
  expect(whichOf({ game: 'pokemon', anyPrinting: false, card: { id: 'a', setName: 'Base Set', number: '2' } })).toEqual(
    ['Base Set · 2', 'Pokémon'],
  );
});

test('the printing does not repeat the card’s name, which stands above it', () => {
  const card = { id: 'a', name: 'Mew', setName: 'Base Set', number: '2' };
  expect(whichOf({ game: 'pokemon', anyPrinting: false, card })).toEqual(['Base Set · 2', 'Pokémon']);
});
