import { type Mutation, planted } from '../mutation.ts';

const listings = 'src/features/listings';
const places = [`${listings}/live-places.test.ts`];
const ways = [`${listings}/search-ways.test.ts`];
const shown = [`${listings}/shown-rows.test.ts`];
const market = [`${listings}/market-places.test.ts`];

/** Reads that are answered out of memory, together, or before the framework. */
export const fastRows: readonly Mutation[] = [
  ...planted({ area: 'fast', file: `${listings}/begun-listing.server.ts`, tests: [`${listings}/begun-listing.test.ts`] }, [
    'a new listing is answered without what the table fills in',
    '(usual ?? null)',
    'null',
  ]),
  ...planted({ area: 'fast', file: `${listings}/live-places.server.ts`, tests: places }, [
    'whoever is suspended meanwhile lists',
    ' is not true and coalesce',
    ' is not null and coalesce',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/outbox/write.ts', tests: places }, [
    'a refusal that is over is an error',
    '!(why || isTransient(error))',
    '!isTransient(error)',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/jobs/timers.ts', tests: ['src/platform/jobs/timers.test.ts'] }, [
    'what is gathered is a job each',
    '(row_number() over (partition by task order by id) - 1)',
    'row_number() over (partition by task order by id) * 50',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/jobs/timers.ts', tests: ['src/platform/jobs/timers.test.ts'] }, [
    'what was put back gathered is one job of any size',
    '(row_number() over (partition by task order by id) - 1)',
    '(dense_rank() over (partition by task order by id) - 1)',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/jobs/runs-gathered.ts', tests: ['src/app/matched-together.test.ts'] }, [
    'one that fails keeps the others of its moment waiting',
    'each.length <= 1',
    'each.length > 0',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/jobs/apart.ts', tests: ['src/platform/jobs/apart.test.ts'] }, [
    'a quiet night makes a busy morning quiet',
    'free + active < latelyMs && ',
    '',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/jobs/timers.ts', tests: ['src/app/wanted-letter.test.ts'] }, [
    'nobody sees what a gathered job is about',
    'null, array_agg(distinct thing)',
    'null, null::text[]',
  ]),
  ...planted({ area: 'fast', file: `${listings}/text-store.ts`, tests: shown }, [
    'a text outlives a change of its listing',
    '(id: string, sellerId: string) => [`listing:',
    '(sellerId: string, id: string) => [`listing:',
  ]),
  ...planted({ area: 'fast', row: '10-2', file: `${listings}/listing-json.ts`, tests: shown }, [
    'what a seller writes ends the text that it stands in',
    "description: orNull('l.description')",
    "description: plain('l.description')",
  ]),
  ...planted({ area: 'fast', file: `${listings}/search-memory.server.ts`, tests: ways }, [
    'a page begins with the last of the one before',
    'compareKeys(key, from) * direction <= 0',
    'compareKeys(key, from) * direction < 0',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/db/batched.ts', tests: ['src/platform/db/batched.test.ts'] }, [
    'who comes later is given what was read before',
    '      next = null;\n      return read([...keys]);',
    '      return read([...keys]).finally(() => { next = null; });',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/cache/tag-cache.ts', tests: ['src/platform/cache/tag-cache.test.ts'] }, [
    'what has changed is given',
    '    if (this.changedSince(entry.tags, entry.begun)) return true;\n',
    '',
  ]),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/numbered-places.ts`, tests: [`${listings}/numbered-places.test.ts`] },
    [
      'a number that is forgotten twice is counted twice',
      'Number(place !== -1) - Number(this.get(n) !== -1)',
      'Number(place !== -1) - Number(place === -1)',
    ],
    [
      'a page that is spread keeps its numbers apart by one',
      'this.#sparse.set(at * ofPage + i, page[i]! - 1);',
      'this.#sparse.set(at * ofPage + i, page[i]!);',
    ],
    ['a page stays while one of it is for sale', 'page && held < fewestOfPage', 'page && held < 1'],
  ),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/market-count.ts`, tests: market },
    ['sets of what is over are counted', '    if (verdicts[make] === 0) byPrint[print[at]!]!--;\n', ''],
    ['what is over is counted', '    ranged[make]!--;\n', ''],
  ),
  ...planted({ area: 'fast', row: '10-2', file: `${listings}/moment-bounds.ts`, tests: market }, [
    'only the first of a bound says when it began',
    'if (publishedAt > this.latest[at]!)',
    'if (this.latest[at] === 0)',
  ]),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/market-part.ts`, tests: market },
    ['a walk by time looks up every number', 'columns.size * mostLookedUp', 'Number.POSITIVE_INFINITY'],
    ['what a walk has read is read again', 'isWalked[at] = 1;', 'isWalked[at] = 0;'],
  ),
  ...planted({ area: 'fast', row: '10-2', file: `${listings}/prints.ts`, tests: [`${listings}/facet-count.test.ts`] }, [
    'typed rarities take the numbers of sets',
    'set === 0 ? mostTyped : mostWithRarity',
    '0x10000',
  ]),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/search-memory.server.ts`, tests: ways },
    ['whoever has blocked somebody walks a large market', '!ofMarket && byFilters &&', '!ofMarket && byFilters && hidden.length === 0 &&'],
    ['a rarity without a number is not found', 'columns.prints.unheld > 0 &&', 'columns.prints.unheld < 0 &&'],
  ),
  ...planted({ area: 'fast', row: '10-2', file: `${listings}/first-places.ts`, tests: market }, [
    'a walk is over before those that are equal to the last',
    '!first.reaches(least, Number.NEGATIVE_INFINITY)',
    '!first.reaches(least, Number.POSITIVE_INFINITY)',
  ]),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/price-order.ts`, tests: market },
    ['a range ends before its last price', 'this.#within(leaf, max + 1);', 'this.#within(leaf, max);'],
    ['what has gone is counted in its leaf', '      leaf.counts[leaf.makes[from]!]!--;\n', ''],
  ),
  ...planted({ area: 'fast', row: '10-5', file: `${listings}/facet-store.server.ts`, tests: [`${listings}/facet-store.test.ts`] }, [
    'what failed to be read again is taken for read',
    '    for (const id of ids) store.dirty.add(id);\n    throw error;',
    '    throw error;',
  ]),
  ...planted({ area: 'fast', file: 'src/app/quick-answers.server.ts', tests: ['src/app/quick-answers.test.ts'] }, [
    'an answer without the policy of what is no page',
    "    ['content-security-policy', nothingAllowed],\n",
    '',
  ]),
];
