import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Market, startMarket } from '#app/server/start.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { freePort } from '#platform/http/free-port.ts';
import { createLog } from '#platform/log/log.ts';
import { sourcePages } from '#testing/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-frozen-'));
let embedded: EmbeddedServer;
let market: Market;
let url: string;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  embedded = await startEmbedded(folder);
  await migrate(embedded.url);
  const port = String(await freePort());
  const config = readConfig({
    MODE: 'sandbox',
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    PORT: port,
    DATABASE_POOL: '4',
  });
  const roles = new Set(['web', 'realtime', 'worker'] as const);
  market = await startMarket({
    config,
    databaseUrl: embedded.url,
    log: createLog('silent'),
    roles,
    pages: sourcePages,
  });
  await market.prepared();
  url = config.appUrl;
}, 120_000);
afterAll(async () => {
  // A connection that was frozen may be waited for: where closing takes long the server ends first, and the waiting
  // caller gets an error.
  const closing = market?.close();
  await Promise.race([closing, new Promise((late) => setTimeout(late, 30_000).unref())]);
  await embedded?.stop();
  await closing;
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const postmaster = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
/** The server and all that it has forked: each line is a process of its own. */
function signal(kind: 'SIGSTOP' | 'SIGCONT'): void {
  const first = postmaster();
  const all = [first, ...readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').map(Number)];
  for (const pid of kind === 'SIGCONT' ? all.reverse() : all) process.kill(pid, kind);
}

async function ask(
  method: string,
  path: string,
  { cookie = '', body, key }: { cookie?: string; body?: unknown; key?: string } = {},
) {
  const startedAt = performance.now();
  const headers = {
    ...(cookie ? { cookie, origin: url } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const ms = performance.now() - startedAt;
  const [session = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';');
  return { path, status: answer.status, retryAfter: answer.headers.get('retry-after'), ms, text, session };
}

const signUp = async (name: string) => {
  const body = {
    email: `${name}@example.test`,
    password: 'correct-horse-battery',
    username: name,
    location: 'Lyon, FR',
  };
  const { status, session } = await ask('POST', '/api/auth/sign-up/email', { body });
  expect(status).toBe(200);
  return session;
};
const mailsTo = async (name: string) => {
  const { rows } = await market.platform.pool.query<{ n: number }>(
    'select count(*)::int as n from sandbox_mail where recipient = $1',
    [`${name}@example.test`],
  );
  return rows[0]?.n ?? 0;
};
let requests = 0;

test.skipIf(!existsSync('/proc/self/task'))(
  'a frozen PostgreSQL: 503 with Retry-After within five seconds everywhere, ready says so within two, and all is well by itself when it thaws',
  async () => {
    const cookie = await signUp('frozen_one');
    await expect.poll(() => mailsTo('frozen_one'), { timeout: 30_000 }).toBeGreaterThan(0);
    const bio = (text: string) => ask('PATCH', '/api/profile', { cookie, body: { bio: text } });
    expect((await bio('before')).status).toBe(200);
    // A search without matches needs no database; one with matches reads their rows.
    const offered = {
      game: 'pokemon',
      name: 'Pikachu',
      condition: 'good',
      price: { amount: 500, currency: 'USD' },
      status: 'active',
    };
    expect((await ask('POST', '/api/listings', { cookie, body: offered })).status).toBe(201);
    await expect
      .poll(async () => JSON.parse((await ask('GET', '/api/listings?q=pikachu')).text).items.length, {
        timeout: 30_000,
      })
      .toBe(1);

    // More than the pool has places: some wait for one.
    const crowd = () => [
      ...Array.from({ length: 6 }, () => ask('GET', `/api/listings?q=pikachu&maxPrice=${10 + ++requests}`)),
      ask('GET', `/browse?q=pikachu&maxPrice=${10 + ++requests}`),
      ask('GET', '/dashboard', { cookie }),
      ask('GET', '/api/profile', { cookie }),
      ask('GET', '/api/orders', { cookie }),
      bio('never'),
      ask('PATCH', '/api/profile', { cookie, body: { bio: 'never' }, key: `key-${++requests}` }),
      ask('POST', '/api/auth/sign-in/email', {
        body: { email: 'frozen_one@example.test', password: 'correct-horse-battery' },
      }),
    ];
    // By itself: it waits for most of its two seconds, and the crowd's password alone takes this process longer than
    // what is left.
    signal('SIGSTOP');
    try {
      const ready = await ask('GET', '/api/ready');
      expect(ready).toMatchObject({ status: 503, text: expect.stringContaining('database') });
      expect(ready.ms).toBeLessThan(2_000);
    } finally {
      signal('SIGCONT');
    }
    await expect.poll(async () => (await ask('GET', '/api/ready')).status, { timeout: 30_000 }).toBe(200);

    signal('SIGSTOP');
    try {
      const [ready, ...first] = await Promise.all([ask('GET', '/api/ready'), ...crowd()]);
      expect(ready?.status).toBe(503);
      for (const { path, status, retryAfter, ms } of first) {
        expect({ path, status, retryAfter }).toEqual({ path, status: 503, retryAfter: '3' });
        expect(ms).toBeLessThan(5_000);
      }
      // Once the failure is known no request waits any more.
      for (const { path, status, retryAfter, ms } of await Promise.all(crowd())) {
        expect({ path, status, retryAfter }).toEqual({ path, status: 503, retryAfter: '3' });
        expect(ms).toBeLessThan(2_500);
      }
      expect((await ask('GET', '/api/health')).status).toBe(200);
    } finally {
      signal('SIGCONT');
    }

    await expect.poll(async () => (await ask('GET', '/api/ready')).status, { timeout: 30_000 }).toBe(200);
    await expect.poll(async () => (await ask('GET', '/api/health')).text, { timeout: 30_000 }).toBe('{"status":"ok"}');
    expect((await ask('GET', '/dashboard', { cookie })).status).toBe(200);
    const before = await market.platform.db.execute('select bio from profile');
    expect(before.rows).toEqual([{ bio: 'before' }]);
    expect((await bio('after')).status).toBe(200);
    // Jobs run again, and so does the relay.
    await signUp('frozen_two');
    await expect.poll(() => mailsTo('frozen_two'), { timeout: 30_000 }).toBeGreaterThan(0);
  },
  120_000,
);

test('a database that is killed during writes: each request gets an acknowledgement or 503, and what was acknowledged is stored', async () => {
  embedded.keepAlive(
    () => {},
    () => {},
  );
  const cookies = await Promise.all(['killed_one', 'killed_two', 'killed_three'].map((name) => signUp(name)));
  const known = new Map<string, string>();
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  let isOver = false;
  const writing = cookies.map(async (cookie) => {
    for (let n = 0; !isOver; n++) {
      const bio = `${cookie.slice(-6)} ${n}`;
      const answer = await ask('PATCH', '/api/profile', {
        cookie,
        body: { bio },
        key: `kill-${bio.replaceAll(/\W/g, '-')}`,
      });
      answers.push(answer);
      if (answer.status === 200) known.set(cookie, bio);
      // What was not acknowledged may have been stored all the same: the same key asked again says so.
      else known.delete(cookie);
    }
  });
  const stored = () => answers.filter(({ status }) => status === 200).length;
  await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(10);
  process.kill(postmaster(), 'SIGKILL');
  await expect.poll(() => answers.some(({ status }) => status !== 200), { timeout: 30_000 }).toBe(true);
  const before = stored();
  await expect.poll(() => stored() - before, { timeout: 60_000 }).toBeGreaterThan(10);
  isOver = true;
  await Promise.all(writing);
  for (const { status, retryAfter, text } of answers.filter((answer) => answer.status !== 200)) {
    expect({ status, retryAfter, text }).toEqual({
      status: 503,
      retryAfter: '3',
      text: expect.stringMatching(/try again/i),
    });
  }
  for (const [cookie, bio] of known)
    expect(JSON.parse((await ask('GET', '/api/profile', { cookie })).text).bio).toBe(bio);
}, 120_000);
