import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '#platform/http/free-port.ts';
import { type AppProcess, appProcess, skipCatalogue } from '#testing/servers/fleet.ts';
import { childrenOf, isAlive, listeningPorts } from '#testing/servers/processes.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-worker-process-'));
let database: TestDatabase;
let market: AppProcess;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  await skipCatalogue(database.url);
  const env = {
    NODE_ENV: 'production',
    MODE: 'sandbox',
    DEMO: '0',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    WORKER_PROCESS: '1',
  };
  market = appProcess({ name: 'market', port: await freePort(), flags: [], env });
  await market.start();
}, 240_000);
afterAll(async () => {
  await market?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const workers = () => childrenOf(market.pid(), '--role=worker');
const health = async () => (await fetch(`${market.url}/api/health`)).json();
const isWhole = () => expect.poll(health, { timeout: 60_000 }).toEqual({ status: 'ok' });

/** The worker emails new members. */
async function isMailed(name: string): Promise<void> {
  const body = {
    email: `${name}@example.test`,
    password: 'correct-horse-battery',
    username: name,
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
    ((await (await fetch(`${market.url}/sandbox/mail.json?to=${name}@example.test`)).json()) as unknown[]).length;
  await expect.poll(mails, { timeout: 60_000 }).toBeGreaterThan(0);
}

describe.skipIf(!existsSync('/proc/self/task'))('the worker as a child process', () => {
  test('it runs the jobs and listens on no port', async () => {
    await isWhole();
    const [worker = 0, ...others] = workers();
    expect(others).toEqual([]);
    expect(listeningPorts(worker)).toEqual([]);
    await isMailed('first_mail');
  });

  test('a killed worker is reported by /api/health and restarted, and jobs continue; pages are served meanwhile', async () => {
    await isWhole();
    const [killed = 0] = workers();
    process.kill(killed, 'SIGKILL');
    await expect.poll(health).toEqual({ status: 'ok', degraded: ['worker'] });
    expect((await fetch(`${market.url}/api/ready`)).status).toBe(200);
    expect((await fetch(`${market.url}/api/listings`)).status).toBe(200);
    await isWhole();
    expect(workers()).toEqual([expect.toSatisfy((pid: number) => pid !== killed)]);
    expect(market.output()).toContain('the worker process ended, and is started again');
    await isMailed('second_mail');
  });

  test('it ends with its parent, whether that is killed or stopped', { timeout: 240_000 }, async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await isWhole();
      const [worker = 0] = workers();
      expect([signal, await market.stop(signal)]).toEqual([signal, signal === 'SIGTERM' ? 0 : null]);
      await expect.poll(() => isAlive(worker), { timeout: 20_000 }).toBe(false);
      await market.start();
    }
  });
});
