import { type Mutation, planted } from '../mutation.ts';

const listings = 'src/features/listings';
const search = (file: string, row = '10-2') => ({
  area: 'search',
  row,
  file: `${listings}/search/${file}.ts`,
  tests: [`${listings}/search/listing-table.test.ts`],
});

/** The search table of a process. */
export const searchRows: readonly Mutation[] = [
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
    'a process that is disconnected from the others answers from its table',
    '!platform.bus.hears || ',
    '',
  ]),
];
