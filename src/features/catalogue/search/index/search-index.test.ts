import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardIdOf } from '../../import/card-id.server.ts';
import { anyText, cardRow, testCards } from '../../testing.ts';
import { Matcher } from '../match-cards.ts';
import { cardIdAt, packIndex, unpackIndex } from './card-index.ts';
import { IndexBuilder, type SetForIndex } from './index-builder.ts';
import { searchIndex } from './search-index.ts';

type Row = Partial<SetForIndex> & {
  game: string;
  setCode: string;
  setName: string;
  setAbbr?: string;
  name: string;
  number?: string;
  externalId: string;
  rarity?: string;
};
const rows = testCards.map(cardRow) as unknown as Row[];
const sets = [...new Map(rows.map((row) => [row.setCode, row])).values()];
const builder = new IndexBuilder(
  sets.map((row) => ({
    game: row.game,
    code: row.setCode,
    abbr: row.setAbbr ?? null,
    name: row.setName,
    series: row.series ?? null,
    releaseDate: row.releaseDate ?? null,
    printedTotal: row.printedTotal ?? null,
  })),
  rows.length,
);
for (const set of sets) {
  for (const row of rows.filter((each) => each.setCode === set.setCode)) {
    const traits = row as unknown as Record<string, string[] | undefined>;
    const trait = [row.rarity ?? '', traits.finishes ?? '', traits.variants ?? '', traits.attributes ?? '', ''].join(
      '|',
    );
    builder.add(cardIdOf(row.game, row.externalId), row.game, row.setCode, row.name, row.number ?? null, trait);
  }
}
// Through its bytes and back, as it is stored.
const index = unpackIndex(packIndex(builder.build(1)));
const matcher = new Matcher(index);
const byId = new Map(rows.map((row) => [cardIdOf(row.game, row.externalId), row.externalId]));

const anyQuery = fc
  .array(
    fc.constantFrom(
      'charizard',
      'charzrd',
      'base',
      'set',
      '4/102',
      'lob-001',
      '215',
      'psa',
      '10',
      'the',
      'of',
      'fow',
      'a',
      '/',
      '-',
      '#',
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(' '));

function found(query: string, { isTyping = true, most = 10, fill = true } = {}): string[] {
  const { matches } = searchIndex(index, matcher, query, { scope: { game: null, sets: null }, most, isTyping, fill });
  return matches.map(({ card }) => byId.get(cardIdAt(index, card)) ?? 'unknown');
}

describe('card search', () => {
  test.each([
    ['charizard base set', 'base1-4'],
    ['base set charizard', 'base1-4'],
    ['charizard 4/102', 'base1-4'],
    ['4/102 charizard', 'base1-4'],
    ['4/102', 'base1-4'],
    ['charizard 4/130', 'base4-4'],
    ['charizard base set 2', 'base4-4'],
    ['dark charizard', 'base5-4'],
    ['charizard team rocket', 'base5-4'],
    ['evs 215', 'swsh7-215'],
    ['215 evs', 'swsh7-215'],
    ['umbreon vmax', 'swsh7-215'],
    ['LOB-001', 'LOB/LOB-001/ultra'],
    ['lob 001', 'LOB/LOB-001/ultra'],
    ['lob001', 'LOB/LOB-001/ultra'],
    ['black lotus alpha', 'lotus-alpha'],
    ['beta lotus black', 'lotus-beta'],
    ['jordan 1986 fleer', 'jordan-57'],
    ['86 fleer jordan', 'jordan-57'],
    ['jordan rookie', 'jordan-57'],
    ['fow', 'fow'],
    ['bewd', 'LOB/LOB-001/ultra'],
    ['dracaufeu 4/102', 'base1-4'],
  ])('%s finds the card first', (query, expected) => {
    expect(found(query)[0]).toBe(expected);
  });

  test.each([
    ['charzard 4/102', 'base1-4'],
    ['chraizard 4/102', 'base1-4'],
    ['pickachu', 'base1-58'],
    ['blck lotus alpha', 'lotus-alpha'],
    ['micheal jordan 57', 'jordan-57'],
    ['umbreonvmax', 'swsh7-215'],
    ['blueeyes white dragon', 'LOB/LOB-001/ultra'],
    ['evolvng skies umbreon', 'swsh7-215'],
  ])('%s, misspelled, finds the card first', (query, expected) => {
    expect(found(query)[0]).toBe(expected);
  });

  test.each([
    'psa 10',
    'nm',
    'holo',
    'foil',
    '1st edition',
    'graded',
    'bgs 9.5',
    'near mint lot',
    'psa 10 gem mint',
  ])('%s does no harm', (noise) => {
    expect(found(`charizard 4/102 ${noise}`)[0]).toBe('base1-4');
    expect(found(`${noise} charizard 4/102`)[0]).toBe('base1-4');
  });

  test('each longer beginning of a name still finds it', () => {
    for (const beginning of ['blas', 'blast', 'blasto', 'blastoi', 'blastois', 'blastoise'])
      expect(found(beginning)[0]).toBe('base1-2');
  });

  test('an unfinished word is only taken for a longer one while it is typed', () => {
    expect(found('umb', { isTyping: true })).toContain('swsh7-215');
    expect(found('charizard 4', { isTyping: false, fill: false })).toEqual(
      expect.arrayContaining(['base1-4', 'base4-4', 'base5-4']),
    );
  });

  test('a card that holds all comes before those that hold a part', () => {
    const order = found('black lotus beta');
    expect(order.slice(0, 2)).toEqual(['lotus-beta', 'lotus-alpha']);
    expect(found('black lotus beta', { fill: false })).toEqual(['lotus-beta']);
  });

  test('a game or a set narrows it', () => {
    const game = index.games.indexOf('magic');
    const { matches } = searchIndex(index, matcher, 'charizard', {
      scope: { game, sets: null },
      most: 10,
      isTyping: false,
      fill: false,
    });
    expect(matches).toEqual([]);
  });

  test('nothing like it finds nothing', () => {
    expect(found('qqqqqq wwwwwww', { fill: true })).toEqual([]);
    expect(found('')).toEqual([]);
    expect(found('🐉 🔥 \u0000')).toEqual([]);
  });

  test('any text is answered, and one search leaves nothing behind for the next', () => {
    const before = found('charizard 4/102');
    fc.assert(
      fc.property(fc.oneof(anyText(80), anyQuery), (query) => {
        expect(found(query).length).toBeLessThanOrEqual(10);
      }),
    );
    expect(found('charizard 4/102')).toEqual(before);
  });

  test('returns no more than requested, the best of them', () => {
    expect(found('charizard', { most: 1 })).toEqual(found('charizard').slice(0, 1));
  });
});
