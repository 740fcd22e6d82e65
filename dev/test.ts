import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'sleeved-reports-'));
const words = process.argv.slice(2);
/** Parts to run (`check`, `unit`, `e2e`), all where none is named; a word with a slash narrows the rules and API to files whose path has it. */
const only = words.filter((word) => !word.includes('/'));
const paths = words.filter((word) => word.includes('/'));

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** Named once more where a run ends: that is what a log's reader sees first. */
const failures: string[] = [];

interface Count {
  passed: number;
  failed: number;
}

/** Everything: checks, then rules and API against the database, then journeys in a browser on the built app. */
async function main(): Promise<void> {
  const total: Count = { passed: 0, failed: 0 };
  const add = (name: string, count: Count) => {
    total.passed += count.passed;
    total.failed += count.failed;
    process.stdout.write(`\n${name}: ${count.passed} passed, ${count.failed} failed\n`);
  };

  if (want('check')) add('Checks', (await run(process.execPath, ['dev/check.ts'])) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  if (want('unit')) add('Rules and API', await vitest());
  if (want('e2e')) add('Browser journeys', await playwright());

  for (const failure of failures) process.stdout.write(`failed  ${failure}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

function want(part: string): boolean {
  return only.length === 0 || only.includes(part);
}

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json');
  const code = await run('vitest', [
    'run',
    ...paths,
    '--reporter=dot',
    '--reporter=./dev/failed-now.ts',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport<VitestReport>(file);
  if (!report) return { passed: 0, failed: 1 };
  for (const { name, assertionResults } of report.testResults)
    for (const { status, fullName } of assertionResults) if (status === 'failed') failures.push(`${relative(root, name)} › ${fullName}`);
  // A file that does not even load counts as a failure, though none of its tests ran.
  const failed = report.numFailedTests || (code === 0 ? 0 : Math.max(1, report.numFailedTestSuites));
  return { passed: report.numPassedTests, failed };
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'playwright.json');
  const code = await run('playwright', ['test', '--config=e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM_PATH: await findChromium(),
  });
  const report = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  if (flaky > 0) process.stdout.write(`\n${flaky} needed a second try: see "flaky" above. That is a bug to mend.\n`);
  return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1) };
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
