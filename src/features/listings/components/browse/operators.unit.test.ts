import { expect, test } from 'vitest';
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

test('a set and a number are words that the catalogue reads', () => {
  expect(readOperators('set:"Base Set" no:4/102 pikachu')).toEqual({
    filters: {},
    words: 'pikachu Base Set 4/102',
    seller: null,
  });
});

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
