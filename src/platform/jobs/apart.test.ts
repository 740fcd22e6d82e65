import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { createLog } from '#platform/log/log.ts';
import { openJobsApart } from './apart.ts';

const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
const notHere = () => Promise.reject(new Error('not in the market'));
const cannotReach = 'the process of long jobs ended (it cannot reach the database)';
const cannotStart = 'the process of long jobs cannot start: this one does them itself, slowly, until it can';

let folder: string;
let told: string[];
const log = createLog('warn', (line) => told.push(JSON.parse(line).message));
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

/** A server that has no connection left, in PostgreSQL's words. */
async function fullServer(): Promise<Server> {
  const fields = Buffer.from('SFATAL\0C53300\0Msorry, too many clients already\0\0');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

test('[11-2] a process of long jobs that cannot reach the database is none that cannot start; one for which no connection is left is', async () => {
  const settings = { ...process.env, MODE: 'sandbox', DEMO: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const full = await fullServer();
  const { port } = full.address() as AddressInfo;
  const away = openJobsApart({ databaseUrl, isOnOurDisk: false, log, settings });
  const without = openJobsApart({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/full`, isOnOurDisk: false, log, settings });
  await Promise.all([
    expect(away.run('imports.commit', {}, notHere)).rejects.toThrow(cannotReach),
    expect(without.run('imports.commit', {}, notHere)).rejects.toThrow('the process of long jobs ended (1)'),
  ]);
  full.close();
  expect(told.splice(0)).toEqual(['the process of long jobs could not start']);
  const again = openJobsApart({ databaseUrl, isOnOurDisk: false, log, execPath: await runs('read order <&3; exit 75') });
  for (let n = 0; n < 4; n++) await expect(again.run('imports.commit', {}, notHere)).rejects.toThrow(cannotReach);
  expect(told).toEqual([]);
  for (const apart of [away, without, again]) apart.close();
}, 60_000);

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
