import { type Mutation, planted } from '../mutation.ts';

const listings = 'src/features/listings';
const places = [`${listings}/live-places.test.ts`];

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
    '    if (this.changedSince(entry.tags, entry.begun)) return true;\n',
    '',
  ]),
  ...planted({ area: 'fast', file: 'src/app/quick-answers.server.ts', tests: ['src/app/quick-answers.test.ts'] }, [
    'an answer without the policy of what is no page',
    "    ['content-security-policy', nothingAllowed],\n",
    '',
  ]),
];
