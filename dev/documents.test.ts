import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '#platform/config/settings.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = globSync('{src,dev,docs,e2e,bench,migrations,deploy,data,public}/**/*', { cwd: root, exclude: ['**/node_modules/**'] });
const atTheTop = readdirSync(root);
/** Decisions tell of their day; these tell of today. */
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...files.filter((path) => path.endsWith('.md') && !/^docs\/decisions\/|\/samples\//.test(path)),
];
const prose = (path: string) => read(path).replaceAll(/```[\s\S]*?```/g, '');

/** What a room's file is called in general, what a command writes, and what is somebody's own. */
const general = /^(?:src\/features\/x\/|x\.)|[*{…]|^\.\w+$|^(?:sbom\.cdx|manifest|bench\/results\/\w+)\.json$/;

test('[7-A] every file that a document names is there, and every link leads somewhere', () => {
  const dead = documents.flatMap((document) => {
    const text = prose(document);
    const named = [...text.matchAll(/`([\w#./[\]@-]+\.(?:tsx?|mts|mjs|md|sql|jsonc?|svg|yaml|css|cfg|service|target))`/g)]
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

test('[7-B] docs/operate.md names every setting, and documents name no other', () => {
  const known = Object.keys(settingsSchema.shape);
  const guide = read('docs/operate.md');
  expect(known.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
  // Compose's own, and what a unit or an image sets for Node.
  const others = ['SLEEVED_VERSION'];
  const named = [...guide.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  expect([...new Set(named)].filter((name) => !known.includes(name) && !others.includes(name))).toEqual([]);
});

test('[A-02] no document has an order’s time in prose', () => {
  const stale = /\b(?:30|thirty)[ -]min(?:utes?)?\b|\b(?:7|seven|3|three|21)[ -]days?\b|three weeks/i;
  for (const path of ['README.md', 'docs/architecture.md', 'src/features/orders/README.md'])
    expect([path, stale.exec(prose(path))?.[0]]).toEqual([path, undefined]);
});

/** What keeps something: collections, and the house's own kinds of them. */
const keeps = /= new (?:Map|Set|WeakMap|LRUCache|TagCache|FairLine)\b(?!(?:<[^(]*>)?\((?:\[|'|Object|Array|"|[a-z]))/;
/** Of one browser, or of tests. */
const elsewhere =
  /^src\/(?:ui|testing)\/|\/(?:components|pages|keys)\/|browser|\.testing\.|\.test\.|\.d\.ts$|\/use-|entry\.client|realtime\/(?:client|tokens)|call-with-token/;
/** Of one browser too, where the folder does not say so. */
const inBrowsers = [
  'app/root-data.ts',
  'app/frame-reads.ts',
  'entry/own-profile/kept-profile.ts',
  'tiers/premium-check.ts',
  'entry/google/google-popup.ts',
  'entry/redirect-storage.ts',
  'entry/passkeys/late-passkeys.ts',
  'realtime/keep-shown.ts',
  'realtime/reads.ts',
];
/** Of one request, one file or one index that is being made; or nothing but what stands in the source. */
const ofOneTask = [
  ...[
    'security-log/open-scene.server.ts',
    'messages/blocks.server.ts',
    'catalogue/search/index-builder.ts',
    'kernel/ids.ts',
    'listings/create-listings.server.ts',
  ],
  // Classes that the search table and the caches above are made of.
  ...['search/inverted-index.ts', 'search/listing-table.ts', 'search/scan.ts', 'cache/tag-cache.ts', 'realtime/callbacks.ts'],
];

test('[7-B] docs/scaling.md names every file in which a process keeps something', () => {
  const table = /## State of each process\n([\s\S]*?)\n## /.exec(read('docs/scaling.md'))?.[1] ?? '';
  const named = [...table.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name);
  const keeping = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => {
    if (elsewhere.test(path)) return false;
    let maker = '';
    return read(path)
      .split('\n')
      .some((line) => {
        maker = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1] ?? (line.startsWith('}') ? '' : maker);
        if (/\bshared\([^)]*, '/.test(line) || /^(?:export )?let /.test(line)) return true;
        const isKept =
          /^(?:export )?const |^ {2}(?:readonly )?#/.test(line) || (/^ {2}const /.test(line) && /^(?:create|open|start|follow|connect)/.test(maker));
        return isKept && keeps.test(line);
      });
  });
  const known = [...named, ...inBrowsers, ...ofOneTask];
  expect(keeping.length).toBeGreaterThan(50);
  expect(keeping.filter((path) => !known.some((name) => path.endsWith(`/${name}`)))).toEqual([]);
  // Each row says what shows it.
  for (const row of table.split('\n').filter((line) => /^\| (?!what|---)/.test(line))) expect(row, row).toMatch(/`[\w.-]+\.test\.tsx?`[^|]*\|$/);
});
