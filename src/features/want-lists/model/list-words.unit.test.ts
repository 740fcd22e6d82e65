import { expect, test } from 'vitest';
import { printingOf } from './list-words.ts';

test('a separator stands between set and number: number 2 of Base Set is not Base Set 2', () => {
  const card = { id: 'a', game: 'pokemon', name: 'Blastoise', setName: 'Base Set', number: '2', rarity: 'Rare' };
  expect([printingOf(card, false), printingOf(card, true)]).toEqual([
    'Base Set · 2 · Pokémon',
    'Any printing · Pokémon',
  ]);
});
