import { expect, test } from 'vitest';
import { keywordsOf } from './keyword-operators.ts';
import { readOperators } from './operators.ts';

test('typed operators become filters, and the rest stays words', () => {
  expect(readOperators('charizard cond:nm+ price<20')).toEqual({
    filters: { condition: ['mint', 'near_mint'], maxPrice: '20' },
    words: 'charizard',
    seller: null,
  });
  expect(readOperators('lang:ja lang:German is:graded game:magic')).toEqual({
    filters: { language: ['ja', 'de'], graded: 'true', game: 'magic' },
    words: '',
    seller: null,
  });
  expect(readOperators('seller:moonbinder price>5 price<9,50')).toEqual({
    filters: { minPrice: '5', maxPrice: '9,50' },
    words: '',
    seller: 'moonbinder',
  });
});

test('a set and a number are keywords that the catalogue reads', () => {
  const q = 'set:"Base Set" no:4/102 pikachu';
  expect([readOperators(q), keywordsOf(q)]).toEqual([null, 'Base Set 4/102 pikachu']);
});

test.each([
  ['charizard psa 10', ['PSA'], ['10'], 'charizard'],
  ['PSA10 charizard', ['PSA'], ['10'], 'charizard'],
  ['bgs gem mint 9,5 umbreon', ['BGS'], ['9.5'], 'umbreon'],
  ['cgc 9 4/102', ['CGC'], ['9'], '4/102'],
  ['beckett 9', ['BGS'], ['9'], ''],
  ['psa charizard 4', ['PSA'], undefined, 'charizard 4'],
])('%s is a grading', (q, company, grade, words) => {
  expect(readOperators(q)).toEqual({ filters: { company, ...(grade && { grade }) }, words, seller: null });
});

test('a grading beside operators is a filter, too', () => {
  expect(readOperators('charizard psa 10 lang:ja price<500')).toEqual({
    filters: { language: ['ja'], maxPrice: '500', company: ['PSA'], grade: ['10'] },
    words: 'charizard',
    seller: null,
  });
});

test.each([
  '"psa 10" charizard',
  'josh beckett',
  'ace trainer',
  'tag team 10',
  '-psa 10',
  'psa/10',
  'mewtwo 10',
])('%s has no grading', (q) => expect(readOperators(q)).toBeNull());

test('unknown never counts as or better', () => {
  expect(readOperators('cond:poor+')?.filters.condition).not.toContain('unknown');
});

test('text that is no operator is unchanged', () => {
  for (const q of ['charizard 4/102', 'Ratchet: Rescue', 'is:shiny', 'lang:klingon', 'urza:saga', ''])
    expect(readOperators(q)).toBeNull();
  expect(readOperators('is:shiny is:graded')).toEqual({ filters: { graded: 'true' }, words: 'is:shiny', seller: null });
});

test.each(['price<$5', 'price<5', 'price<5$', 'price<US$5', 'price<5USD'])('%s is a filter that everybody has', (q) => {
  expect(readOperators(q)).toEqual({ filters: { maxPrice: '5' }, words: '', seller: null });
});

test('an amount in another currency is no price in dollars', () => {
  expect(readOperators('price<€5')).toBeNull();
});
