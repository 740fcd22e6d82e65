import { expect, test } from 'vitest';
import { isAdvanced } from './is-advanced.ts';
import { bracketedOr, holdsName } from './or-of-words.ts';
import { parseSearch } from './parse-search.ts';

test.each([
  ['pikachu or charizard', '(pikachu or charizard)'],
  ['PIKACHU OR CHARIZARD', '(PIKACHU OR CHARIZARD)'],
  ['dark magician or kuriboh lang:de', '(dark magician or kuriboh) lang:de'],
  ['price<20 pikachu or charizard -jumbo', 'price<20 (pikachu or charizard) -jumbo'],
  ['"dark magician" or a or b', '("dark magician" or a or b)'],
])('%j is an or: %j', (q, bracketed) => {
  expect(bracketedOr(q)).toBe(bracketed);
  expect([isAdvanced(bracketed), parseSearch(bracketed).problem]).toEqual([true, null]);
});

test.each([
  'or pikachu',
  'pikachu or',
  'pikachu',
  '(a or b)',
  'lang:de or pikachu',
  'a price < 20 or b',
  'origin oracle',
  '"a or b"',
])('%j has no or between plain words', (q) => expect(bracketedOr(q)).toBeNull());

test('a card that is called so is no or, also half typed or with more words', () => {
  const names = ['Fact or Fiction', 'Double or Nothing!'];
  for (const q of ['fact or fiction', 'Fact OR fict', 'foil fact or fiction 26', 'double or nothing'])
    expect(holdsName(q, names), q).toBe(true);
  for (const q of ['pikachu or charizard', 'fact or pikachu']) expect(holdsName(q, names), q).toBe(false);
});
