import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, type SearchTree } from '#features/catalogue/language.ts';
import { completionsOf } from './complete-search.ts';
import { fieldsOf, noFields, searchOf } from './search-form.ts';

/** The parts of a search that all hold at once, in no order. */
const partsOf = (q: string): string[] => {
  const { tree } = parseSearch(q);
  const parts: SearchTree[] = tree?.kind === 'and' ? tree.of : tree ? [tree] : [];
  return parts.map((part) => JSON.stringify(part)).sort();
};

describe('the form of a search', () => {
  test('a search is read into its fields; what has none stays words', () => {
    expect(
      fieldsOf('game:pokemon set:"base set" cond>=nm price<50 (pikachu or raichu) -is:graded lang:en,de is:offers'),
    ).toEqual({
      ...noFields,
      game: 'pokemon',
      set: 'base set',
      cond: 'near_mint',
      under: '50',
      is: 'offers',
      words: '(pikachu or raichu) -is:graded lang:en,de',
    });
    expect(fieldsOf('Fact or Fiction')).toEqual({ ...noFields, words: 'Fact or Fiction' });
    expect(fieldsOf('game:pokemon (')).toEqual({ ...noFields, words: 'game:pokemon (' });
    expect(fieldsOf('price<50 price<40')).toMatchObject({ under: '50', words: 'price<40' });
  });

  test('the form’s fields make a search: alternatives stay together, a plain word stays free text', () => {
    expect(searchOf({ ...noFields, words: 'pikachu or raichu', finish: 'holo', cond: 'near_mint' })).toEqual({
      q: '(pikachu or raichu) cond>=near_mint finish:holo',
      errors: null,
    });
    expect(searchOf({ ...noFields, words: 'Fact or Fiction' })).toEqual({ q: 'Fact or Fiction', errors: null });
    expect(searchOf({ ...noFields, set: 'a "b" (c)', over: '1,50' })).toEqual({
      q: 'set:"a b (c)" price>1.50',
      errors: null,
    });
    expect(searchOf(noFields)).toEqual({ q: '', errors: null });
  });

  test('what can’t be read is said at its field', () => {
    expect(searchOf({ ...noFields, words: 'a (b', under: 'cheap', grade: '11' }).errors).toEqual({
      words: 'Close this bracket with a ).',
      under: '“cheap” isn’t a valid value. Enter a price, for example 12.50.',
      grade: '“11” isn’t a valid value. Enter a grade from 1 to 10 in steps of 0.5, for example 9.5.',
    });
    expect(searchOf({ ...noFields, words: 'a'.repeat(190), set: 'base set' }).errors).toEqual({
      words: 'Enter at most 200 characters.',
    });
  });

  test('read into the form and written again it is the same search, whatever the search', () => {
    const bit = fc.constantFrom(
      ...[
        'game:magic',
        'set:"base set"',
        'cond>=nm',
        'cond:nm,ex',
        'price<50',
        'price>2',
        'price<=9',
        'year>=1999',
        'is:offers',
        '-is:graded',
      ],
      ...[
        'finish:holo',
        'pikachu',
        '"dark magician"',
        '(a or b)',
        '-(a b)',
        'seller:moon',
        'listed<7d',
        'grade>=9.5',
        'lang:en',
        'n:4/102',
      ],
    );
    fc.assert(
      fc.property(fc.array(bit, { minLength: 1, maxLength: 9 }), fc.constantFrom(' ', ' or '), (bits, between) => {
        const q = bits.join(between);
        if (q.length > 150) return;
        const { q: written } = searchOf(fieldsOf(q));
        expect(partsOf(written ?? ''), `${q} -> ${written}`).toEqual(partsOf(q));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('how a search may go on', () => {
  const shown = (text: string) => completionsOf(text).map((each) => each.shown);

  test('values of a key, also the second of several; none that is whole or used', () => {
    expect(completionsOf('pikachu finish:ho')).toEqual([{ q: 'pikachu finish:holo', shown: 'holo', what: 'Finish' }]);
    expect(shown('lang:en,d')).toEqual(['de']);
    expect(shown('-(lang:de,d')).toEqual([]);
    expect(shown('cond>=n')).toEqual(['near_mint']);
    expect(shown('finish:holo')).toEqual([]);
    expect(shown('is:')).toEqual(['graded', 'offers', 'foil', 'signed', 'altered', 'misprint', 'first', 'unlimited']);
    expect(shown('set:b')).toEqual([]);
    expect(shown('finish:ho ')).toEqual([]);
  });

  test('keys, once there is one', () => {
    expect(completionsOf('game:pokemon ra')).toEqual([{ q: 'game:pokemon rarity:', shown: 'rarity:', what: 'Rarity' }]);
    expect(shown('se')).toEqual([]);
    expect(shown('Ratchet: se')).toEqual([]);
    expect(shown('price<50 -se')).toEqual(['set:', 'seller:']);
  });

  test('what is offered can be read', () => {
    for (const text of ['game:', 'cond:', 'finish:', 'lang:', 'is:']) {
      for (const { q } of completionsOf(text)) expect(parseSearch(q).problem, q).toBeNull();
    }
  });
});
