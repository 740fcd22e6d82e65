import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FolderInUse, hasGone, lockFolder } from './folder-lock.ts';
import { isRunning, startOf } from './process-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-lock-'));
const file = join(folder, 'sleeved.pid');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a folder names the process that holds its lock until it is released', async () => {
  const unlock = await lockFolder(folder);
  expect(readFileSync(file, 'utf8').split(' ')[0]).toBe(String(process.pid));
  unlock();
  expect(() => readFileSync(file)).toThrow();
});

test('the id of a process that has ended, or of another program, holds no lock', async () => {
  for (const stale of ['999999999', String(process.ppid), 'rubbish', '']) {
    writeFileSync(file, stale);
    expect(hasGone(file)).toBe(true);
    (await lockFolder(folder))();
  }
});

test('releasing a lock leaves the lock of a later process', async () => {
  const unlock = await lockFolder(folder);
  writeFileSync(file, '999999999');
  unlock();
  expect(readFileSync(file, 'utf8')).toBe('999999999');
});

test('an id that another process has now holds no lock, even if that one looks like a server', async () => {
  // Its command line looks like the server's.
  const other = spawn(process.execPath, ['-e', "console.log('up'); setInterval(() => {}, 1e9)", 'main.ts']);
  try {
    await once(other.stdout, 'data');
    const begin = () => readFileSync(`/proc/${other.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const holderOf = (text: string) => {
      writeFileSync(file, text);
      return hasGone(file) ? null : other.pid;
    };
    expect(holderOf(`${other.pid} ${boot}:${begin()}`)).toBe(other.pid);
    expect(holderOf(`${other.pid} ${boot}:1`)).toBe(null);
    expect(holderOf(`${other.pid} another-boot:${begin()}`)).toBe(null);
    // Written by a release that did not store the start time.
    expect(holderOf(`${other.pid}`)).toBe(other.pid);
  } finally {
    other.kill('SIGKILL');
  }
});

/** Writes the lock file as a server with this process id would. */
const holdBy = (pid: number) => writeFileSync(file, `${pid} ${startOf(pid)}`);

test('a killed server that its parent has not reaped holds no lock', async () => {
  // The shell becomes a program that never reads the exit code of its child.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(parent.stdout, 'data');
    const zombie = Number(line);
    await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z ');
    holdBy(zombie);
    (await lockFolder(folder, { waitMs: 0 }))();
    expect(isRunning(zombie)).toBe(false);
  } finally {
    parent.kill('SIGKILL');
  }
});

test('a start waits for a server that is about to end, and refuses beside one that goes on', async () => {
  const other = spawn('sleep', ['60']);
  await once(other, 'spawn');
  holdBy(other.pid ?? 0);
  await expect(lockFolder(folder, { waitMs: 0 })).rejects.toThrow(FolderInUse);
  const said: string[] = [];
  const unlock = lockFolder(folder, {
    waitMs: 30_000,
    say: (line) => {
      said.push(line);
      other.kill('SIGKILL');
    },
  });
  (await unlock)();
  expect(said).toEqual([expect.stringContaining(`process ${other.pid}`)]);
});
