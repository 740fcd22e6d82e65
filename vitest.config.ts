import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest file begins first, beside the others: last, it would keep one core waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('rolling.test.ts');
    return (await super.sort(files)).sort((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
}

const root = import.meta.dirname;
const include = ['src/**/*.test.{ts,tsx}', 'dev/**/*.test.ts', 'bench/**/*.test.ts'];

/**
 * What a test file names that it could leave behind for the next one in the same process, or find there: helpers with a market or a database, the process,
 * other processes, time, globals, replaced modules. A file that names nothing of it only calls functions, and needs no process of its own.
 */
const leavesSomething = /\btesting\/|databaseServer|platform\/db\/|node:child_process|\bprocess\.|globalThis|\bvi\.|addEventListener/;
const pure = globSync(include, { cwd: root }).filter((file) => !leavesSomething.test(`${file}\n${readFileSync(join(root, file), 'utf8')}`));

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    // On CI's shared machine a second try tells a slow neighbour from a fault; at home a test that fails once is a bug to mend.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'market', include, exclude: pure, globalSetup: ['src/testing/database-server.ts'] } },
      // A process of its own costs each of them more than its tests do.
      { extends: true, test: { name: 'functions', include: pure, isolate: false } },
    ],
  },
});
