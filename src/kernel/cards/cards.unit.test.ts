import { expect, test } from 'vitest';
import { conditionFacts, conditionName, conditions, conditionsAtLeast, parseCondition } from './conditions.ts';
import { finishSpellings } from './finishes.ts';
import { fileGames, gameFacts } from './games.ts';
import { languageNames, languages, parseLanguage } from './languages.ts';

const wordsOf = (spellings: string) => spellings.split(' ').filter(Boolean);

test.each(conditions)('the condition %s is read from its key, its name and each of its spellings', (condition) => {
  const { name, short, spellings } = conditionFacts[condition];
  for (const word of [condition, name, ...(short === '?' ? [] : [short]), ...wordsOf(spellings)])
    expect(parseCondition(word), word).toBe(condition);
});

test('conditions run from best to worst, and no two look alike', () => {
  const known = Object.values(conditionFacts).slice(0, -1);
  expect(conditions.at(-1)).toBe('unknown');
  expect(known.map(({ wear }) => wear)).toEqual(known.map(({ wear }) => wear).toSorted((a, b) => a - b));
  for (const fact of ['name', 'short', 'tone', 'means'] as const)
    expect(new Set(Object.values(conditionFacts).map((facts) => facts[fact])).size, fact).toBe(conditions.length);
  expect(conditionsAtLeast('excellent')).toEqual(['mint', 'near_mint', 'excellent']);
  expect(['light_played', null, 'brand new'].map(conditionName)).toEqual(['Light played', 'Unknown', 'Unknown']);
});

test.each(languages)('the language %s is read from its code and its name', (language) => {
  expect([language, languageNames[language]].map(parseLanguage)).toEqual([language, language]);
});

test('no word of files means two finishes', () => {
  const words = Object.values(finishSpellings).flatMap(wordsOf);
  expect(words.filter((word, n) => words.indexOf(word) !== n)).toEqual([]);
});

test.each(fileGames)('files name the game %s by its name, and no other game', (game) => {
  const { name } = gameFacts[game];
  expect(fileGames.filter((each) => gameFacts[each].inFiles?.test(name))).toEqual([game]);
});
