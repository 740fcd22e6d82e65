import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createIdentity } from '#platform/identity/identity.server.ts';
import { openLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';
import { startApp } from './app.ts';
import { openBenchDatabase } from './database.ts';
import { asTargets, measureLive } from './live.ts';
import { prepareMarket } from './prepare.ts';
import { type Target, targetTable } from './report.ts';
import { benchTalkLive } from './talk-live.ts';
import { benchTalkOffers } from './talk-offers.ts';
import { benchTalkPages } from './talk-pages.ts';
import { benchTalkScreen } from './talk-screen.ts';
import { tokensOf } from './tokens.ts';

const listings = 12_000;

export interface TalkOptions {
  /** How long 1,000 members talk. */
  seconds: number;
  sockets: number;
  /** Only the parts whose name contains this: pages, messages, screen, offers, everybody. */
  only: string;
  profile: string | null;
  say(line: string): void;
}

/** The figures of messages and offers: pages of much talk beside little, messages to 1,000 sockets, offers, one event to 10,000 sockets. */
export async function benchTalk({ seconds, sockets, only, profile, say }: TalkOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-talk-'));
  const secret = randomBytes(32).toString('hex');
  // Each member has an address of their own, as behind a proxy.
  Object.assign(process.env, { AUTH_SECRET: secret, DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' });
  const database = await openBenchDatabase();
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.versions.node, database: database.kind };
  say(`Measuring talk on ${machine.database}, Node ${machine.node}, ${machine.cpus} × ${machine.model}`);
  const targets: Target[] = [];
  const loads: Record<string, number> = {};
  const part = async (name: string, work: () => Promise<Target[]>) => {
    if (!name.includes(only)) return;
    say(`\n  ${name}`);
    targets.push(...(await work()));
    loads[name] = loadavg()[0] ?? 0;
    say(`  load ${loads[name]?.toFixed(1)}`);
  };
  try {
    await migrate(database.url);
    const market = await prepareMarket(database.url, listings, say);
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: database.url });
    const log = createLog('warn');
    const { pool, db, close } = openDatabase(database.url, log, 8);
    const security = createSecurityLog({ log, secret });
    const limits = openLimits({ db, clock: systemClock, redis: null, secret, security });
    const identity = createIdentity({ config, db, pool, bus: new Bus(), clock: systemClock, log, limits, security });
    await part('pages', () => benchTalkPages(config, database.url, market, say));
    // Those of the pages have ten thousand threads; these begin with none.
    const memberIds = market.buyerIds.slice(-1_000);
    const tokens = await tokensOf(identity, memberIds);
    const app = await startApp(database.url, secret, profile);
    try {
      await part('messages', () => benchTalkLive({ url: app.url, pool, memberIds, tokens, seconds, say }));
      await part('screen', async () => {
        // Neither one of those whose pages are full nor of those who write: nobody writes to themselves.
        const memberId = market.buyerIds.at(-1_001) ?? '';
        const { cookies } = await identity.openSession(memberId, { address: '127.0.0.1', userAgent: 'bench' });
        return benchTalkScreen({ url: app.url, cookie: cookies[0]?.split(';')[0] ?? '', memberId, tokens, say });
      });
      await part('offers', () => benchTalkOffers({ app, databaseCpuMs: database.cpuMs, pool, memberIds, tokens, say }));
    } finally {
      await app.stop();
      await close();
    }
    await part('everybody', async () => asTargets(await measureLive(database.url, sockets, profile)));
    say(`\n${targetTable(targets)}`);
    const results = join(import.meta.dirname, 'results');
    mkdirSync(results, { recursive: true });
    writeFileSync(
      join(results, `talk${only && `-${only}`}.json`),
      JSON.stringify({ at: new Date().toISOString(), machine, loads, targets }, null, 2),
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
