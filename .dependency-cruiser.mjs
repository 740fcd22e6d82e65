// Who may know whom. The rules are made from the folder list, so that a new room is covered by being there and by its
// place in `rooms`.
import { readdirSync } from 'node:fs';

/** Left to right: a room may use the faces of the rooms before it. Rooms on one step do not know each other. */
const rooms = [
  ['members'],
  ['notifications'],
  ['tiers'],
  ['auth'],
  ['tutorials', 'catalogue', 'ads'],
  ['messages'],
  ['vacations', 'legal', 'traders'],
  ['fees'],
  ['listings'],
  ['offers', 'imports'],
  ['wanted', 'prices'],
  ['want-lists'],
  ['alerts', 'bulk', 'orders'],
  ['payouts'],
  ['reviews'],
  ['moderation'],
  ['dashboard', 'admin'],
];
const step = new Map(rooms.flatMap((names, i) => names.map((name) => [name, i])));
const present = readdirSync(new URL('./src/features', import.meta.url));
const stray = present.filter((name) => !step.has(name));
if (stray.length > 0)
  throw new Error(`src/features/${stray[0]} has no place in the order of rooms (.dependency-cruiser.mjs)`);

const face = '(contract\\.ts|words\\.ts|language\\.ts|index\\.server\\.ts|widgets\\.tsx)$';
const test = '(\\.test|testing)\\.tsx?$';
const testHelper = 'testing\\.tsx?$';
const besides = (name) => present.filter((other) => other !== name);

const roomRules = present.flatMap((name) => {
  const left = present.filter((other) => step.get(other) < step.get(name));
  const forbidden = besides(name).filter((other) => !left.includes(other));
  return [
    {
      name: `${name}-only-through-faces`,
      comment: `${name} may use another room only through its contract, words, index.server or widgets: the rest may change without asking.`,
      severity: 'error',
      from: { path: `^src/features/${name}/`, pathNot: test },
      to: { path: '^src/features/', pathNot: [`^src/features/${name}/`, `^src/features/[^/]+/${face}`] },
    },
    {
      name: `${name}-tests-only-through-faces`,
      comment: `A test of ${name} may also use the test helpers of another feature: testing.ts and *.testing.ts.`,
      severity: 'error',
      from: { path: `^src/features/${name}/.*${test}` },
      to: { path: '^src/features/', pathNot: [`^src/features/${name}/`, `^src/features/[^/]+/${face}`, testHelper] },
    },
    ...(forbidden.length === 0
      ? []
      : [
          {
            name: `${name}-looks-left`,
            comment: `${name} may not know the rooms to its right: when the left must react, the right owns the reaction.`,
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
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'kernel-knows-nothing',
      comment: 'The kernel is pure and runs anywhere.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/', pathNot: '^src/kernel/' },
    },
    {
      name: 'platform-knows-no-product',
      comment: 'A port to an outside thing has no product words: it may use the kernel only.',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(features|ui|app|testing)/' },
    },
    {
      name: 'ui-only-renders',
      comment: 'The design system renders props: it fetches nothing and knows no room.',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(features|platform|app|testing)/' },
    },
    {
      name: 'rooms-do-not-know-the-house',
      comment: 'Composition is the work of app/; a room that needed it would be part of it.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: '(\\.test\\.tsx?|testing\\.ts)$' },
      to: { path: '^src/(app|testing)/' },
    },
    {
      name: 'product-knows-no-tests',
      comment: 'What ships must not need what surrounds it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.tsx?$', '^src/testing/', 'testing\\.ts$'] },
      to: { path: '^(src/testing|e2e|bench)/|\\.test\\.tsx?$' },
    },
    ...roomRules,
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
