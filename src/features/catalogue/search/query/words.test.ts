import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing.ts';
import { foldText, numberDigits, numberKey, queryWords, searchWords, wordsOf } from './words.ts';

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
    ['Чаризард', ['чаризард']],
    ['ЁЖИК', ['ежик']],
    ["צ'ריזארד", ['צריזארד']],
    ['صَفْحَة', ['صفحة']],
    ['ＥＸ １２', ['ex', '12']],
    ['リザードンex', ['り', 'ざ', 'ー', 'ど', 'ん', 'りざ', 'ざー', 'ーど', 'どん', 'ex']],
    ['ﾘｻﾞｰﾄﾞﾝ', ['り', 'ざ', 'ー', 'ど', 'ん', 'りざ', 'ざー', 'ーど', 'どん']],
    ['喷火龙', ['喷', '火', '龙', '喷火', '火龙']],
    ['피카츄 25', ['피', '카', '츄', '피카', '카츄', '25']],
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

  test('a number is stored as a query of it is parsed', () => {
    expect(searchWords('LOB-001')).toEqual(expect.arrayContaining(['lob001', '1']));
    expect(searchWords('053')).toContain('53');
    expect(searchWords('Charizard', null, 'Base Set')).toEqual(['charizard', 'base', 'set']);
  });

  test('the searched words of a name are among its stored words, in every script', () => {
    for (const [name, sought] of [
      ['リザードンex 黒炎の支配者', 'りざーどん'],
      ['喷火龙', '火龙'],
      ['喷火龙', '龙'],
      ['피카츄', '카츄'],
      ['Чаризард', 'ЧАРИЗАРД'],
      ['Fire // Ice', 'ice'],
    ] as const)
      expect(searchWords(name)).toEqual(expect.arrayContaining(queryWords(sought)));
    expect(queryWords('リザードンex')).toEqual(['りざ', 'ざー', 'ーど', 'どん', 'ex']);
  });

  test('any text becomes words of letters and digits, and folding is idempotent', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(foldText(text)).toMatch(/^[\p{L}\p{N}/.# -]*$/u);
        for (const word of wordsOf(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});
