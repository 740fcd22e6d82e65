// Import rules between the folders of src. The rules of features are generated from the order below.
import { readdirSync } from 'node:fs';

/** A feature may import the public API of features on lines above its own. Features on one line import none of each other. */
const order = [
  ['members'],
  ['notifications'],
  ['tiers'],
  ['auth'],
  ['tutorials', 'catalogue', 'ads'],
  ['messages', 'card-reports'],
  ['vacations', 'legal', 'traders'],
  ['fees', 'addresses'],
  ['shipping', 'ledger'],
  ['listings'],
  ['prices'],
  ['offers', 'bulk'],
  ['imports'],
  ['wanted'],
  ['want-lists'],
  ['alerts', 'orders'],
  ['cart', 'payouts'],
  ['reviews'],
  ['moderation'],
  ['admin'],
];
const position = new Map(order.flatMap((names, i) => names.map((name) => [name, i])));
const present = readdirSync(new URL('./src/features', import.meta.url));
const unplaced = present.find((name) => !position.has(name));
if (unplaced)
  throw new Error(`src/features/${unplaced} has no position in the feature order (.dependency-cruiser.mjs)`);
const absent = order.flat().find((name) => !present.includes(name));
if (absent) throw new Error(`${absent} in the feature order (.dependency-cruiser.mjs) has no folder in src/features`);

const publicApi = '(contract\\.ts|words\\.ts|language\\.ts|index\\.server\\.ts|widgets\\.tsx)$';
const test = '(\\.test|testing)\\.tsx?$';
const testHelper = 'testing\\.tsx?$';

const featureRules = present.flatMap((name) => {
  const allowed = present.filter((other) => position.get(other) < position.get(name));
  const forbidden = present.filter((other) => other !== name && !allowed.includes(other));
  return [
    {
      name: `${name}-imports-public-api-only`,
      comment:
        `${name} may import only contract, words, language, index.server and widgets of another feature; ` +
        'its other files are internal.',
      severity: 'error',
      from: { path: `^src/features/${name}/`, pathNot: test },
      to: { path: '^src/features/', pathNot: [`^src/features/${name}/`, `^src/features/[^/]+/${publicApi}`] },
    },
    {
      name: `${name}-tests-import-public-api-and-test-helpers`,
      comment: `A test of ${name} may also import testing.ts and *.testing.ts of another feature.`,
      severity: 'error',
      from: { path: `^src/features/${name}/.*${test}` },
      to: {
        path: '^src/features/',
        pathNot: [`^src/features/${name}/`, `^src/features/[^/]+/${publicApi}`, testHelper],
      },
    },
    ...(forbidden.length === 0
      ? []
      : [
          {
            name: `${name}-imports-earlier-features-only`,
            comment: `${name} may not import later features. A later feature reacts to the events of ${name}.`,
            severity: 'error',
            from: { path: `^src/features/${name}/`, pathNot: test },
            to: { path: `^src/features/(${forbidden.join('|')})/` },
          },
        ]),
  ];
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Merge files that import each other, or extract what they share into a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'kernel-imports-kernel-only',
      comment: 'The kernel is pure and runs on the server and in browsers.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/', pathNot: '^src/kernel/' },
    },
    {
      name: 'platform-imports-kernel-only',
      comment: 'The platform wraps infrastructure and has no domain logic.',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(features|ui|app|testing)/' },
    },
    {
      name: 'ui-imports-kernel-only',
      comment: 'The design system renders props: it loads no data and has no domain logic.',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(features|platform|app|testing)/' },
    },
    {
      name: 'features-do-not-import-app',
      comment: 'app/ composes the features and imports them, not the other way round.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: '(\\.test\\.tsx?|testing\\.ts)$' },
      to: { path: '^src/(app|testing)/' },
    },
    {
      name: 'production-does-not-import-tests',
      comment: 'The server build contains no test code.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.tsx?$', '^src/testing/', 'testing\\.ts$'] },
      to: { path: '^(src/testing|e2e|bench)/|\\.test\\.tsx?$' },
    },
    ...featureRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^build/|^\\.react-router/|\\+types/)' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
