import { createVitest } from 'vitest/node';

export interface TestRequest {
  tests: readonly string[];
  /** Vitest's `-t`. */
  only?: string | undefined;
  /** The mutated file, restored before the next request. */
  changed?: string;
}

export interface TestCounts {
  passed: number;
  failed: number;
  failure?: string | undefined;
  /** Every failure is a timeout. */
  timedOut?: boolean;
}

/** A process of `dev/mutants.ts`: settings, files and transformed sources are read once for all mutants. */
const vitest = await createVitest('test', { watch: false, bail: 1, retry: 0, reporters: [] });

let restored: string | undefined;

async function run({ tests: files, only, changed }: TestRequest): Promise<TestCounts> {
  for (const file of [restored, changed]) if (file) vitest.invalidateFile(file);
  restored = changed;
  if (only) vitest.setGlobalTestNamePattern(only);
  else vitest.resetGlobalTestNamePattern();
  const specifications = await vitest.globTestSpecifications([...files]);
  const modules = () => specifications.flatMap(({ testModule }) => testModule ?? []);
  const before = new Set(modules());
  await vitest.runTestSpecifications(specifications);
  // A file whose process died still has the results of the request before.
  const tests = modules().flatMap((module) => (before.has(module) ? [] : [...module.children.allTests()]));
  const failed = tests.filter((test) => test.result().state === 'failed');
  const failures = failed.map((test) => `${test.name}: ${test.result().errors?.[0]?.message.split('\n', 1)[0]}`);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failed.length,
    failure: failures[0],
    timedOut: failures.length > 0 && failures.every((line) => /: (Test|Hook) timed out/.test(line)),
  };
}

process.on('message', async (request: TestRequest) => process.send?.(await run(request)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
