import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '#platform/config/settings.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = globSync('{src,tests,dev,docs,e2e,bench,migrations,deploy,data,public}/**/*', {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const atTheTop = readdirSync(root);
const decisionRecords = files.filter((path) => /^docs\/adr\/\d/.test(path)).sort();
/** All but decision records, which may describe code of their date. */
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...files.filter((path) => path.endsWith('.md') && !/^docs\/adr\/\d|\/samples\//.test(path)),
];
const prose = (path: string) => read(path).replaceAll(/```[\s\S]*?```/g, '');

/** General names of a feature's files, files that a command writes, and local files. */
const general = /^(?:src\/features\/x\/|x\.)|[*{…]|^\.\w+$|^(?:sbom\.cdx|manifest|bench\/results\/\w+)\.json$/;

test('every file that a document names is there, and every link leads somewhere', () => {
  const dead = documents.flatMap((document) => {
    const text = prose(document);
    const named = [
      ...text.matchAll(/`([\w#./[\]@-]+\.(?:tsx?|mts|mjs|md|sql|jsonc?|svg|yaml|css|cfg|service|target))`/g),
    ]
      .map(([, name = '']) => name.replace(/^#/, ''))
      .filter((name) => !general.test(name))
      .filter((name) => !atTheTop.includes(name) && !files.some((path) => path === name || path.endsWith(`/${name}`)));
    const led = [...text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)]
      .map(([, to = '']) => join(dirname(document), to).replace(/\/$/, ''))
      .filter((path) => !files.includes(path) && !atTheTop.includes(path) && path !== '.');
    return [...named, ...led].map((name) => `${document}: ${name}`);
  });
  expect(documents.length).toBeGreaterThan(40);
  expect(dead).toEqual([]);
});

test('docs/operate.md names every setting, and documents name no other', () => {
  const known = Object.keys(settingsSchema.shape);
  const guide = read('docs/operate.md');
  expect(known.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
  // Compose's own, and what a unit or an image sets for Node.
  const others = ['SLEEVED_VERSION'];
  const named = [...guide.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  expect([...new Set(named)].filter((name) => !known.includes(name) && !others.includes(name))).toEqual([]);
});

test('no document has an order’s time in prose', () => {
  const stale = /\b(?:30|thirty)[ -]min(?:utes?)?\b|\b(?:7|seven|3|three|21)[ -]days?\b|three weeks/i;
  for (const path of ['README.md', 'docs/architecture.md', 'src/features/orders/README.md'])
    expect([path, stale.exec(prose(path))?.[0]]).toEqual([path, undefined]);
});

/** Collections, and the app's own kinds of them. */
const keeps = /= new (?:Map|Set|WeakMap|LRUCache|TagCache|FairLine)\b(?!(?:<[^(]*>)?\((?:\[|'|Object|Array|"|[a-z]|$))/;
/** Of one browser, or of tests. */
const elsewhere =
  /^src\/(?:ui|testing)\/|\/(?:components|pages|keys)\/|browser|\.testing\.|\.test\.|\.d\.ts$|\/use-|entry\.client|realtime\/(?:client|tokens)|call-with-token/;
/** Of one browser too, where the folder does not say so. */
const inBrowsers = [
  'app/rendering/root-data.ts',
  'app/rendering/frame-reads.ts',
  'auth/own-profile/cached-profile.ts',
  'tiers/browser/premium-check.ts',
  'auth/google/google-popup.ts',
  'auth/redirect/redirect-storage.ts',
  'auth/passkeys/late-passkeys.ts',
  'realtime/client/keep-shown.ts',
  'realtime/client/reads.ts',
];
/** Of one request, one file or one index that is being made; or nothing but what stands in the source. */
const ofOneTask = [
  ...[
    'security-log/open-scene.server.ts',
    'security-log/scene.ts',
    'messages/blocks/blocks.server.ts',
    'catalogue/search/index/index-builder.ts',
    'kernel/ids.ts',
    'listings/lifecycle/create-listings.server.ts',
  ],
  // Classes that the search table and the caches above are made of.
  ...[
    'embedded/inverted-index.ts',
    'embedded/listing-table.ts',
    'embedded/scan.ts',
    'cache/tag-cache.ts',
    'client/callbacks.ts',
  ],
];

test('docs/scaling.md names every file in which a process keeps something', () => {
  const table = /## State of each process\n([\s\S]*?)\n## /.exec(read('docs/scaling.md'))?.[1] ?? '';
  const named = [...table.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name);
  const keeping = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => {
    if (elsewhere.test(path)) return false;
    let maker = '';
    return read(path)
      .split('\n')
      .some((line) => {
        maker = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1] ?? (line.startsWith('}') ? '' : maker);
        if (/\bweakMemo\(/.test(line) || /^(?:export )?let /.test(line)) return true;
        const isKept =
          /^(?:export )?const |^ {2}(?:readonly )?#/.test(line) ||
          (/^ {2}const /.test(line) && /^(?:create|open|start|follow|connect)/.test(maker));
        return isKept && keeps.test(line);
      });
  });
  const known = [...named, ...inBrowsers, ...ofOneTask];
  expect(keeping.length).toBeGreaterThan(50);
  expect(keeping.filter((path) => !known.some((name) => path.endsWith(`/${name}`)))).toEqual([]);
  // Each row says what shows it.
  for (const row of table.split('\n').filter((line) => /^\| (?!what|---)/.test(line)))
    expect(row, row).toMatch(/`[\w.-]+\.test\.tsx?`[^|]*\|$/);
});

const recordNumber = (path: string) => /^docs\/adr\/(\d{3})-/.exec(path)?.[1];

test('every decision record has a title, a date, a status and its sections, and stands in the index', () => {
  const rows = decisionRecords.map((path) => {
    const text = read(path);
    const [, number, title] = /^# ADR (\d{3}): (.+)\n/.exec(text) ?? [];
    const [, date] = /^Date: (\d{4}-\d\d-\d\d)$/m.exec(text) ?? [];
    const [, status] = /^Status: (accepted|supersedes ADR \d{3}|superseded by ADR \d{3})$/m.exec(text) ?? [];
    expect(number, path).toBe(recordNumber(path));
    expect(
      [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section),
      path,
    ).toEqual(['Context', 'Decision', 'Consequences']);
    return `| [${number}](${path.slice('docs/adr/'.length)}) | ${title} | ${status} | ${date} |`;
  });
  const index = [...read('docs/adr/README.md').matchAll(/^(\| \[\d{3}\].+?\|.+?\|.+?\|.+?\|) [^|]+ \|$/gm)].map(
    ([, row]) => row,
  );
  expect(index).toEqual(rows);
});

test('decision records stay few and short', () => {
  const words = decisionRecords.map((path) => read(path).split(/\s+/).filter(Boolean).length);
  expect(decisionRecords.length).toBeLessThanOrEqual(50);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(15_000);
});

test('every cited decision record exists', () => {
  const citing = ['README.md', ...files.filter((path) => /\.(?:md|tsx?|mts|mjs)$/.test(path))];
  const cited = citing.flatMap((path) =>
    [...read(path).matchAll(/\bADR (\d{3})\b/g)].map(([, number]) => `${path}: ${number}`),
  );
  const known = new Set(decisionRecords.map(recordNumber));
  expect(cited.length).toBeGreaterThan(40);
  expect(cited.filter((citation) => !known.has(citation.slice(-3)))).toEqual([]);
});
