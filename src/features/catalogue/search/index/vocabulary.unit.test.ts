import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

const sorted = [
  'black',
  'blastoise',
  'chansey',
  'charizard',
  'charmander',
  'charmeleon',
  'lotus',
  'mew',
  'mewtwo',
  'pikachu',
];
const vocabulary = Vocabulary.of(sorted);
const near = (word: string, most = 2, asPrefix = false) =>
  vocabulary.near(word, most, asPrefix).map(([id]) => vocabulary.word(id));

describe('the vocabulary', () => {
  test('finds each of its words and no other', () => {
    sorted.forEach((word, id) => {
      expect(vocabulary.find(word)).toBe(id);
      expect(vocabulary.word(id)).toBe(word);
    });
    for (const word of ['', 'a', 'mewt', 'zzz', 'charizards']) expect(vocabulary.find(word)).toBe(-1);
  });

  test('a prefix is a range', () => {
    const [first, last] = vocabulary.prefixRange('char');
    expect(sorted.slice(first, last)).toEqual(['charizard', 'charmander', 'charmeleon']);
    expect(vocabulary.prefixRange('q')).toEqual([10, 10]);
  });

  test.each([
    ['charzard', 'charizard'],
    ['charizrad', 'charizard'],
    ['chharizard', 'charizard'],
    ['hcarizard', 'charizard'],
    ['pickachu', 'pikachu'],
    ['blastoyse', 'blastoise'],
  ])('%s is near %s', (typed, meant) => {
    expect(near(typed)).toContain(meant);
  });

  test('the end of a longer word is free while it is being typed', () => {
    expect(near('charzar', 1, true)).toContain('charizard');
    expect(near('charzar', 1, false)).not.toContain('charizard');
  });

  test('a word with another first letter never matches', () => {
    expect(near('kew', 1)).toEqual([]);
  });

  test('agrees with a plain search over any words', () => {
    const word = fc.stringMatching(/^[a-e]{1,6}$/);
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), word, (some, query) => {
        const words = [...some].sort();
        const made = Vocabulary.of(words);
        expect(made.find(query)).toBe(words.indexOf(query));
        const [first, last] = made.prefixRange(query);
        expect(words.slice(first, last)).toEqual(words.filter((each) => each.startsWith(query)));
        expect(
          made
            .near(query, 1, false)
            .map(([id]) => made.word(id))
            .sort(),
        ).toEqual(
          words.filter(
            (each) =>
              distance(each, query) <= 1 && (each[0] === query[0] || (each[0] === query[1] && each[1] === query[0])),
          ),
        );
      }),
    );
  });
});

/** Optimal string alignment, the slow way. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = cost;
    }
  }
  return at(a.length, b.length);
}
