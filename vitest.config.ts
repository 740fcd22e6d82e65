import { defineConfig } from 'vitest/config';
import { builtFiles } from './dev/built-files.ts';
import { icons } from './dev/icons.ts';

const folders = '{src,tests,dev,bench}/**/*';
const globalSetup = ['src/testing/servers/database-server.ts'];

/** What a test file needs stands in its name. */
const projects = [
  // Pure functions: no server, no database, no globals. Files share a process.
  { name: 'unit', include: [`${folders}.unit.test.{ts,tsx}`], isolate: false },
  // On a PostgreSQL server. Files share a process, because loading the server's modules takes two seconds.
  {
    name: 'integration',
    include: [`${folders}.test.{ts,tsx}`],
    exclude: ['**/*.{unit,isolated,embedded}.test.{ts,tsx}', '**/node_modules/**'],
    isolate: false,
    globalSetup,
  },
  // On the embedded server in CI too: plans of statements differ between versions of PostgreSQL.
  { name: 'embedded', include: [`${folders}.embedded.test.ts`], isolate: false, globalSetup },
  // Replaces modules, globals, signals or the environment: a process for each file.
  { name: 'isolated', include: [`${folders}.isolated.test.{ts,tsx}`], isolate: true, globalSetup },
];

export default defineConfig({
  // Tests render pages from their sources, with the icons and files of the build.
  plugins: [{ ...icons(), apply: undefined }, builtFiles()],
  // React as it is served: its development build takes a stack trace for each element, a third of what a page costs.
  oxc: { jsx: { development: false } },
  test: {
    env: { NODE_ENV: 'production' },
    css: { include: [/\?inline/] },
    pool: 'forks',
    // Twice the cores: tests wait for the database, for child processes and for browsers.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 4),
    // A second try on CI's shared machine separates a slow neighbour from a fault.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default'],
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
