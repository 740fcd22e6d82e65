import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { createLog } from '#platform/log/log.ts';
import { exitOf, openJobsApart } from './apart.ts';

const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
const notHere = () => Promise.reject(new Error('not in the market'));
const cannotReach = 'the process of long jobs ended (it cannot reach the database)';
const cannotStart = 'the process of long jobs cannot start: this one does them itself, slowly, until it can';

let folder: string;
let told: string[];
const log = createLog('warn', { write: (line) => told.push(JSON.parse(line).message) });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apart-'));
  told = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** What does this instead of Node; its orders come by 3, as Node's do. */
async function runs(commands: string): Promise<string> {
  const file = join(folder, 'instead-of-node');
  await writeFile(file, `#!/bin/sh\n${commands}\n`);
  await chmod(file, 0o700);
  return file;
}

test('[11-2] a process of long jobs that cannot reach the database is none that cannot start; one for which no connection is left is', async () => {
  const settings = { ...process.env, MODE: 'sandbox', DEMO: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const apart = openJobsApart({ databaseUrl, isOnOurDisk: false, log, settings });
  await expect(apart.run('imports.commit', {}, notHere)).rejects.toThrow(cannotReach);
  const again = openJobsApart({ databaseUrl, isOnOurDisk: false, log, execPath: await runs('read order <&3; exit 75') });
  for (let n = 0; n < 4; n++) await expect(again.run('imports.commit', {}, notHere)).rejects.toThrow(cannotReach);
  expect(told).toEqual([]);
  for (const one of [apart, again]) one.close();
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect([away, Object.assign(new Error('Failed query', { cause: away }), { query: 'select' })].map(exitOf)).toEqual([75, 75]);
  // PostgreSQL has no connection left, PgBouncer has none, and neither gave one in time.
  const full = [{ code: '53300' }, { code: '08P01' }, {}].map((facts) => Object.assign(new Error('timeout exceeded when trying to connect'), facts));
  expect(full.map(exitOf)).toEqual([1, 1, 1]);
}, 60_000);

test('[11-2] each order says whether the market’s process has hardly been asked since the one before, where that was just now', async () => {
  const orders = join(folder, 'orders');
  const apart = openJobsApart({ databaseUrl, isOnOurDisk: false, log, execPath: await runs(`read order <&3; echo "$order" >> ${orders}; exit 75`) });
  const busy = vi.spyOn(performance, 'eventLoopUtilization');
  const lately: [idle: number, active: number][] = [
    [8 * 3_600_000, 60_000],
    [1_800, 200],
    [200, 1_800],
    [0, 0],
  ];
  for (const [idle, active] of lately) {
    busy.mockReturnValue({ idle, active, utilization: active / (idle + active) });
    await expect(apart.run('imports.commit', {}, notHere)).rejects.toThrow(cannotReach);
  }
  busy.mockRestore();
  apart.close();
  const told = (await readFile(orders, 'utf8')).trim().split('\n');
  expect(told.map((order) => JSON.parse(order).isQuiet)).toEqual([false, true, false, false]);
});

test('[11-2] a process of long jobs that neither is ready nor ends is killed after two minutes, and after three the market does the job', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const apart = openJobsApart({ databaseUrl, isOnOurDisk: false, log, execPath: await runs('exec sleep 600') });
  for (let n = 0; n < 3; n++) {
    const asked = apart.run('imports.commit', {}, notHere);
    let isOver = false;
    void asked.catch(() => {}).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(2 * minuteMs - 1);
    expect(isOver).toBe(false);
    void vi.advanceTimersByTimeAsync(1);
    await expect(asked).rejects.toThrow('the process of long jobs ended (it was not ready in time)');
  }
  expect(told.at(-1)).toBe(cannotStart);
  const here = vi.fn(() => Promise.resolve());
  await apart.run('imports.commit', {}, here);
  expect(here).toHaveBeenCalledOnce();
  apart.close();
});
