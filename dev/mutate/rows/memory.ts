import { type Mutation, planted } from '../mutation.ts';

const listings = 'src/features/listings';
const search = (file: string, row = '10-2') => ({
  area: 'memory',
  row,
  file: `${listings}/search/${file}.ts`,
  tests: [`${listings}/search/listing-table.test.ts`],
});
const bounds = (file: string) => ({ area: 'memory', row: '10-5', file: `src/${file}.ts`, tests: ['src/app/kept-bounds.test.ts'] });

/** What a process knows by heart: the table of what is for sale, what pages and addresses are found by, and how much of each is kept. */
export const memoryRows: readonly Mutation[] = [
  ...planted(
    search('listing-table'),
    ['what is put again stays where it was', '    this.remove(listing.n);\n    const combination', '    const combination'],
    ['a block is split and its cheaper half goes up', 'if (columns.price[row]! > middle)', 'if (columns.price[row]! < middle)'],
    ['what ends at this moment is for sale', 'if (expiresAt[row]! <= now)', 'if (expiresAt[row]! < now)'],
  ),
  ...planted(
    search('scan'),
    ['what two filters keep out counts in the last facet', 'verdict = verdict === 0 ? each.verdict : out;', 'verdict = each.verdict;'],
    ['the price of the next block is not looked at', 'highestOf(blocks, at) >= from', 'lowest >= from'],
  ),
  ...planted(search('ranking'), ['a page begins with the last of the one before', 'return at === -1 ||', 'return at !== -1 &&']),
  ...planted(
    search('predicates', '11-1'),
    ['of an or the first part alone fits', 'left = subtract(rest, left, fitting', 'subtract(rest, left, fitting'],
    ['the last value of a range does not fit', 'column[row]! <= to', 'column[row]! < to'],
  ),
  ...planted(search('inverted-index', '11-1'), [
    'a text is found in the line after its own',
    'if (this.#ends[middle]! > at)',
    'if (this.#ends[middle]! >= at)',
  ]),
  ...planted({ ...search('embedded.server'), tests: [`${listings}/search-ways.test.ts`] }, [
    'a process that does not hear the others answers from its table',
    '!platform.bus.hears || ',
    '',
  ]),
  ...planted(
    { area: 'memory', row: '10-1', file: 'src/app/page-routes.server.ts', tests: ['src/app/page-routes.test.ts'] },
    ['an address in capitals is another page', 'return word.toLowerCase().replace(', 'return word.replace('],
    ['what begins with any word is no page', '[word, null].includes(', '[word].includes('],
  ),
  ...planted(
    { area: 'memory', row: 'ST-10', file: 'src/platform/realtime/keep-shown.ts', tests: ['src/platform/realtime/keep-shown.test.ts'] },
    ['who is on their way stays where they were', "if (navigation.state !== 'idle' || errors ||", 'if (errors ||'],
    ['a fault of the market’s own is taken for no answer', 'const notThere = [502, 503, 504];', 'const notThere = [500, 502, 503, 504];'],
    ['a page that was reached goes on reading', '  else shown.reached();\n', ''],
  ),
  ...planted({ area: 'memory', row: '12-2', file: 'src/features/imports/read-wants.ts', tests: ['src/features/imports/read-wants.test.ts'] }, [
    'a card of another game is meant',
    ".filter(({ game }) => gamesOf(cell('game'), format).includes(game))",
    '',
  ]),
  ...planted(
    { area: 'memory', row: '10-5', file: 'src/platform/identity/revocations.ts', tests: ['src/platform/identity/revocations.test.ts'] },
    ['who ended a session is kept for good', 'if (now - at <= bearerLifeMs) break;', 'break;'],
    ['a session goes by when it was heard of first', '    ended.delete(sessionId);\n', ''],
    ['a session is refused for a minute', 'now - at <= bearerLifeMs', 'now - at <= 60_000'],
  ),
  ...planted(bounds('features/listings/search-sql.server'), ['every search gets a name', '  if (names.size >= 96) return statement;\n', '']),
  ...planted(bounds('features/listings/found-under.server'), [
    'words are hashed once and for all',
    '  if (numbers.size >= mostNumbers) numbers.clear();\n',
    '',
  ]),
  ...planted(bounds('platform/log/source-lines'), [
    'lines of sources are kept without an end',
    '    if (known.size >= mostKnown) known.clear();\n',
    '',
  ]),
  ...planted(
    { area: 'memory', row: '10-5', file: 'dev/shared-sources.ts', tests: ['dev/shared-sources.test.ts'] },
    [
      'what imports a module with elements is shared with the program',
      'if (ids.some((id) => drawing.has(id))) drawing.add(file);',
      'if (ids.some((id) => drawing.has(id))) continue;',
    ],
    ['what only a browser has is shared with the program', '|\\.client\\.tsx?$/;', '/;'],
  ),
];
