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
}

/**
 * A process of `dev/mutate.ts` that runs tests as often as it is asked, in the folder that it was started in. Reading the settings, finding the files and making
 * JavaScript of the market's sources is done once and not for each fault; the tests themselves have a fresh process each time.
 */
const vitest = await createVitest('test', { watch: false, bail: 1, retry: 0, reporters: [] });

/** Changed at the run before. */
let restored: string | undefined;

async function run({ tests, only, changed }: Asked): Promise<Counted> {
  for (const file of [restored, changed]) if (file) vitest.invalidateFile(file);
  restored = changed;
  if (only) vitest.setGlobalTestNamePattern(only);
  else vitest.resetGlobalTestNamePattern();
  const specifications = await vitest.globTestSpecifications([...tests]);
  const modules = () => specifications.flatMap(({ testModule }) => testModule ?? []);
  const before = new Set(modules());
  await vitest.runTestSpecifications(specifications);
  // A file that came to nothing this time, because its process died, still shows what it was before.
  const fresh = modules().filter((module) => !before.has(module));
  const states = fresh.flatMap(({ children }) => [...children.allTests()]).map((test) => test.result().state);
  return { passed: states.filter((state) => state === 'passed').length, failed: states.filter((state) => state === 'failed').length };
}

process.on('message', async (asked: Asked) => process.send?.(await run(asked)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
