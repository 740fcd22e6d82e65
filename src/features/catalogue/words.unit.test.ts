import { expect, test } from 'vitest';
import { parseSearch } from './language.ts';
import { languageNames, languages, parseCondition, parseLanguage, plainLetters } from './words.ts';

test.each([
  ['en', 'EN English english en-US en_GB eng'],
  ['ja', 'JA JP jpn Japanese 日本語 Japanisch ja-JP'],
  ['ko', 'KO KR kor Korean 한국어'],
  ['zh', 'ZH CS SC CN zhs zh_CN zh-Hans S-Chinese Chinese 简体中文'],
  ['zh-hant', 'CT TC TW zht zh_TW zh-Hant T-Chinese 繁體中文'],
  ['pt', 'PT pt-BR Portuguese Português'],
  ['fr', 'FR fr-CA Français French'],
  ['de', 'DE GER de-AT Deutsch German'],
  ['es', 'ES SP es_MX Español'],
  ['it', 'IT ita Italiano'],
  ['ru', 'RU rus Русский'],
] as const)('%s is read from every code and name of one word that services use', (code, spellings) => {
  expect(spellings.split(' ').map((said) => [said, parseLanguage(said)])).toEqual(
    spellings.split(' ').map((said) => [said, code]),
  );
});

test('languages in several words, with a country behind them, and what is none', () => {
  const read = (...said: string[]) => said.map(parseLanguage);
  expect(read('Traditional Chinese', 'Chinese (T)', 'Chinese (Traditional)', 'Chinese (traditional)')).toEqual(
    Array(4).fill('zh-hant'),
  );
  expect(read('Simplified Chinese', 'Chinese (S)', 'Chinese (Simplified)')).toEqual(Array(3).fill('zh'));
  expect(read('Portuguese (Brazil)', 'Spanish (Latin America)', 'English (UK)')).toEqual(['pt', 'es', 'en']);
  expect(read('Klingon', '', 'Chinese (Macau)', 'x', 'en, de')).toEqual([null, null, null, null, null]);
  expect(languages.map((code) => parseLanguage(languageNames[code]))).toEqual([...languages]);
});

test('the search language reads the same words', () => {
  const [jp, ja, words] = ['lang:jp', 'lang:ja', 'lang:"traditional chinese"'].map((text) => parseSearch(text).tree);
  expect(jp).not.toBeNull();
  expect(jp).toEqual(ja);
  expect(JSON.stringify(words)).toContain('zh-hant');
});

test('conditions in the abbreviations of shops; a better or worse one of the same name is none', () => {
  const read = (...said: string[]) => said.map(parseCondition);
  expect(read('NM/M', 'NM-MT', 'M/NM')).toEqual(Array(3).fill('near_mint'));
  expect(read('SP', 'Slightly Played', 'Light Play', 'LP', 'Lightly-Played')).toEqual(Array(5).fill('light_played'));
  expect(read('VG', 'G', 'HP', 'DMG', 'D', 'MP')).toEqual(['good', 'good', 'poor', 'poor', 'poor', 'played']);
  expect(read('NM-', 'NM+', 'Minty', '9')).toEqual([null, null, null, null]);
});

test('letters that no keyboard has are folded to plain ones', () => {
  expect(['Æther Vial', 'Lim-Dûl', 'Séance', 'Jötun', 'Łódź', 'Œuvre', 'リザードン'].map(plainLetters)).toEqual([
    'aether vial',
    'lim-dul',
    'seance',
    'jotun',
    'lodz',
    'oeuvre',
    expect.stringContaining('リサ'),
  ]);
});
