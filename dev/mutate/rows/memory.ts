import { type Mutation, planted } from '../mutation.ts';

const listings = (file: string, test: string, row = '10-2') => ({
  area: 'memory',
  row,
  file: `src/features/listings/${file}.ts`,
  tests: [`src/features/listings/${test}.test.ts`],
});
const bounds = (file: string) => ({ area: 'memory', row: '10-5', file: `src/${file}.ts`, tests: ['src/app/kept-bounds.test.ts'] });

/** What a process knows by heart: the columns of what is for sale, what pages and addresses are found by, and how much of each is kept. */
export const memoryRows: readonly Mutation[] = [
  ...planted(
    listings('facet-count', 'facet-count'),
    ['what ends in this second counts', 'if (expiresAt[at]! <= nowSeconds) continue;', 'if (expiresAt[at]! < nowSeconds) continue;'],
    ['what two filters keep out counts in the last facet', 'verdicts[make] = verdicts[make] === 0 ? miss : out;', 'verdicts[make] = miss;'],
    ['what costs the most that was asked is left out', 'if (price < min || price > max)', 'if (price < min || price >= max)'],
  ),
  ...planted(
    listings('sieve', 'sieve', '11-1'),
    ['the last value of a range does not fit', 'if (value >= from && value <= to)', 'if (value >= from && value < to)'],
    ['what is excepted fits', '(except === null || except.table[except.column[at]!] !== 1)', 'true'],
  ),
  ...planted(listings('text-numbers', 'text-numbers', '11-1'), [
    'a text that goes on as another ends is the same',
    '(starts[number + 1] as number) - 1 - from !== end - start',
    '(starts[number + 1] as number) - 1 - from < end - start',
  ]),
  ...planted(
    listings('text-block', 'text-numbers', '11-1'),
    ['the last letter of a text is not looked at', '- 1 - sought.length;', '- 2 - sought.length;'],
    ['what was kept since the last question is not found', '    this.#sign();\n', ''],
  ),
  ...planted(
    listings('card-numbers', 'card-numbers'),
    ['cards lose their numbers as they become more', 'if (others.has(number)) continue;', 'if (others.has(number) || number % 2 === 1) continue;'],
    ['what is no id of the catalogue’s gets a number each time', '      this.#others.set(id, number);\n', ''],
  ),
  ...planted(
    listings('first-places', 'first-places'),
    ['what is equal to the last of a page is left out', 'lead === this.#lead && tie <= this.#tie', 'lead === this.#lead && tie < this.#tie'],
    ['a page does not know that there is more', '      if (lead !== this.#lead || tie !== this.#tie) this.hasMore = true;\n', ''],
  ),
  ...planted(
    { area: 'memory', row: 'ST-10', file: 'src/platform/realtime/keep-shown.ts', tests: ['src/platform/realtime/keep-shown.test.ts'] },
    ['who is on their way stays where they were', 'if (!isIdle || pathname', 'if (pathname'],
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
