import { type Mutation, planted } from '../mutation.ts';

const timers = { area: 'platform', file: 'src/platform/jobs/timers.ts' };
const timerTests = ['src/platform/jobs/timers.test.ts'];
const bounds = (file: string) => ({
  area: 'platform',
  row: '10-5',
  file: `src/${file}.ts`,
  tests: ['tests/performance/cache-limits.test.ts'],
});

/** Caches, batches and timers: a stale entry, an unbounded one, a job that runs too often. */
export const platformRows: readonly Mutation[] = [
  ...planted({ area: 'platform', file: 'src/platform/cache/tag-cache.ts', tests: ['src/platform/cache/tag-cache.test.ts'] }, [
    'a changed entry is given',
    ' && !this.changedSince(entry.tags, entry.readAt)',
    '',
  ]),
  ...planted({ area: 'platform', file: 'src/platform/db/batched.ts', tests: ['src/platform/db/batched.test.ts'] }, [
    'a later caller is given what was read before',
    '      next = null;\n      return read([...keys]);',
    '      return read([...keys]).finally(() => { next = null; });',
  ]),
  ...planted(
    { ...timers, tests: timerTests },
    [
      'batched jobs are a job each',
      '(row_number() over (partition by task order by id) - 1)',
      'row_number() over (partition by task order by id) * 50',
    ],
    [
      'a batch that is put back has any size',
      '(row_number() over (partition by task order by id) - 1)',
      '(dense_rank() over (partition by task order by id) - 1)',
    ],
  ),
  ...planted({ ...timers, tests: ['src/features/alerts/notify/wanted-emails.test.ts'] }, [
    'a batched job does not say what it is about',
    'null, array_agg(distinct thing)',
    'null, null::text[]',
  ]),
  ...planted(
    {
      area: 'platform',
      row: 'ST-10',
      file: 'src/platform/realtime/client/keep-shown.ts',
      tests: ['src/platform/realtime/client/keep-shown.test.ts'],
    },
    ['a page is reloaded during a navigation', 'if (!isIdle || pathname', 'if (pathname'],
    ['an error of the server is taken for an unreachable one', 'const notThere = [502, 503, 504];', 'const notThere = [500, 502, 503, 504];'],
    ['a page that is up to date is reloaded again', '  else shown.reached();\n', ''],
  ),
  ...planted(
    {
      area: 'platform',
      row: '10-5',
      file: 'src/platform/identity/sessions/revocations.ts',
      tests: ['src/platform/identity/sessions/revocations.test.ts'],
    },
    ['revoked sessions are kept forever', 'if (now - at <= bearerLifeMs) break;', 'break;'],
    ['a session expires by its first revocation', '    ended.delete(sessionId);\n', ''],
    ['a session is refused for a minute', 'now - at <= bearerLifeMs', 'now - at <= 60_000'],
  ),
  ...planted(bounds('features/listings/found-under.server'), [
    'hashed words are kept forever',
    '  if (numbers.size >= mostNumbers) numbers.clear();\n',
    '',
  ]),
  ...planted(bounds('platform/log/source-lines'), ['lines of sources are kept forever', '    if (known.size >= mostKnown) known.clear();\n', '']),
];
