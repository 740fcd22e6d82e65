import { expect, test } from 'vitest';
import { unknownOperators } from './unknown-operators.ts';

test.each([
  ['foo:bar charizard', ['“foo:” isn’t a search operator. We searched for it as keywords.']],
  ['lang:klingon', ['“klingon” isn’t a valid value for “lang:”. We searched for it as keywords.']],
  ['is:"very shiny"', ['“very shiny” isn’t a valid value for “is:”. We searched for it as keywords.']],
  [
    'a:1 b:2 c:3 d:4 a:1',
    ['a:', 'b:', 'c:'].map((name) => `“${name}” isn’t a search operator. We searched for it as keywords.`),
  ],
  ['Ratchet: Rescue 4/102', []],
  ['"foo:bar"', []],
  ['lang:de charizard', []],
  [':x x:', []],
])('%s', (q, messages) => expect(unknownOperators(q).map(({ message }) => message)).toEqual(messages));

test('a filter of the search is none of them', () => {
  expect(unknownOperators('cond:nm+ foo:bar', (term) => term === 'cond:nm+').map(({ operator }) => operator)).toEqual([
    'foo:',
  ]);
});
