import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { startWorkerProcess, type WorkerProcessOptions, workerReady } from './worker-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'worker-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let logged: { message: string; reason: string; waitMs: number }[];
const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
/** Each child appends its process id and what it did. */
let notes: string;
let count = 0;
beforeEach(() => {
  logged = [];
  notes = join(folder, `notes-${++count}`);
  writeFileSync(notes, '');
});

const lines = () => readFileSync(notes, 'utf8').trim().split('\n').filter(Boolean);
const pidOf = (line: string | undefined) => Number(line?.split(' ')[1]);

/** Starts a child that runs these statements. */
function start(
  statements: string,
  timing: WorkerProcessOptions['timing'] = { firstMs: 1, longestMs: 4, steadyMs: 60_000 },
) {
  const program = join(folder, `program-${count}.mjs`);
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
     const note = (word) => appendFileSync(process.env.NOTES, word + ' ' + process.pid + '\\n');
     ${statements}`,
  );
  const worker = startWorkerProcess({ program, env: { ...process.env, NOTES: notes }, log, timing });
  onTestFinished(() => worker.close());
  return worker;
}

const drains = `
  process.on('SIGTERM', () => { note('drains'); setTimeout(() => { note('drained'); process.exit(0); }, 50); });
  process.on('disconnect', () => process.exit(0));
  note('starts');
  process.send('${workerReady}');`;

test('a worker that is killed is not ready, and is started again', async () => {
  const worker = start(drains);
  await expect.poll(() => worker.isReady()).toBe(true);
  const [first] = lines();
  process.kill(pidOf(first), 'SIGKILL');
  await expect.poll(() => logged.length).toBe(1);
  expect(logged[0]).toMatchObject({ message: 'the worker process ended, and is started again', reason: 'SIGKILL' });
  await expect.poll(() => lines().length).toBe(2);
  await expect.poll(() => worker.isReady()).toBe(true);
  expect(pidOf(lines()[1])).not.toBe(pidOf(first));
});

test('a worker that ends repeatedly is started after a growing delay with an upper bound, and is never ready', async () => {
  const worker = start('process.exit(7);');
  await expect.poll(() => logged.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(5);
  expect(logged.slice(0, 5).map(({ reason, waitMs }) => [reason, waitMs])).toEqual(
    [1, 2, 4, 4, 4].map((waitMs) => ['exit code 7', waitMs]),
  );
  expect(worker.isReady()).toBe(false);
});

test('after a worker that ran long enough the delay is short again', async () => {
  start('process.exit(7);', { firstMs: 1, longestMs: 4, steadyMs: 0 });
  await expect.poll(() => logged.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  expect(logged.slice(0, 3).map(({ waitMs }) => waitMs)).toEqual([1, 1, 1]);
});

test('closing stops the worker, waits until it has drained, and does not start it again', async () => {
  const worker = start(drains);
  await expect.poll(() => worker.isReady()).toBe(true);
  await worker.close();
  expect(lines().map((line) => line.split(' ')[0])).toEqual(['starts', 'drains', 'drained']);
  expect([worker.isReady(), logged]).toEqual([false, []]);
});

test('closing during the delay before a start does not wait', async () => {
  const worker = start('process.exit(7);', { firstMs: 3_600_000, longestMs: 3_600_000, steadyMs: 60_000 });
  await expect.poll(() => logged.length, { timeout: 30_000 }).toBe(1);
  await worker.close();
  expect(logged).toHaveLength(1);
});
