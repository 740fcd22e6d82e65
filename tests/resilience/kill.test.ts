import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#platform/http/free-port.ts';

/** `KILL_CYCLES=1000` for a long run; the few of every run already show a write that is acknowledged too early. */
const cycles = Number(process.env.KILL_CYCLES ?? 4);
const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-kill-'));
let port = 0;
let target: ChildProcess;
let cookie = '';

beforeAll(async () => {
  port = await freePort();
  target = await start();
  const answer = await call('POST', '/api/auth/sign-up/email', {
    email: 'kill@example.test',
    password: 'correct-horse-battery',
    username: 'survivor',
    location: 'Lyon',
  });
  expect(answer.status).toBeLessThan(300);
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});

afterAll(async () => {
  const gone = new Promise((resolve) => target.on('exit', resolve));
  target.kill('SIGTERM');
  await gone;
  rmSync(dataDir, { recursive: true, force: true });
});

test('a kill of the app or of the database at any moment loses no acknowledged write, and the next start is clean', {
  timeout: 60_000 + cycles * 30_000,
}, async () => {
  const acknowledged: string[] = [];
  let notified = () => {};
  for (let cycle = 0; cycle < cycles; cycle++) {
    let writing = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) {
        const answer = await call('POST', '/api/listings', draft()).catch(() => null);
        if (answer?.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id);
        else if (answer) await answer.body?.cancel();
        notified();
      }
    });
    const wanted = acknowledged.length + 20 + cycle * 7;
    await new Promise<void>((enough) => {
      notified = () => (acknowledged.length >= wanted ? enough() : undefined);
    });
    const gone = new Promise((resolve) => target.on('exit', resolve));
    if (cycle % 2 === 1) process.kill(databasePid(), 'SIGKILL');
    target.kill('SIGKILL');
    writing = false;
    await gone;
    await Promise.all(writers);
    target = await start();
  }
  const lost: string[] = [];
  for (const id of acknowledged) {
    const answer = await call('GET', `/api/listings/${id}`);
    await answer.body?.cancel();
    if (answer.status !== 200) lost.push(id);
  }
  expect(acknowledged.length).toBeGreaterThan(cycles * 20);
  expect(lost).toEqual([]);
});

function draft(): Record<string, unknown> {
  return {
    game: 'pokemon',
    name: 'Charizard',
    condition: 'good',
    price: { amount: 1000, currency: 'USD' },
    status: 'draft',
  };
}

function call(method: string, path: string, body?: unknown): Promise<Response> {
  const origin = `http://127.0.0.1:${port}`;
  const headers: Record<string, string> = {
    origin,
    ...(cookie ? { cookie } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  return fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-target.ts')], {
    env: {
      ...process.env,
      MODE: 'sandbox',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => (String(chunk).includes('ready') ? resolve() : undefined));
    child.on('exit', (code) => reject(new Error(`the market ended with code ${code} while starting`)));
  });
  return child;
}

function databasePid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
