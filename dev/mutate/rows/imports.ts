import { type Mutation, planted } from '../mutation.ts';

const imports = 'src/features/imports';
const tests = ['src/features/imports/run/imports-batch.test.ts'];

export const importRows: readonly Mutation[] = [
  ...planted(
    {
      area: 'imports',
      row: 'RO-02',
      file: 'src/features/listings/lifecycle/move-listing.server.ts',
      tests: ['src/features/imports/imports.test.ts'],
    },
    ['what a buyer is paying for is called sold', "if (row.quantityHeld > 0) return 'held';", "if (row.quantityHeld > 0) return 'sold';"],
  ),
  ...planted({ area: 'imports', row: 'RO-02', file: `${imports}/run-import.server.ts`, tests }, [
    'progress stands still while a file is listed',
    'listed: counts.listed + listed,',
    '',
  ]),
  ...planted({ area: 'imports', row: 'RO-02', file: `${imports}/give-up.server.ts`, tests }, [
    'an import whose job works is given up',
    '-importTimes.patienceMs',
    'importTimes.patienceMs',
  ]),
  ...planted({ area: 'imports', row: 'RO-02', file: 'src/features/wanted/match/match-many.server.ts', tests }, [
    'what is wanted is ruled out',
    'one.keys.some((key) => found.has(key))',
    'one.keys.every((key) => found.has(key))',
  ]),
  ...planted(
    { area: 'imports', row: 'RO-02', file: 'src/features/alerts/match/match-copies.server.ts', tests },
    ['followers are told of nothing', 'of followers.get(sellerId) ?? [])', "of followers.get('') ?? [])"],
    ['searches are not asked', '...(await foundBySearches(platform, copies, areApart))', '...(await foundBySearches(platform, [], areApart))'],
  ),
  ...planted({ area: 'imports', row: 'RO-02', file: 'src/features/listings/read/listing.write.server.ts', tests }, [
    'what was listed together never ends',
    '    tx.enqueue(expireTogetherJob, { listingIds: ids(together) }, { runAt: expiresAt, key });\n',
    '',
  ]),
  ...planted(
    {
      area: 'imports',
      row: '12-2',
      file: 'src/features/imports/parse/read-wants.ts',
      tests: ['src/features/imports/parse/read-wants.test.ts'],
    },
    ['a card of another game is meant', ".filter(({ game }) => gamesOf(cell('game'), format).includes(game))", ''],
  ),
];
