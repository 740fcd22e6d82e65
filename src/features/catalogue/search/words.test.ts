import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing.ts';
import { foldText, numberDigits, numberKey, searchWords, wordsOf } from './words.ts';

describe('search words', () => {
  test.each([
    ["Blaine's Charizard", ['blaines', 'charizard']],
    ['Blue-Eyes White Dragon', ['blue', 'eyes', 'white', 'dragon']],
    ['Juzám Djinn', ['juzam', 'djinn']],
    ['Æther Vial', ['aether', 'vial']],
    ['Charizard ☆ δ', ['charizard', 'star', 'delta']],
    ['Nidoran♀', ['nidoran', 'f']],
    ['Moltres & Zapdos', ['moltres', 'zapdos']],
    ['Fire // Ice', ['fire', 'ice']],
    ['Agent 007', ['agent', '7']],
  ])('of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test.each([
    ['LOB-001', 'lob001', 1],
    ['TG29', 'tg29', 29],
    ['12a', '12a', 12],
    ['053', '053', 53],
    ['A', 'a', -1],
  ])('of the number %s', (number, key, digits) => {
    expect(numberKey(number)).toBe(key);
    expect(numberDigits(number)).toBe(digits);
  });

  test('what is stored for a number is what a query of it asks for', () => {
    expect(searchWords('LOB-001')).toEqual(expect.arrayContaining(['lob001', '1']));
    expect(searchWords('053')).toContain('53');
    expect(searchWords('Charizard', null, 'Base Set')).toEqual(['charizard', 'base', 'set']);
  });

  test('any text becomes plain lower-case words', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(foldText(text)).toMatch(/^[a-z0-9/.# -]*$/);
        for (const word of wordsOf(text)) expect(word).toMatch(/^[a-z0-9]+$/);
      }),
    );
  });
});
