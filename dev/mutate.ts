import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts';
import { type Mutation, tenthOf, textWithFault } from './mutate/mutation.ts';
import { mutations } from './mutate/mutations.ts';
import type { Asked, Counted } from './mutate/runner.ts';

/**
 * `npm run mutate` plants one fault after the other and looks whether the tests that are meant to see it do. It works in a copy of the work tree, so that
 * nothing here is touched; the words after it choose mutations by a part of their area, row or name. `--tenth` takes the tenth whose turn it is at this
 * commit (`--tenth=3` a certain one) and trusts that their tests have just passed; `--within=60` begins nothing new after so many seconds.
 */
const root = join(import.meta.dirname, '..');

/** Ctrl-C ends the run under way, and what was begun for it. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

type RunTests = (asked: Asked) => Promise<Counted>;
/** What took so long may have been seen by a test that waits: its words are said. */
const slowSeconds = 20;
type Outcome = 'caught' | 'UNCAUGHT' | 'STALE' | 'BROKEN';

async function main(args: string[]): Promise<boolean> {
  const words = args.filter((arg) => !arg.startsWith('--'));
  const tenth = flag(args, 'tenth');
  const turn = tenth === null ? null : tenth === '' ? turnOfCommit() : Number(tenth) % 10;
  const withinMs = 1_000 * Number(flag(args, 'within') ?? Number.POSITIVE_INFINITY);
  const begunAt = performance.now();
  const drawn = turn === null ? mutations : tenthOf(mutations, turn);
  if (turn !== null) say(`The tenth number ${turn} (again: npm run mutate -- --tenth=${turn})`);
  const chosen = drawn.filter(({ area, row, name }) => words.length === 0 || words.some((word) => `${area} ${row ?? ''} ${name}`.includes(word)));
  if (chosen.length === 0) throw new Error(`no mutation is named like ${words.join(', ')}`);
  const copy = copyTree();
  // One server for all runs, and of this command's own; its files lie where the tests' own do, because the server may have to run as another user.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const databaseFolder = join(root, `.cache/mutate-${process.pid}`);
  const server = await startEmbedded(databaseFolder, { settings, database: 'sleeved_tests', mayMakeDatabases: true });
  process.env.TEST_DATABASE_URL = server.url;
  const tests = testsIn(copy);
  try {
    const healthy = turn === null ? await findHealthy(tests.run, chosen) : new Set(chosen.map(keyOf));
    const counts = new Map<Outcome, number>();
    for (const [index, mutation] of chosen.entries()) {
      if (stopping.signal.aborted) return false;
      if (performance.now() - begunAt > withinMs) {
        say(`${chosen.length - index} were not begun: the time is over.`);
        break;
      }
      const begun = performance.now();
      const { outcome, why } = healthy.has(keyOf(mutation)) ? await plant(copy, mutation, tests.run) : { outcome: 'BROKEN' as const };
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      const seconds = Math.round((performance.now() - begun) / 1_000);
      say(`${String(index + 1).padStart(3)}/${chosen.length}  ${outcome.padEnd(8)} ${mutation.area}: ${mutation.name} (${seconds} s)`);
      if (outcome === 'caught' && seconds >= slowSeconds) say(`            by ${why}`);
    }
    const caught = counts.get('caught') ?? 0;
    const tried = caught + (counts.get('UNCAUGHT') ?? 0);
    say(`\n${caught} of ${tried} planted faults were seen (${((100 * caught) / Math.max(1, tried)).toFixed(1)} %).`);
    if (counts.has('STALE')) say(`${counts.get('STALE')} STALE: the text to change is not there exactly once any more: mend dev/mutate.`);
    if (counts.has('BROKEN')) say(`${counts.get('BROKEN')} BROKEN: the tests fail without any fault, or no test ran.`);
    // Of a tenth a stale text is said and no more: whoever renamed a thing has not made a test worse.
    const known = turn === null ? chosen.length - tried : 0;
    return tried > 0 && caught >= 0.9 * tried && known <= 0.05 * chosen.length;
  } finally {
    await tests.close();
    await server.stop();
    rmSync(databaseFolder, { recursive: true, force: true });
    rmSync(copy, { recursive: true, force: true });
  }
}

/** What git knows and what is new here, with packages, catalogue and pages as links: the pages are those that were built without the fault. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sleeved-mutate-'));
  const left = new Set(['node_modules', '.git', '.cache', 'build', 'data'].map((name) => join(root, name)));
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(source) });
  for (const name of ['node_modules', 'data', 'build']) if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name));
  return copy;
}

const keyOf = ({ tests }: Mutation) => tests.join(' ');

/** The files whose tests pass without a fault: a test that fails anyway sees nothing. */
async function findHealthy(run: RunTests, chosen: readonly Mutation[]): Promise<Set<string>> {
  const healthy = new Set<string>();
  for (const key of new Set(chosen.map(keyOf))) {
    if (stopping.signal.aborted) break;
    const those = chosen.filter((mutation) => keyOf(mutation) === key);
    const only = those.some((mutation) => !mutation.only) ? undefined : [...new Set(those.map((mutation) => mutation.only))].join('|');
    const { passed, failed } = await run({ tests: those[0]?.tests ?? [], only });
    const isHealthy = passed > 0 && failed === 0;
    if (isHealthy) healthy.add(key);
    say(`${isHealthy ? 'healthy ' : 'BROKEN  '} ${key}`);
  }
  return healthy;
}

/** A test whose time was over is asked a second time: a busy machine takes it too, and sees no fault. */
async function plant(copy: string, mutation: Mutation, run: RunTests): Promise<{ outcome: Outcome; why?: string | undefined }> {
  const broken = textWithFault(copy, mutation);
  if (broken === null) return { outcome: 'STALE' };
  const file = join(copy, mutation.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, broken);
  try {
    const look = () => run({ tests: mutation.tests, only: mutation.only, changed: file });
    const first = await look();
    const { passed, failed, why } = first.ranOutOfTime ? await look() : first;
    // Nothing ran, so nothing is known: the changed text does not load, or the database is gone.
    if (passed + failed === 0) return { outcome: 'BROKEN' };
    return { outcome: failed > 0 ? 'caught' : 'UNCAUGHT', why };
  } finally {
    writeFileSync(file, text);
  }
}

/** Runs tests in the copy, by a process that stays for the next ones; one that hangs or dies is followed by another. */
function testsIn(copy: string) {
  let runner: Promise<ChildProcess> | undefined;
  const start = async () => {
    const child = fork(join(copy, 'dev/mutate/runner.ts'), [], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, NODE_ENV: 'test', TEST_WORKERS: '1' },
    });
    stopping.signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return child;
  };
  return {
    run: async (asked: Asked): Promise<Counted> => {
      runner ??= start();
      const child = await runner;
      // A fault may make a test wait for ever: that is seen too, by the test's own limit; this one is for a process that does not answer.
      const stop = setTimeout(() => child.kill('SIGKILL'), 240_000);
      // Whichever does not come is waited for no longer: the process stays for hundreds of runs.
      const heard = new AbortController();
      const { signal } = heard;
      const answer = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal }).then(() => [null])]);
      if (child.connected) child.send(asked);
      const [counted] = child.connected ? await answer : [null];
      heard.abort();
      clearTimeout(stop);
      if (!counted) runner = undefined;
      return counted ?? { passed: 0, failed: 0 };
    },
    close: async () => (await runner)?.disconnect(),
  };
}

/** What follows `--name=`, '' where nothing does, null where the flag is not there. */
function flag(args: readonly string[], name: string): string | null {
  const found = args.find((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return found?.slice(name.length + 3) ?? null;
}

/** By the commit, so that the same one always draws the same tenth. */
function turnOfCommit(): number {
  return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 8), 16) % 10;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
