/**
 * `npm run mutation`: Stryker mutates the rules of money, prices, offers and orders and runs their tests. What needs a
 * database or a browser is in the manual list (`npm run mutants`).
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'dev/mutation/vitest.config.ts' },
  mutate: [
    'src/**/{money,basket.rules,bulk.rules,earnings.rules,favourite.rules,fee.rules,order.rules,payable.rules,price.rules,tier.rules}.ts',
    'src/kernel/numbers/charge.ts',
  ],
  // Sentences and class names are no rules.
  mutator: { excludedMutations: ['StringLiteral'] },
  // A mutant of a module's constant runs all tests: too long.
  ignoreStatic: true,
  // Stryker rewrites paths of this file by an API that TypeScript 7 does not have; ours has none to rewrite.
  tsconfigFile: 'none',
  ignorePatterns: ['/build', '/public', '/.cache', '/.react-router'],
  tempDirName: '.cache/stryker',
  concurrency: 2,
  incrementalFile: '.cache/mutation/incremental.json',
  reporters: ['clear-text', 'html'],
  clearTextReporter: { reportTests: false, logTests: false },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
  thresholds: { high: 90, low: 80, break: 80 },
};
