import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { freePort } from '#platform/http/free-port.ts';
import { type AppProcess, appProcess, skipCatalogue } from '#testing/servers/fleet.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-embedded-market-'));
const env = {
  NODE_ENV: 'production',
  MODE: 'sandbox',
  DEMO: '0',
  DATABASE_URL: '',
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
};
let market: AppProcess;
let before: EmbeddedServer;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  // As a killed start leaves it: the server runs, and is adopted.
  before = await startEmbedded(folder);
  await migrate(before.url);
  await skipCatalogue(before.url);
  market = appProcess({ name: 'market', port: await freePort(), flags: [], env });
  await market.start();
}, 240_000);
afterAll(async () => {
  await market?.stop();
  await before?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const databasePid = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const look = () => fetch(`${market.url}/api/listings?q=${Math.random()}`, { signal: AbortSignal.timeout(10_000) });

test('a second server on the folder is refused with a sentence and leaves the first intact', async () => {
  const second = appProcess({ name: 'second', port: await freePort(), flags: ['--role=worker'], env });
  await expect(second.start()).rejects.toThrow(/is in use by another Sleeved process \(\d+\).*set DATABASE_URL/s);
  expect((await look()).status).toBe(200);
});

test('who needs the database for a moment leaves a running market its own', async () => {
  const pid = databasePid();
  const task = await startEmbedded(folder);
  expect(task.started).toBe(false);
  await task.leave();
  expect(databasePid()).toBe(pid);
  expect((await look()).status).toBe(200);
});

test('a killed database restarts automatically; meanwhile requests get 503 with Retry-After', async () => {
  process.kill(databasePid(), 'SIGKILL');
  const refused = await untilAnswer((answer) => answer.status !== 200);
  expect(refused).toMatchObject({ status: 503, retryAfter: '3', code: 'unavailable' });
  await untilAnswer((answer) => answer.status === 200);
  expect(market.output()).toContain('The embedded database stopped');
  // Jobs run again too: this one is a mail.
  const body = {
    email: 'after@example.test',
    password: 'correct-horse-battery',
    username: 'after_kill',
    location: 'Lyon, FR',
  };
  const headers = { origin: market.url, 'content-type': 'application/json' };
  const signedUp = await fetch(`${market.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(signedUp.status).toBeLessThan(300);
  const mails = async () =>
    ((await (await fetch(`${market.url}/sandbox/mail.json?to=after@example.test`)).json()) as unknown[]).length;
  await expect.poll(mails, { timeout: 30_000 }).toBeGreaterThan(0);
});

/** `KILL_CYCLES=20` for a long run. */
const kills = Number(process.env.KILL_CYCLES ?? 3);

test('a market that is killed starts again at once, as a service manager does it, and has what it acknowledged', {
  timeout: 60_000 + kills * 30_000,
}, async () => {
  const headers: Record<string, string> = { origin: market.url, 'content-type': 'application/json' };
  const call = (method: string, path: string, body?: unknown) =>
    fetch(market.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const account = {
    email: 'survivor@example.test',
    password: 'correct-horse-battery',
    username: 'survivor',
    location: 'Lyon, FR',
  };
  const signedUp = await call('POST', '/api/auth/sign-up/email', account);
  expect(signedUp.status).toBeLessThan(300);
  headers.cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const tookMs: number[] = [];
  for (let round = 1; round <= kills; round++) {
    const bio = `Round ${round}`;
    expect((await call('PATCH', '/api/profile', { bio })).status).toBe(200);
    if (round % 2 === 0) process.kill(databasePid(), 'SIGKILL');
    process.kill(market.pid(), 'SIGKILL');
    const startedAt = performance.now();
    await market.start();
    tookMs.push(Math.round(performance.now() - startedAt));
    expect(await (await call('GET', '/api/profile')).json()).toMatchObject({ bio });
  }
  process.stdout.write(`ready after ${tookMs.join(', ')} ms\n`);
});

async function untilAnswer(isIt: (answer: Response) => boolean) {
  for (;;) {
    const answer = await look();
    const body = (await answer.json()) as { code?: string };
    if (isIt(answer)) return { status: answer.status, retryAfter: answer.headers.get('retry-after'), code: body.code };
  }
}
