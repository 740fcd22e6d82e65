import { type Mutation, planted } from '../mutation.ts';

const listings = 'src/features/listings';
const places = [`${listings}/live-places.test.ts`];
const ways = [`${listings}/search-ways.test.ts`];
const issues = [`${listings}/issues.test.ts`];
const shown = [`${listings}/shown-rows.test.ts`];
const market = [`${listings}/market-places.test.ts`];
const order = [`${listings}/price-order.test.ts`];

/** Reads that are answered out of memory, or together. */
export const fastRows: readonly Mutation[] = [
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
  ...planted({ area: 'fast', row: '10-2', file: 'src/platform/db/connection.ts', tests: ['src/platform/db/connection.test.ts'] }, [
    'the rows of an answer grow old with the function that is written into its query',
    '    Reflect.apply(super.query, this, [first, asked[1], told]);',
    '    const held: { told?: Heard } = {};\n    held.told = (error, result) => told(error, result);\n    Reflect.apply(super.query, this, [first, asked[1], held.told]);',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/cache/tag-cache.ts', tests: ['src/platform/cache/tag-cache.test.ts'] }, [
    'what has changed is given',
    ' && !this.changedSince(entry.tags, entry.readAt)',
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
    ['sets of what is over are counted', '    bySet[prints.set[print[at]!]!]!--;\n', ''],
    ['what is over is counted', '    ranged[make]!--;\n', ''],
    ['what is over is counted by its price', '  for (const at of ended) if (verdicts[kindOf[at]!] === 0) byPart[kinds.part[kindOf[at]!]!]!--;\n', ''],
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
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/issue-sieve.ts`, tests: issues },
    [
      'of listings in a row each is of the issue before',
      'fits = run < passed && fitting[run] === one;',
      'fits ||= run < passed && fitting[run] === one;',
    ],
    ['issues beyond the first thousands are not asked', 'from += atATime', 'from = Number.POSITIVE_INFINITY'],
    ['what chains give is taken for all that is asked', 'rest: all,', 'rest: none,'],
  ),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/chains.ts`, tests: issues },
    ['a place that has left a chain is taken for one of it', '    this.nexts[holder] = 0;\n', ''],
    ['a chain is never full', 'this.count(value) >= mostInChain', 'false'],
  ),
  ...planted({ area: 'fast', row: '10-2', file: `${listings}/column.ts`, tests: issues }, [
    'two bytes are enough for any number',
    'number <= 0xffff || column',
    'number > 0 || column',
  ]),
  ...planted({ area: 'fast', row: '10-5', file: `${listings}/facet-store.server.ts`, tests: [`${listings}/facet-store.test.ts`] }, [
    'issues are kept for good',
    'Math.max(names.size, issues.size)',
    'names.size',
  ]),
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
  ...planted({ area: 'fast', row: '10-2', file: `${listings}/price-order.ts`, tests: market }, [
    'a range ends before its last price',
    'this.#leaves[last]!, max + 1);',
    'this.#leaves[last]!, max);',
  ]),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/price-order.ts`, tests: order },
    ['what has gone stays in the sums of its branch', 'leaf.prints[from]!, -1, this.#isSummed);', 'leaf.prints[from]!, -1, false);'],
    ['the end of a branch beyond the range is counted', 'if (!isAdded && to < leaf.size) ofLeaf', 'if (!isAdded && to < 0) ofLeaf'],
    ['most of a branch is looked through', 'inside * 2 <= branch.size', 'inside < branch.size'],
    [
      'a branch that parts begins without its counts',
      'for (let i = 0; i < each.size; i++) branch.add(',
      'for (let i = 1; i < each.size; i++) branch.add(',
    ],
    ['sums are asked for that a game with too many prints has no more', 'const slices = this.#isSummed ?', 'const slices = this.#columns ?'],
  ),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/price-leaf.ts`, tests: order },
    ['what has gone is counted in its leaf', '    this.#counts[this.makes[at]!]!--;\n    for', '    for'],
    ['what a new leaf has stays counted in the former', '    for (let i = half; i < this.size; i++) this.#counts[this.makes[i]!]!--;\n', ''],
  ),
  ...planted(
    { area: 'fast', row: '10-2', file: `${listings}/game-slices.ts`, tests: order },
    ['two facts are taken for the first of them', 'else if (said !== fits[make]) return null;', 'else if (said !== fits[make]) continue;'],
    ['a slice is one of every fact', 'fact * 0x10000 + read', 'read'],
  ),
  ...planted({ area: 'fast', row: '10-5', file: `${listings}/facet-store.server.ts`, tests: [`${listings}/facet-store.test.ts`] }, [
    'what failed to be read again is taken for read',
    '    for (const id of ids) store.dirty.add(id);\n    throw error;',
    '    throw error;',
  ]),
];
