import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest file begins first, beside the others: last, it would keep one core waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('rolling.test.ts');
    return (await super.sort(files)).sort((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'dev/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['src/testing/database-server.ts'],
    pool: 'forks',
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    // On CI's shared machine a second try tells a slow neighbour from a fault; at home a test that fails once is a bug to mend.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
  },
});
