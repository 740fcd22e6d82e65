import { describe, expect, test } from 'vitest';
import {
  type Copy,
  conditionsFrom,
  keyOfWant,
  keysOfCopy,
  meets,
  requiredWords,
  type WantCriteria,
} from './wanted.rules.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const want: WantCriteria = {
  ownerId: 'ann',
  game: 'pokemon',
  card: { id: 'base1-4', name: 'Charizard' },
  anyPrinting: false,
  words: [],
  lowestCondition: 'excellent',
  language: 'en',
  finish: 'holo',
  highestPrice: usd(10_000),
  withPostage: true,
};
const copy: Copy & { price: { amount: number; currency: 'USD' | 'EUR' } } = {
  sellerId: 'ben',
  cardId: 'base1-4',
  game: 'pokemon',
  name: 'Charizard',
  words: ['pokemon', 'charizard', 'base', 'set', '4'],
  condition: 'near_mint',
  finish: 'holo',
  language: 'en',
  price: usd(9_500),
};
const words: Partial<WantCriteria> = { card: null, words: ['charizard', 'base'] };
const elsewhere = { cardId: 'base2-4', words: ['pokemon', 'charizard', 'base', 'two'] };

describe('[EN-10] a want is met', () => {
  const rows: [string, boolean, Partial<WantCriteria>, Partial<typeof copy>, number][] = [
    ['by the printing, at the price with post to the cent', true, {}, {}, 500],
    ['not a cent dearer with post', false, {}, {}, 501],
    ['by a dearer one with post, where post does not count', true, { withPostage: false }, { price: usd(10_000) }, 900],
    ['not above it where post does not count', false, { withPostage: false }, { price: usd(10_001) }, 0],
    ['at any price where none is said', true, { highestPrice: null }, { price: usd(99_999_999) }, 0],
    ['in another currency at the market’s rate', true, {}, { price: { amount: 9_250, currency: 'EUR' } }, 0],
    ['not above that rate', false, {}, { price: { amount: 9_270, currency: 'EUR' } }, 0],
    ['not by one’s own copy', false, {}, { sellerId: 'ann' }, 0],
    ['not by another printing', false, {}, elsewhere, 0],
    ['by another printing of the name where any will do', true, { anyPrinting: true }, elsewhere, 0],
    [
      'not by another card where any printing will do',
      false,
      { anyPrinting: true },
      { ...elsewhere, name: 'Dark Charizard' },
      0,
    ],
    ['not by the same name of another game', false, { anyPrinting: true }, { ...elsewhere, game: 'magic' }, 0],
    ['not by a card in free text, where a printing is looked for', false, { anyPrinting: true }, { cardId: null }, 0],
    ['by the lowest condition itself', true, {}, { condition: 'excellent' }, 0],
    ['not below it', false, {}, { condition: 'good' }, 0],
    ['not by a condition that nobody knows', false, {}, { condition: 'unknown' }, 0],
    ['by any condition where none is said', true, { lowestCondition: null }, { condition: 'unknown' }, 0],
    ['by any condition where unknown is enough', true, { lowestCondition: 'unknown' }, { condition: 'poor' }, 0],
    ['not in another language', false, {}, { language: 'de' }, 0],
    ['in any language where none is said', true, { language: null }, { language: 'de' }, 0],
    ['not in another finish', false, {}, { finish: 'reverse' }, 0],
    ['not by a copy that says no finish', false, {}, { finish: null }, 0],
    ['in any finish where none is said', true, { finish: null }, { finish: null }, 0],
    ['by a listing that holds all of its words', true, words, { cardId: null }, 0],
    ['not by one that lacks a word', false, { card: null, words: ['charizard', 'jungle'] }, {}, 0],
    ['not without a card and without words', false, { card: null, words: [] }, {}, 0],
  ];
  test.each(rows)('%s', (_name, isMet, terms, had, postage) => {
    const [criteria, offered] = [
      { ...want, ...terms },
      { ...copy, ...had },
    ];
    expect(meets(criteria, offered, usd(postage))).toBe(isMet);
    // A want that is met has a key that its copy searches.
    if (isMet) expect(keysOfCopy(offered)).toContain(keyOfWant(criteria));
  });
});

test('[EN-10] filler words of a title do not count, and a want that nothing can meet has no key', () => {
  expect(requiredWords(['a', 'charizard', 'of', 'the', 'base', 'set', 'base'])).toEqual(['charizard', 'base', 'set']);
  expect(keyOfWant({ ...want, card: null, words: [] })).toBe('');
  expect(conditionsFrom('near_mint')).toEqual(['mint', 'near_mint']);
});
