import { expect, test } from 'vitest';
import type { Card } from '../contract.ts';
import { distinguish } from './card-words.ts';

test('printings of one name are distinguishable, also those of the same set, number, rarity and year', () => {
  const card = {
    ...{
      game: 'pokemon',
      setCode: 'base1',
      setName: 'Base Set',
      number: '4',
      name: 'Charizard',
      rarity: 'Rare',
      finishes: ['holo'],
      variants: [],
    },
    ...{
      setAbbr: 'BS',
      series: null,
      releaseDate: '1999-01-09',
      printedTotal: 102,
      artist: null,
      language: 'en',
      externalId: 'x',
      artUrl: '/x.svg',
    },
  };
  const cards: Card[] = [
    { ...card, id: 'a' },
    { ...card, id: 'b', language: 'ja' },
    { ...card, id: 'c', setName: 'Base Set 2', printedTotal: 130, releaseDate: '2000' },
    { ...card, id: 'd', setName: 'Promos', number: null, rarity: null, releaseDate: null },
  ];
  const lines = distinguish(cards).map((printing) => printing.lines);
  expect(lines).toEqual([
    ['Base Set', '4/102 · Rare · 1999 · EN · Holo'],
    ['Base Set', '4/102 · Rare · 1999 · JA · Holo'],
    ['Base Set 2', '4/130 · Rare · 2000'],
    ['Promos', ''],
  ]);
});
