import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'sleeved-reports-'));
/**
 * `npm test` runs the parts `check`, `unit` and `e2e`; their names choose some of them. Any other word is a filter of
 * vitest (`npm test -- offers`): then only the matching test files run.
 */
const parts = ['check', 'unit', 'e2e'];
const words = process.argv.slice(2);
const only = words.filter((word) => parts.includes(word));
const filters = words.filter((word) => !parts.includes(word));

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

interface JourneySuite {
  suites?: JourneySuite[];
  specs?: { title: string; file: string; tests: { status: string; results: { duration: number }[] }[] }[];
}

/** Named once more where a run ends, for a log is read from its end, and often only its end is kept. */
const failures: string[] = [];

interface Count {
  passed: number;
  failed: number;
}

/** Everything: checks, then rules and API against the database, then journeys in a browser on the built app. */
async function main(): Promise<void> {
  const total: Count = { passed: 0, failed: 0 };
  const part = async (name: string, run: () => Promise<Count>) => {
    const startedAt = performance.now();
    const { passed, failed } = await run();
    total.passed += passed;
    total.failed += failed;
    process.stdout.write(
      `\n${name}: ${passed} passed, ${failed} failed, ${Math.round((performance.now() - startedAt) / 1_000)} s\n`,
    );
  };

  if (want('check')) await part('Checks', checks);
  if (want('unit')) await part('Rules and API', vitest);
  if (want('e2e')) await part('Browser journeys', playwright);

  if (failures.length > 0) process.stdout.write(`\n${failures.join('\n')}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

function want(part: string): boolean {
  if (only.length > 0) return only.includes(part);
  return filters.length === 0 || part === 'unit';
}

async function checks(): Promise<Count> {
  if ((await run(process.execPath, ['dev/check.ts'])) === 0) return { passed: 1, failed: 0 };
  failures.push('failed  a check: see "FAILED" near the beginning, or `npm run check`');
  return { passed: 0, failed: 1 };
}

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json');
  const named = join(reports, 'failures');
  const code = await run(
    'vitest',
    [
      'run',
      ...filters,
      '--reporter=dot',
      '--reporter=./dev/failed-now.ts',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { FAILURES: named },
  );
  if (existsSync(named)) {
    const lines = readFileSync(named, 'utf8').trimEnd();
    failures.push(lines);
    sayFlaky(lines.split('\n').filter((line) => line.startsWith('flaky')).length);
  }
  const report = readReport<VitestReport>(file);
  if (!report) return { passed: 0, failed: 1 };
  sayLongest(report.testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]));
  // A file that does not even load counts as a failure, though none of its tests ran.
  const failed = report.numFailedTests || (code === 0 ? 0 : Math.max(1, report.numFailedTestSuites));
  return { passed: report.numPassedTests, failed };
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'playwright.json');
  const code = await run('playwright', ['test', '--config=e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<JourneySuite & { stats: { expected: number; unexpected: number; flaky: number } }>(file);
  if (!report) return { passed: 0, failed: 1 };
  for (const status of ['unexpected', 'flaky'])
    for (const title of journeysThatWere(status, report))
      failures.push(`${status === 'flaky' ? 'flaky ' : 'failed'}  ${title}`);
  sayLongest(journeyTimes(report));
  const { expected, unexpected, flaky } = report.stats;
  sayFlaky(flaky);
  return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1) };
}

/**
 * The slowest files of a part. Seconds beside other files and their machine, not of their
 * own.
 */
function sayLongest(times: readonly (readonly [name: string, ms: number])[]): void {
  if (times.length < 20) return;
  const all = times.reduce((sum, [, ms]) => sum + ms, 0);
  const rows = times.toSorted((a, b) => b[1] - a[1]).slice(0, 20);
  process.stdout.write(`\nThe longest of ${times.length}, ${seconds(all)} in sum:\n`);
  for (const [name, ms] of rows) process.stdout.write(`${seconds(ms).padStart(8)}  ${name}\n`);
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function journeyTimes({ suites = [], specs = [] }: JourneySuite): [string, number][] {
  const own = specs.map(({ file, title, tests }): [string, number] => [
    `e2e/${file} › ${title}`,
    tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  ]);
  return [...own, ...suites.flatMap(journeyTimes)];
}

function sayFlaky(count: number): void {
  if (count > 0) process.stdout.write(`\n${count} needed a second try: see "flaky". That is a bug to mend.\n`);
}

function journeysThatWere(status: string, { suites = [], specs = [] }: JourneySuite): string[] {
  const own = specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ file, title }) => `e2e/${file} › ${title}`);
  return [...own, ...suites.flatMap((suite) => journeysThatWere(status, suite))];
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const path = program.includes('/') ? program : join(root, 'node_modules/.bin', program);
  return new Promise((resolve) => {
    const child = spawn(path, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', ...env } });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

await main();
