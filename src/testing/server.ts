import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { BuildSource } from '#app/rendering/pages.server.ts';
import type { Role } from '#app/server/roles.ts';
import { startMarket } from '#app/server/start.server.ts';
import { MovableClock } from '#platform/clock/clock.ts';
import { authSecretsOf, readConfig, secretsOf } from '#platform/config/config.ts';
import type { Feature } from '#platform/feature.ts';
import { freePort } from '#platform/http/free-port.ts';
import { createPasswordHasher } from '#platform/identity/password-hash.ts';
import { createSecondFactors } from '#platform/identity/second-factor/second-factor.server.ts';
import { advanceClock, settleJobs } from '#platform/jobs/worker.ts';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { phoneTime } from './authenticator.ts';
import { sourcePages } from './pages.ts';
import { createTestDatabase } from './servers/test-database.ts';

export interface TestMember {
  id: string;
  username: string;
  email: string;
  password: string;
  /** The `Cookie` header of the signed-in browser. */
  cookie: string;
}

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** The parsed JSON body, or the text. */
  body: T;
}

export interface RequestOptions {
  body?: unknown;
  as?: TestMember | { token: string };
  headers?: Record<string, string>;
}

export interface TestMarket {
  platform: Platform;
  url: string;
  clock: MovableClock;
  /** Sends a request to the running server. A member's request has the cookie and our own origin, as in a browser. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test says it is
  request<T = any>(method: string, path: string, options?: RequestOptions): Promise<Answer<T>>;
  signUp(name?: string, extra?: Record<string, unknown>): Promise<TestMember>;
  /** Waits until the outbox is relayed and no job is due. */
  runJobs(): Promise<void>;
  /** Moves the clock and runs what became due. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface TestMarketOptions {
  /** Serves the pages too, with the scripts and styles of `npm run build`; or the pages of `pagesWith`. */
  pages?: boolean | BuildSource;
  env?: Record<string, string>;
  /** A second process with the same database and files. It must be closed before the first. */
  beside?: TestMarket;
  /** Replaces the app's features. */
  features?: readonly Feature[];
  /** Default: all. Without `worker`, jobs wait for another process. */
  roles?: readonly Role[];
  /** Listings of a seller without a payout account can't be bought from the third order on. Off by default. */
  blocksSales?: boolean;
  /** Receives every line of the log, at every level. */
  onLog?: (line: string) => void;
}

export const testPassword = 'correct-horse-battery';

/** A hash of full cost takes longer than the rest of a sign-up, and tests have thousands. */
const cheapHasher = createPasswordHasher(2, 200, { memory: 64, passes: 1 });

/** Retries when another test has taken the free port in between. */
async function startOnFreePort(
  settings: Record<string, string>,
  databaseUrl: string,
  pages: BuildSource | null,
  { features, onLog, roles: own = ['web', 'realtime', 'worker'] }: TestMarketOptions,
) {
  const roles = new Set(own);
  for (let left = 3; ; left--) {
    const config = readConfig({ PORT: String(await freePort()), ...settings });
    const log = onLog ? createLog('debug', { write: onLog, secrets: secretsOf(config) }) : createLog(config.logLevel);
    try {
      return {
        config,
        market: await startMarket({ config, databaseUrl, log, roles, pages, parts: features, hasSchedules: false }),
      };
    } catch (error) {
      if (left === 0 || !/^Port \d+ is taken/.test(String((error as Error).message))) throw error;
    }
  }
}

/** A rule of payouts from before all orders. */
const allowSalesWithoutPayouts = ({ pool }: Platform) =>
  pool.query(
    `insert into payout_rule (id, figures, by, since)
     values ('test', '{"blockFromOrders": null, "blockFromOwed": null}', 'test', '2000-01-01') on conflict do nothing`,
  );

/**
 * Starts a whole server on a free port with its own database: the same parts as in production's default, only the clock
 * can be moved.
 */
export async function startTestMarket(options: TestMarketOptions = {}): Promise<TestMarket> {
  const first = options.beside?.platform.config;
  // A given database is dropped by its owner.
  const given = first ? (first.databaseUrl ?? '') : options.env?.DATABASE_URL;
  const database =
    given === undefined ? await createTestDatabase(inject('databaseServer')) : { url: given, drop: async () => {} };
  const dataDir = first?.dataDir ?? mkdtempSync(join(tmpdir(), 'sleeved-test-'));
  const settings = {
    MODE: 'sandbox',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: '0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DATABASE_POOL: '12',
    // Each request of a test can have its own client address, as behind a trusted proxy.
    TRUSTED_PROXIES: '127.0.0.1',
    ...options.env,
  };
  const pages = typeof options.pages === 'function' ? options.pages : options.pages ? sourcePages : null;
  const { market, config } = await startOnFreePort(settings, database.url, pages, options);
  await market.prepared();
  const { platform } = market;
  if (!(platform.clock instanceof MovableClock)) throw new Error('a test market needs a clock that moves');
  const { clock } = platform;
  if (!options.blocksSales && !first) await allowSalesWithoutPayouts(platform);
  phoneTime.hold();
  platform.identity.secondFactors = createSecondFactors(authSecretsOf(platform.config), phoneTime.now);
  platform.identity.hashPassword = cheapHasher.hash;
  platform.identity.verifyPassword = cheapHasher.verify;
  platform.identity.pretendVerify = cheapHasher.pretend;

  async function request<T>(
    method: string,
    path: string,
    { body, as, headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const all: Record<string, string> = { ...headers };
    if (as && 'cookie' in as) {
      all.cookie ??= as.cookie;
      all.origin ??= config.appUrl;
    }
    if (as && 'token' in as) all.authorization ??= `Bearer ${as.token}`;
    const isRaw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array;
    if (body !== undefined && !isRaw) all['content-type'] ??= 'application/json';
    const payload = body === undefined ? undefined : isRaw ? (body as BodyInit) : JSON.stringify(body);
    const response = await fetch(config.appUrl + path, {
      method,
      headers: all,
      redirect: 'manual',
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  let count = 0;
  return {
    platform,
    url: config.appUrl,
    clock,
    request,
    signUp: async (name, extra = {}) => {
      count++;
      // With a number in the middle: `member_5` reads as the reserved `members`.
      const username = name ?? `test_${count}_member`;
      const email = `${username.toLowerCase()}@example.test`;
      const answer = await request<{ user: { id: string } }>('POST', '/api/auth/sign-up/email', {
        body: { email, password: testPassword, username, location: 'Lyon, FR', ...extra },
        headers: { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` },
      });
      if (answer.status >= 300) throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      // Only the identifying cookie: a test of further cookies stores them itself.
      const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
      return { id: answer.body.user.id, username, email, password: testPassword, cookie };
    },
    runJobs: async () => {
      await market.relay.flush();
      await settleJobs(platform);
      await market.relay.flush();
    },
    advance: async (ms) => {
      await advanceClock(platform, ms);
      await market.relay.flush();
    },
    close: async () => {
      await market.close();
      await database.drop();
      if (!first) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
