import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequestHandler } from 'react-router';
import { market } from '#app/features.server.ts';
import { productionBuild } from '#app/pages.server.ts';
import { openPlatform } from '#app/platform.server.ts';
import { ensureShippedCatalogue } from '#features/catalogue/index.server.ts';
import { guardPage } from '#features/entry/index.server.ts';
import { findViewer } from '#features/members/index.server.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type PageScope, rememberer } from '#platform/http/page.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { startApp } from './app.ts';
import { openBenchDatabase } from './database.ts';
import { type Target, table, targetTable } from './report.ts';
import { type LoadRequest, type RoundResult, startLoadGenerator } from './rounds.ts';

const members = 64;
const password = 'a bench of honest people';
const guardedPage = '/settings/appearance';
const { guarded } = market.frame;
const checks = 20_000;

export interface AccountsOptions {
  seconds: number;
  rounds: number;
  say(line: string): void;
}

/** Measures what accounts cost: signing in, the check of a token, the guard. Prints a table and keeps the figures as JSON. */
export async function benchAccounts({ seconds, rounds, say }: AccountsOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-accounts-'));
  const secret = randomBytes(32).toString('hex');
  // Each person of the bench has an address of their own, as behind a proxy.
  Object.assign(process.env, { AUTH_SECRET: secret, DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' });
  const database = await openBenchDatabase();
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.versions.node, database: database.kind };
  say(`Measuring accounts on ${machine.database}, Node ${machine.node}, ${machine.cpus} × ${machine.model}`);
  try {
    await migrate(database.url);
    await loadCatalogue(database.url);
    const app = await startApp(database.url, secret, null);
    const load = startLoadGenerator();
    const run = async (requests: LoadRequest[], connections: number, once = false): Promise<RoundResult> => {
      const before = app.cpuMs();
      const result = await load.run({ url: app.url, connections, seconds, headers: {}, requests, from: 0, once });
      return { ...result, cpuUs: ((app.cpuMs() - before) * 1_000) / Math.max(1, result.answered) };
    };
    const middle = async (requests: LoadRequest[], connections: number, once = false) => {
      const results: RoundResult[] = [];
      // The first warms up and is left out.
      for (let round = 0; round <= rounds; round++) results.push(await run(requests, connections, once));
      return results.slice(1).sort((a, b) => a.cpuUs - b.cpuUs)[Math.floor((rounds - 1) / 2)] as RoundResult;
    };
    const signedUp = await run(
      post('/api/auth/sign-up/email', (n) => ({ ...person(n), username: `bench_${n}_member`, location: 'Lyon' })),
      4,
      true,
    );
    if (signedUp.statuses['200'] !== members) throw new Error(`the members could not be made: ${JSON.stringify(signedUp.statuses)}`);

    say('  signing in');
    const signIn = await middle(post('/api/auth/sign-in/email', person), 10, true);
    // Once each: the tenth failure of an account would no longer reach the password check.
    const unknown = await run(
      post('/api/auth/sign-in/email', (n) => ({ ...person(n), email: `nobody_${n}@bench.test` })),
      4,
      true,
    );
    say('  the guard of a visitor');
    const moved = await middle([{ path: '/dashboard' }], 10);
    load.close();
    await app.stop();
    if (signIn.failed > 0 || moved.statuses['302'] !== moved.answered) throw new Error(`unexpected answers: ${JSON.stringify([signIn, moved])}`);

    say('  tokens and pages, inside one process');
    const inside = await measureInside(database.url, rounds);
    const perCore = 1_000_000 / signIn.cpuUs;
    say(
      `\n${table(
        ['', 'measured'],
        [
          ['sign-ins a second, 10 connections', signIn.rate.toFixed(1)],
          ['processor time of a sign-in, ms', (signIn.cpuUs / 1_000).toFixed(1)],
          ['sign-ins a second of one core', perCore.toFixed(1)],
          ['sign-in, p50 / p99 ms', `${signIn.p50.toFixed(0)} / ${signIn.p99.toFixed(0)}`],
          ['processor time of an unknown e-mail, ms', (unknown.cpuUs / 1_000).toFixed(1)],
          ['token check, µs', inside.tokenUs.toFixed(1)],
          ['database reads of those token checks', String(inside.tokenQueries)],
          ["visitor at a guarded page: 302's p50 ms, CPU µs", `${moved.p50.toFixed(2)}, ${moved.cpuUs.toFixed(0)}`],
          ['the rule of the guard, µs', inside.ruleUs.toFixed(2)],
          ['guarded page for a member, p50 ms', inside.withGuardMs.toFixed(2)],
          ['the same page without the guard, p50 ms', inside.withoutGuardMs.toFixed(2)],
        ],
      )}`,
    );
    const added = inside.withGuardMs - inside.withoutGuardMs;
    const targets: Target[] = [
      { what: 'sign-ins a second of one core', measured: perCore.toFixed(1), asked: '≥ 20', met: perCore >= 20 },
      { what: 'token check, µs', measured: inside.tokenUs.toFixed(1), asked: '≤ 50', met: inside.tokenUs <= 50 },
      { what: 'database reads of a token check', measured: String(inside.tokenQueries), asked: '0', met: inside.tokenQueries === 0 },
      { what: 'what the guard adds to a page, ms', measured: added.toFixed(2), asked: '≤ 5 (no visible delay)', met: added <= 5 },
      { what: "a visitor's 302, p50 ms", measured: moved.p50.toFixed(2), asked: '≤ 16 (a frame)', met: moved.p50 <= 16 },
    ];
    say(`\n${targetTable(targets)}`);
    const results = join(import.meta.dirname, 'results');
    mkdirSync(results, { recursive: true });
    writeFileSync(
      join(results, 'accounts.json'),
      JSON.stringify({ at: new Date().toISOString(), machine, signIn, unknown, moved, inside, targets }, null, 2),
    );
    say('\nKept in bench/results.');
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const person = (n: number) => ({ email: `bench_${n}@bench.test`, password });

function post(path: string, body: (n: number) => object): LoadRequest[] {
  return Array.from({ length: members }, (_, n) => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.20.30.${n}` },
    body: JSON.stringify(body(n)),
  }));
}

async function loadCatalogue(url: string): Promise<void> {
  const { pool, close } = openDatabase(url, createLog('warn'), 4);
  await ensureShippedCatalogue({ pool, clock: systemClock }, () => {}).finally(close);
}

interface Inside {
  tokenUs: number;
  tokenQueries: number;
  ruleUs: number;
  withGuardMs: number;
  withoutGuardMs: number;
}

/** The parts of an answer that no load generator can see by themselves. */
async function measureInside(url: string, rounds: number): Promise<Inside> {
  const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: url });
  const { platform, close } = await openPlatform({ config, databaseUrl: url, log: createLog('warn') });
  try {
    const { rows } = await platform.pool.query<{ user_id: string }>('select user_id from profile limit 1');
    const userId = rows[0]?.user_id ?? '';
    const { sessionId, cookies, expiresAt } = await platform.identity.openSession(userId, { address: '127.0.0.1', userAgent: 'bench' });
    const actor: Actor = { id: userId, role: 'member', via: 'cookie', sessionId, signedInAt: new Date() };
    const token = platform.identity.issueToken({ ...actor, sessionId }, expiresAt).token;
    return {
      ...(await measureToken(platform, new Headers({ authorization: `Bearer ${token}` }))),
      ruleUs: measureRule(),
      ...(await measurePage(platform, cookies[0]?.split(';')[0] ?? '', 100 * rounds)),
    };
  } finally {
    await close();
  }
}

async function measureToken({ identity, pool }: Platform, headers: Headers): Promise<Pick<Inside, 'tokenUs' | 'tokenQueries'>> {
  // Reads the list of ended sessions, once for the process.
  if ((await identity.resolve(headers)) === null) throw new Error('the token is not good');
  let tokenQueries = 0;
  const original = pool.query;
  pool.query = ((...args: Parameters<typeof original>) => {
    tokenQueries++;
    return Reflect.apply(original, pool, args);
  }) as typeof original;
  const tokenUs = await bestOf(5, async () => {
    for (let n = 0; n < checks; n++) await identity.resolve(headers);
  });
  pool.query = original;
  return { tokenUs, tokenQueries };
}

function measureRule(): number {
  const viewer = { needsCompletion: false };
  const before = performance.now();
  for (let n = 0; n < checks; n++) guardPage({ pathname: guardedPage, search: '?a=1', viewer, guarded });
  return ((performance.now() - before) * 1_000) / checks;
}

/** Microseconds of processor time for one check: other work of the machine is not the check's. */
async function bestOf(rounds: number, work: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / checks);
  }
  return best;
}

/** The same page in turns with and without what the guard asks before it, so that both meet the same moments of the machine. */
async function measurePage(platform: Platform, cookie: string, times: number): Promise<Pick<Inside, 'withGuardMs' | 'withoutGuardMs'>> {
  const build = await (await productionBuild())();
  const handle = createRequestHandler(build, 'production');
  const headers = new Headers({ cookie });
  const render = async (isGuarded: boolean): Promise<number> => {
    const actor = await platform.identity.resolve(headers);
    const once = rememberer();
    const before = performance.now();
    if (isGuarded) {
      const viewer = actor && (await once('viewer', () => findViewer(platform.db, actor)));
      if (guardPage({ pathname: guardedPage, search: '', viewer, guarded }) !== null) throw new Error('the guard let the member not through');
    }
    const scope: PageScope = {
      platform,
      actor,
      requestId: 'bench',
      address: '127.0.0.1',
      nonce: 'bench',
      once,
      dependsOn: () => {},
      failed: () => {},
    };
    const answer = await handle(new Request(platform.config.appUrl + guardedPage, { headers }), build.entry.module.makeLoadContext(scope));
    await answer.text();
    if (answer.status !== 200) throw new Error(`${guardedPage} answered ${answer.status}`);
    return performance.now() - before;
  };
  const taken: [number[], number[]] = [[], []];
  for (let n = 0; n < times + 20; n++) {
    const [without, guardedMs] = n % 2 ? [await render(false), await render(true)] : [await render(true), await render(false)].reverse();
    if (n < 20) continue;
    taken[0].push(without as number);
    taken[1].push(guardedMs as number);
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { withoutGuardMs: median(taken[0]), withGuardMs: median(taken[1]) };
}
