import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#platform/db/embedded/embedded.ts';
import { type Files, filesIn, type Mutant, mutatedFile, tenthOf, testFilesOf } from './mutation/mutant.ts';
import { mutants } from './mutation/mutants.ts';
import type { TestCounts, TestRequest } from './mutation/test-runner.ts';

/**
 * `npm run mutants` runs the tests of each manual mutant in a copy of the work tree. Words choose mutants by area, name
 * or file. `--tenth` takes one of ten parts (`commit`: by the commit's hash) and skips the run without mutants;
 * `--within` starts no mutant after these seconds.
 */
const root = join(import.meta.dirname, '..');
const { values: flags, positionals: words } = parseArgs({
  options: { tenth: { type: 'string' }, within: { type: 'string', default: 'Infinity' } },
  allowPositionals: true,
});

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

type Outcome = 'killed' | 'survived' | 'stale' | 'error';
type RunTests = (request: TestRequest) => Promise<TestCounts>;

const leastScore = 0.9;

async function main(): Promise<boolean> {
  const startedAt = performance.now();
  const secondsLeft = () => Number(flags.within) - (performance.now() - startedAt) / 1_000;
  const chosen = chooseMutants();
  if (chosen.length === 0) throw new Error(`no mutant matches ${words.join(', ')}`);
  const copy = copyTree();
  const databaseFolder = join(root, `.cache/mutants-${process.pid}`);
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const server = await startEmbedded(databaseFolder, { settings, database: 'sleeved_tests', mayMakeDatabases: true });
  process.env.TEST_DATABASE_URL = server.url;
  const files = filesIn(copy);
  const runner = startRunner(copy);
  const counts: Record<Outcome, number> = { killed: 0, survived: 0, stale: 0, error: 0 };
  try {
    const passing = flags.tenth === undefined ? await passingTests(files, chosen, runner.run) : null;
    for (const [index, mutant] of chosen.entries()) {
      if (stopping.signal.aborted) return false;
      if (secondsLeft() < 0) {
        print(`Time is over: ${chosen.length - index} mutants left.`);
        break;
      }
      const since = performance.now();
      const { outcome, failure } = await test(files, mutant, runner.run, passing);
      counts[outcome]++;
      const seconds = Math.round((performance.now() - since) / 1_000);
      const number = `${index + 1}/${chosen.length}`.padStart(7);
      print(`${number}  ${outcome.padEnd(8)} ${mutant.area}: ${mutant.name} (${seconds} s)`);
      // A slow failure may be a timeout of a busy machine.
      if (failure && seconds >= 20) print(`         by ${failure}`);
    }
    const { killed, survived, stale, error } = counts;
    print(`\n${killed} killed, ${survived} survived, ${stale} stale, ${error} errors`);
    // A tenth fails for survivors only: `dev/mutants.unit.test.ts` fails for stale mutants.
    const areKnown = flags.tenth !== undefined || stale + error === 0;
    return killed > 0 && killed >= leastScore * (killed + survived) && areKnown;
  } finally {
    await runner.close();
    await server.stop();
    rmSync(databaseFolder, { recursive: true, force: true });
    rmSync(copy, { recursive: true, force: true });
  }
}

function chooseMutants(): Mutant[] {
  const hash = () =>
    Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 8), 16);
  const part = (flags.tenth === 'commit' ? hash() : Number(flags.tenth)) % 10;
  if (flags.tenth !== undefined) print(`Part ${part} of the mutants (again: npm run mutants -- --tenth=${part})`);
  const some = flags.tenth === undefined ? mutants : tenthOf(mutants, part);
  return some.filter(
    ({ area, name, file }) => words.length === 0 || words.some((word) => `${area} ${name} ${file}`.includes(word)),
  );
}

/** With links to packages, catalogue and pages: the pages are those of the last build, without mutants. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sleeved-mutants-'));
  const omitted = new Set(['node_modules', '.git', '.cache', 'build', 'data'].map((name) => join(root, name)));
  cpSync(root, copy, { recursive: true, filter: (source) => !omitted.has(source) });
  for (const name of ['node_modules', 'data', 'build'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name));
  return copy;
}

const testsOf = ({ tests, only }: Mutant) => `${tests.join(' ')} ${only ?? ''}`;

/** Tests that fail without a mutant kill nothing. */
async function passingTests(files: Files, chosen: readonly Mutant[], run: RunTests): Promise<Set<string>> {
  const passing = new Set<string>();
  for (const mutant of new Map(chosen.map((each) => [testsOf(each), each])).values()) {
    if (stopping.signal.aborted) break;
    const { passed, failed } = await run({ tests: testFilesOf(files, mutant) ?? [], only: mutant.only });
    const isPassing = passed > 0 && failed === 0;
    if (isPassing) passing.add(testsOf(mutant));
    print(`${isPassing ? 'pass' : 'FAIL'}  ${testsOf(mutant)}`);
  }
  return passing;
}

async function test(files: Files, mutant: Mutant, run: RunTests, passing: ReadonlySet<string> | null) {
  if (passing && !passing.has(testsOf(mutant))) return { outcome: 'error' as const };
  const mutated = mutatedFile(files, mutant);
  const tests = testFilesOf(files, mutant);
  if (!mutated || !tests) return { outcome: 'stale' as const };
  const changed = join(files.root, mutated.path);
  const original = readFileSync(changed, 'utf8');
  writeFileSync(changed, mutated.text);
  try {
    const first = await run({ tests, only: mutant.only, changed });
    // A timeout of a busy machine kills no mutant.
    const { passed, failed, failure } = first.timedOut ? await run({ tests, only: mutant.only, changed }) : first;
    if (passed + failed === 0) return { outcome: 'error' as const };
    return { outcome: failed > 0 ? ('killed' as const) : ('survived' as const), failure };
  } finally {
    writeFileSync(changed, original);
  }
}

/** Runs tests in one process for all mutants, and in another one after it hangs or exits. */
function startRunner(copy: string) {
  let running: Promise<ChildProcess> | undefined;
  const start = async () => {
    const child = fork(join(copy, 'dev/mutation/test-runner.ts'), [], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, NODE_ENV: 'test', TEST_WORKERS: '1' },
    });
    stopping.signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return child;
  };
  return {
    run: async (request: TestRequest): Promise<TestCounts> => {
      running ??= start();
      const child = await running;
      const timeout = setTimeout(() => child.kill('SIGKILL'), 240_000);
      const answered = new AbortController();
      const { signal } = answered;
      const answer = Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => [null]),
      ]);
      if (child.connected) child.send(request);
      const [counts] = child.connected ? await answer : [null];
      answered.abort();
      clearTimeout(timeout);
      if (!counts) running = undefined;
      return counts ?? { passed: 0, failed: 0 };
    },
    close: async () => (await running)?.disconnect(),
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exit((await main()) ? 0 : 1);
