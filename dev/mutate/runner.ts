import { createVitest } from 'vitest/node';

/** What a run of some test files is asked for, and what comes of it. */
export interface Asked {
  tests: readonly string[];
  /** Which of their tests: vitest's `-t`. */
  only?: string | undefined;
  /** The file with the fault in it. At the next run it is whole again. */
  changed?: string;
}

export interface Counted {
  passed: number;
  failed: number;
  /** What the first test that failed said of it. */
  why?: string | undefined;
  /** Nothing failed but by the end of a test's time: on a busy machine that may be no fault's doing. */
  ranOutOfTime?: boolean;
}

/**
 * A process of `dev/mutate.ts` that runs tests as often as it is asked, in the folder that it was started in. Reading the settings, finding the files and making
 * JavaScript of the market's sources is done once and not for each fault; the tests themselves have a fresh process each time.
 */
const vitest = await createVitest('test', { watch: false, bail: 1, retry: 0, reporters: [] });

/** Changed at the run before. */
let restored: string | undefined;

async function run({ tests: asked, only, changed }: Asked): Promise<Counted> {
  for (const file of [restored, changed]) if (file) vitest.invalidateFile(file);
  restored = changed;
  if (only) vitest.setGlobalTestNamePattern(only);
  else vitest.resetGlobalTestNamePattern();
  const specifications = await vitest.globTestSpecifications([...asked]);
  const modules = () => specifications.flatMap(({ testModule }) => testModule ?? []);
  const before = new Set(modules());
  await vitest.runTestSpecifications(specifications);
  // A file that came to nothing this time, because its process died, still shows what it was before.
  const fresh = modules().filter((module) => !before.has(module));
  const tests = fresh.flatMap(({ children }) => [...children.allTests()]);
  const failed = tests.filter((test) => test.result().state === 'failed');
  const said = failed.map((test) => `${test.name}: ${test.result().errors?.[0]?.message.split('\n', 1)[0]}`);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failed.length,
    why: said[0],
    ranOutOfTime: said.length > 0 && said.every((line) => /: (Test|Hook) timed out/.test(line)),
  };
}

process.on('message', async (asked: Asked) => process.send?.(await run(asked)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
