import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, searchLimits } from './parse-search.ts';
import { printSearch } from './print-search.ts';
import { searchKeys } from './search-keys.ts';
import { type Comparison, joined, negated, type SearchTree, searchKeyNames } from './search-tree.ts';

const treeOf = (text: string): SearchTree => {
  const { tree, problem } = parseSearch(text);
  expect(problem, text).toBeNull();
  return tree as SearchTree;
};
const word = (text: string): SearchTree => ({ kind: 'words', text, isPhrase: false });
const term = (key: (typeof searchKeyNames)[number], comparison: Comparison, ...values: string[]): SearchTree => ({
  kind: 'term',
  key,
  comparison,
  values,
});

describe('the search language', () => {
  test('[RO-03] every key, as card players write it', () => {
    const written =
      'game:Pokémon set:base n:4/102 cond>=nm price < 50 lang:en,German finish:holo grade>=9,5 company:psa seller:name is:offers -is:graded rarity:"secret rare" year>=1999 listed<7d name:zard (a or b)';
    expect(printSearch(treeOf(written))).toBe(
      'game:pokemon set:base n:4/102 cond>=near_mint price<50 lang:en,de finish:holo grade>=9.5 company:psa seller:name is:offers -is:graded rarity:"secret rare" year>=1999 listed<7d name:zard (a or b)',
    );
    for (const [key, { example }] of Object.entries(searchKeys))
      expect(treeOf(example), key).toMatchObject({ kind: 'term', key });
  });

  test('and binds tighter than or, not tighter than both, brackets before all', () => {
    expect(treeOf('a b or c')).toEqual({ kind: 'or', of: [{ kind: 'and', of: [word('a'), word('b')] }, word('c')] });
    expect(treeOf('a (b OR c) AND not d')).toEqual({
      kind: 'and',
      of: [word('a'), { kind: 'or', of: [word('b'), word('c')] }, { kind: 'not', of: word('d') }],
    });
    expect(treeOf('-(a b) --c')).toEqual({
      kind: 'and',
      of: [{ kind: 'not', of: { kind: 'and', of: [word('a'), word('b')] } }, word('c')],
    });
    expect(treeOf('"fact or fiction" Porygon-Z')).toEqual({
      kind: 'and',
      of: [{ kind: 'words', text: 'fact or fiction', isPhrase: true }, word('Porygon-Z')],
    });
  });

  test.each([
    ['gmae:pokemon', 'gmae', '“gmae” isn’t a search operator. Did you mean “game”?'],
    ['finish:holo raritty:rare', 'raritty', '“raritty” isn’t a search operator. Did you mean “rarity”?'],
    [
      'is:offers urza:saga',
      'urza',
      '“urza” isn’t a search operator. To search for these words, put them in quotation marks.',
    ],
    ['price<cheap', 'cheap', '“cheap” isn’t a valid value. Enter a price, for example 12.50.'],
    ['lang:en,klingon', 'klingon', /“klingon” isn’t a valid value. Enter en, ja, de/],
    ['finish: holo', 'finish:', 'Enter a value after “finish:”, for example finish:holo.'],
    ['lang:en, de', 'lang:en,', 'Enter a value without a space before it, for example lang:en,de.'],
    ['finish>holo', 'finish>', '“finish” doesn’t work with >. Use a colon, for example finish:holo.'],
    ['cond>=unknown', 'cond>=unknown', 'Use cond:unknown. An unknown condition can’t be compared.'],
    ['listed:7d', 'listed:7d', 'Use listed<7d for newer listings or listed>7d for older ones.'],
    ['(a or b', '(', 'Close this bracket with a ).'],
    ['a or b)', ')', 'Remove this bracket or add the opening one.'],
    ['a ()', ')', 'Enter keywords between these brackets.'],
    ['a "b', '"', 'Close this quotation mark with a second one.'],
    ['a or', 'or', 'Enter keywords after this.'],
    ['or a', 'or', 'Enter keywords before “or”. To search for the word itself, put it in quotation marks.'],
    ['a <50', '<', /“a” doesn’t work|“a” isn’t a search operator|Enter a search operator before/],
    ['', '', 'Enter keywords or a search operator.'],
  ])('%j is refused at %j', (text, place, message) => {
    const { problem } = parseSearch(text);
    const said = problem?.message ?? '';
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
    if (place !== '<') expect(text.slice(problem?.at, (problem?.at ?? 0) + (problem?.length ?? 0))).toBe(place);
  });

  test('length, depth and number are bounded', () => {
    expect(parseSearch('a '.repeat(searchLimits.text)).problem?.message).toBe('Enter at most 200 characters.');
    expect(parseSearch(`${'('.repeat(12)}a${')'.repeat(12)}`).problem?.message).toBe(
      'Nest brackets at most 8 levels deep.',
    );
    expect(parseSearch(`${'-'.repeat(199)}a`).problem).not.toBeNull();
    expect(parseSearch('a '.repeat(31)).problem?.message).toBe('Enter at most 30 keywords and search operators.');
    expect(parseSearch(`set:${Array.from({ length: 21 }, (_, n) => `s${n}`).join(',')}`).problem?.message).toBe(
      'Enter at most 20 values for one search operator.',
    );
  });
});

/** Trees that a search can mean, in the shape in which they are read. */
const samples: Record<(typeof searchKeyNames)[number], string[]> = {
  game: ['pokemon', 'magic'],
  set: ['base set', 'LEA', '-x', 'a,b'],
  n: ['4/102', 'LOB-001'],
  name: ['mr. mime', 'a<b'],
  rarity: ['secret rare', 'Common'],
  year: ['1999', '2021'],
  cond: ['mint', 'played'],
  finish: ['holo', 'cold-foil'],
  edition: ['first', 'unlimited', 'shadowless'],
  lang: ['en', 'zh-hant'],
  company: ['psa', 'bgs'],
  grade: ['9.5', '10'],
  price: ['50', '12.50'],
  seller: ['moon_binder'],
  listed: ['7d', '12h'],
  is: ['graded', 'offers'],
};
const leaf = fc.oneof(
  fc.constantFrom('charizard', 'Porygon-Z', '4/102', 'ピカチュウ', 'a,b').map(word),
  fc
    .constantFrom('fact or fiction', 'not', 'is:graded', '(x', '-y')
    .map((text): SearchTree => ({ kind: 'words', text, isPhrase: true })),
  fc.constantFrom(...searchKeyNames).chain((key) => {
    const compares = searchKeys[key].compares;
    const signs: Comparison[] = key === 'listed' ? ['<', '>='] : compares ? [':', '<', '<=', '>', '>='] : [':'];
    return fc
      .tuple(
        fc.constantFrom(...signs),
        fc.uniqueArray(fc.constantFrom(...samples[key]), { minLength: 1, maxLength: 3 }),
      )
      .map(([sign, values]) => term(key, sign, ...(sign === ':' ? values : values.slice(0, 1))));
  }),
);
const { tree: anyTree } = fc.letrec<{ tree: SearchTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('tree').map(negated),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]) => joined(kind as 'and', of)),
  ),
}));

describe('what is printed', () => {
  test('reads back as the same search, whatever the search', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const printed = printSearch(tree);
        if (printed.length > searchLimits.text) return;
        expect(treeOf(printed), printed).toEqual(tree);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of anything that a person types is the same search, or a problem within the text', () => {
    const bits = [
      'a',
      'or',
      'not',
      '(',
      ')',
      '"',
      '-',
      ' ',
      ' ',
      ',',
      ':',
      '<',
      '>=',
      'set:',
      'price<',
      '5',
      'cond',
      '=',
      'lang:en',
      '★',
      '\\',
      '%',
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 40, unit: 'grapheme' }),
          fc.array(fc.constantFrom(...bits), { maxLength: 25 }).map((each) => each.join('')),
        ),
        (text) => {
          const { tree, problem } = parseSearch(text);
          if (tree) {
            const printed = printSearch(tree);
            expect(printSearch(treeOf(printed)), text).toBe(printed);
            expect(treeOf(printed), text).toEqual(tree);
          } else {
            expect(problem.at).toBeGreaterThanOrEqual(0);
            expect(problem.at + problem.length).toBeLessThanOrEqual(Math.max(text.length, 1));
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

test.each([
  ['price<5', 'cards', '“price” works in searches for listings, not cards.'],
  ['pikachu -is:graded', 'wants', '“is” works in searches for listings, not wanted posts.'],
  ['seller:name', 'wants', '“seller” works in searches for listings, not wanted posts.'],
  ['lang:en cond>=nm', 'cards', '“cond” works in searches for listings, not cards.'],
] as const)('%j searched among %s is refused at its place', (text, place, message) => {
  expect(parseSearch(text, place).problem).toMatchObject({ message });
  expect(parseSearch(text).problem).toBeNull();
});
