import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const planted: string[] = [];

function plant(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  planted.push(path);
}

afterAll(() => {
  for (const path of planted) rmSync(join(root, path), { force: true });
});

function violations(files: string[]): string {
  try {
    return execFileSync(
      join(root, 'node_modules/.bin/depcruise'),
      ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...files],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

test('the import rules see a feature that imports to the right, past a public API, or in a cycle', {
  timeout: 60_000,
}, () => {
  plant(
    'src/features/auth/planted-a.ts',
    "import { listingProcess } from '#features/listings/model/listing.process.ts';\nimport './planted-b.ts';\nexport const a = listingProcess;\n",
  );
  plant('src/features/auth/planted-b.ts', "import './planted-a.ts';\nexport const b = 1;\n");
  plant(
    'src/platform/planted.ts',
    "import { feature } from '#features/tiers/feature.server.ts';\nexport const c = feature;\n",
  );
  const said = violations(planted);
  for (const rule of [
    'auth-imports-earlier-features-only',
    'auth-imports-public-api-only',
    'no-cycles',
    'platform-imports-kernel-only',
  ])
    expect(said).toContain(rule);
});

test('nothing but tests knows the private tables of the job queue', () => {
  const written = globSync(
    ['src/**/*.ts', 'dev/**/*.ts', 'e2e/**/*.ts', 'bench/**/*.ts', 'migrations/*.sql', 'tests/**/*.ts'],
    { cwd: root },
  );
  const known = written.filter((path) => /graphile_worker\._private/.test(readFileSync(join(root, path), 'utf8')));
  // The heartbeat's and that of troubles make locks eleven minutes old; the worker's locks a job for the worker; that of
  // a write looks in which transaction a job was stored; held jobs wait for a test.
  expect(known.sort()).toEqual([
    'src/features/admin/health-and-jobs/troubles.test.ts',
    'src/platform/jobs/heartbeat.test.ts',
    'src/platform/jobs/worker.test.ts',
    'src/platform/outbox/write.test.ts',
    'tests/resilience/held-jobs.testing.ts',
  ]);
});

test('every prepared statement has a name of its own: PostgreSQL would run another one under it', () => {
  const names = globSync(['src/**/*.server.ts', 'src/platform/**/*.ts'], { cwd: root }).flatMap((path) => {
    const statements = readFileSync(join(root, path), 'utf8').matchAll(/\bname: (['`])([\w-]+)(\$\{)?[^\n]*\n?[^\n]*/g);
    return [...statements]
      .filter(([all]) => /\b(?:text|values)\b/.test(all))
      .map(([, , name = '', open]) => ({ path, name, isOpen: open !== undefined }));
  });
  expect(names.length).toBeGreaterThan(40);
  const twice = names.filter((one, at) =>
    names.some((other, n) => n !== at && (other.isOpen ? one.name.startsWith(other.name) : one.name === other.name)),
  );
  expect(twice).toEqual([]);
});

/** What the app does in one place, the text by which a second place shows, and the files that may have it. */
const oneWay: readonly (readonly [way: string, other: RegExp, home: readonly string[]])[] = [
  [
    'an answer of the API: platform/http/responses/answers.ts',
    /'application\/json': \{ schema/,
    ['src/platform/http/responses/answers.ts'],
  ],
  [
    'a moment or a large whole number of a table: platform/db/columns.ts',
    /\b(?:timestamp|bigint)\b[^;]* from 'drizzle-orm\/pg-core'/,
    ['src/platform/db/columns.ts'],
  ],
  ['the shape of money: kernel/numbers/money-schema.ts', /z\.enum\(currencies/, ['src/kernel/numbers/money-schema.ts']],
  // The sandbox's payment page stands for another company's.
  [
    'money in words: kernel/format.ts',
    /\/ 100\)\.toFixed|style: 'currency'/,
    ['src/kernel/format.ts', 'src/kernel/numbers/money.ts', 'src/platform/payments/sandbox/pages/page.ts'],
  ],
  [
    'what a list takes and answers: kernel/numbers/paging-schema.ts',
    /nextCursor: z\.|limit: z\.coerce/,
    // Stripe's own lists, in its sandbox.
    ['src/kernel/numbers/paging-schema.ts', 'src/platform/payments/sandbox/connect/json-api.ts'],
  ],
  [
    'a marker that is not ours: kernel/numbers/paging.ts',
    /This page is no longer available/,
    ['src/kernel/numbers/paging.ts'],
  ],
  [
    'an email to a member: emailMember',
    /composeEmail\(\{|\bmail\.send\(/,
    ['src/features/notifications/send/email-member.server.ts', 'src/platform/mail/email.ts'],
  ],
  [
    'what was thrown, in the log: as it was thrown, and platform/log/fault.ts writes it',
    /\berror: (?:String\(|error\.(?:message|stack)|error instanceof)/,
    [],
  ],
  [
    'a line of the log: platform/log/log.ts',
    /\bconsole\.(?:log|info|warn|error|debug)\(|process\.stderr\.write\(/,
    ['src/main.ts', 'src/platform/log/log.ts'],
  ],
  ['a combobox: ui/form/combobox.tsx', /role="listbox"|'combobox'|aria-activedescendant/, ['src/ui/form/combobox.tsx']],
];

test('each of these is written in one place', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(test|testing)\.tsx?$|^src\/testing\//.test(path),
  );
  for (const [way, other, home] of oneWay) {
    const found = sources.filter((path) => other.test(readFileSync(join(root, path), 'utf8')));
    expect([way, ...found.sort()]).toEqual([way, ...home]);
  }
});

test('what the server draws and the browser fetches later has its look from the page', () => {
  const files = globSync('src/**/*.tsx', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const parts = new Set(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/lazyPart\(\s*\(\) => import\('(\.[^']+)'\)/g)].map(([, to]) => join(path, '..', to ?? '')),
    ),
  );
  const looks = (all: typeof files) =>
    all.flatMap(({ path, text }) =>
      [...text.matchAll(/^import '(\.[^']+\.css)'/gm)].map(([, to]) => join(path, '..', to ?? '')),
    );
  const withThePage = new Set(looks(files.filter(({ path }) => !parts.has(path))));
  // Opened by a key, which needs a script.
  const byScriptAlone = ['src/app/keys/keys.css'];
  expect(parts.size).toBeGreaterThan(20);
  expect(
    looks(files.filter(({ path }) => parts.has(path))).filter(
      (look) => !withThePage.has(look) && !byScriptAlone.includes(look),
    ),
  ).toEqual([]);
});

test('no folder has more than twenty files: a subfolder is a use case', () => {
  const count = new Map<string, number>();
  for (const path of globSync('{src,tests,e2e,bench}/**/*', { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ))
    count.set(path.parentPath, (count.get(path.parentPath) ?? 0) + 1);
  const large = [...count]
    .filter(([folder, files]) => files > 20 && !folder.includes('/samples/'))
    .map(([folder]) => relative(root, folder));
  expect(large).toEqual([]);
});
