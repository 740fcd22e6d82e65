import { type Mutation, planted } from '../mutation.ts';

const room = 'src/features/listings/components/create/read-photo';
const at = (file: string, ...tests: string[]) => ({
  area: 'photo-read',
  row: 'LI-11',
  file: `${room}/${file}`,
  tests: tests.map((name) => `${room}/${name}`),
});

export const photoReadRows: readonly Mutation[] = [
  ...planted(
    at('score-printings.rules.ts', 'score-printings.rules.test.ts'),
    ['a name that fits nothing is offered', 'if (name < leastName) return 0;', ''],
    ['a number counts for nothing', '+ 2 * numberFits(reading, printing)', ''],
    ['four are offered', '.slice(0, 3)', '.slice(0, 4)'],
    ['4/102 is found in 44/102', "/\\d/.test(line[at - 1] ?? '') && /^\\d/.test(form) && line[at - 1] !== '0' ? 0 : 1", '1'],
    ['the set decides nothing', ' + setFits(reading, printing)', ''],
    ['the year of a set is not looked at', 'named >= leastSet ? named : 0', 'named >= leastSet ? 1 : 0'],
    ['a short name is found inside any word', 'if (name.length <= shortName) return', 'if (name.length < 0) return'],
    ['the longer name gains nothing', '+ Math.min(plain(printing.name).length, 30) / 60', ''],
  ),
  ...planted(
    at('reading.rules.ts', 'reading.rules.test.ts'),
    ['letters in numbers stay letters', '[...text.toUpperCase()', '[...text.toLowerCase()'],
    ['rules of the game are names', "name.split(' ').length <= mostWords", 'true'],
    ['the name alone is asked for first', 'new Set([...both, ...names, ...exact])', 'new Set([...names, ...both, ...exact])'],
    ['the catalogue is asked without end', '.slice(0, 10);', ';'],
  ),
  ...planted(at('find-card.ts', 'find-card.test.ts'), [
    'an empty table is a card',
    'if (shape.length < leastShare * all || shape.length > mostShare * all) return null;',
    '',
  ]),
  ...planted(at('picture.ts', 'find-card.test.ts'), ['noise of plain paper becomes print', 'Math.max(spread, leastSpread)', 'Math.max(spread, 1)']),
  ...planted(
    {
      area: 'photo-read',
      row: 'LI-11',
      file: 'src/platform/http/responses/content-policy.ts',
      tests: ['src/features/listings/photos/photo-reader.test.ts'],
    },
    ['the reader may speak to everybody', "'wasm-unsafe-eval'; connect-src 'self'", "'wasm-unsafe-eval'; connect-src *"],
  ),
];
