import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { benchAccounts } from './accounts.ts';
import { benchAlerts } from './alerts.ts';
import { anewScenarios } from './anew.ts';
import { startApp, startBare, startStripe } from './app.ts';
import { benchCrowd } from './crowd.ts';
import { benchDashboard } from './dashboard.ts';
import { openBenchDatabase, openKeptDatabase, withClient } from './database.ts';
import { benchFaults } from './faults.ts';
import { benchTalkFaults } from './faults-talk.ts';
import { filledMarket } from './fill.ts';
import { benchImport } from './import.ts';
import { benchKills } from './kills.ts';
import { benchLive } from './live.ts';
import { type Measured, measure } from './measure.ts';
import { makePlan } from './plan.ts';
import { prepareMarket } from './prepare.ts';
import { growth, resultTable, targets, targetTable } from './report.ts';
import { benchRolling } from './rolling.ts';
import { startLoadGenerator } from './rounds.ts';
import { makeReferences, makeScenarios } from './scenarios.ts';
import { benchTalk } from './talk.ts';
import { benchTwo } from './two.ts';
import { benchWants } from './wants.ts';

const { values: flags } = parseArgs({
  options: {
    listings: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string' },
    connections: { type: 'string', default: '10,50' },
    /** Asks a different question each time, beside a bare server with one statement. One round unless `--rounds` says more. */
    anew: { type: 'boolean', default: false },
    /** A folder in which a filled market of each size stays for the next run, which measures a copy of it. Remove it after changes of what is filled. */
    kept: { type: 'string' },
    /** Only scenarios whose name contains this. */
    only: { type: 'string', default: '' },
    /** Measures signing in, tokens and the guard instead of the market. */
    accounts: { type: 'boolean', default: false },
    /** Measures matching a new listing against 100,000 wanted posts instead of the market. */
    wants: { type: 'boolean', default: false },
    /** Measures whom a new listing concerns among 100,000 saved searches, beside as many wanted posts, instead of the market. */
    alerts: { type: 'boolean', default: false },
    /** Measures the own pages of a seller with 10,000 listings beside one with 100 instead of the market. */
    dashboard: { type: 'boolean', default: false },
    /** Measures a file of so many rows that is read, matched and listed beside browse instead of the market. */
    import: { type: 'boolean', default: false },
    rows: { type: 'string', default: '50000' },
    /** Measures what members wait for while a crowd of visitors searches. */
    crowd: { type: 'boolean', default: false },
    /** Measures so many live connections instead of the market. */
    live: { type: 'boolean', default: false },
    /** Measures messages and offers instead: pages of much talk, 1,000 members who talk, offers a second, one event to `--sockets`; `--only` chooses a part. */
    talk: { type: 'boolean', default: false },
    /** Measures two processes over one database instead: `--sales N` sales, joined by REDIS_URL where that is set. */
    two: { type: 'boolean', default: false },
    sales: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '10000' },
    /** Restarts three processes behind haproxy in turn, so many times, under load. */
    rolling: { type: 'string' },
    /** Kills each of these in the middle of purchases: web, realtime, worker, postgres, redis; comma separated. */
    kills: { type: 'string' },
    /** Kills a market of one process, its database or both, so many times each: `process:200,database:50,both:50`; in the middle of purchases, with `--talk` of messages and offers. */
    faults: { type: 'string' },
    /** Copies that are bought while `--kills` goes on, by two people each. */
    buys: { type: 'string', default: '1000' },
    /** More of Node's flags for the app, after those of `dev/node-flags.mjs`: `--flags="--max-semi-space-size=16"`. */
    flags: { type: 'string', default: '' },
    /** Folder for a CPU profile of the app, to be opened in a browser's developer tools. */
    profile: { type: 'string' },
  },
});
const listings = Number(flags.listings);
const rounds = Number(flags.rounds ?? (flags.anew ? 1 : 3));
const smallMarket = 20_000;
const resultsFolder = join(import.meta.dirname, 'results');
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Fills a market, puts load on one process of it and on bare servers beside it, prints a table and keeps the figures as JSON. */
async function main(): Promise<void> {
  const startedAt = Date.now();
  const secret = randomBytes(32).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-plan-'));
  process.env.AUTH_SECRET = secret;
  process.env.DATA_DIR = folder;
  const { kept } = flags;
  const fill = async (url: string) => {
    await migrate(url);
    await prepareMarket(url, listings, say);
  };
  const database = await (kept ? openKeptDatabase(kept, listings, fill) : openBenchDatabase());
  say(
    `Measuring on ${database.kind}, ${listings.toLocaleString('en')} listings, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'cores'}`,
  );
  try {
    await migrate(database.url);
    const market = kept ? await filledMarket(database.url) : await prepareMarket(database.url, listings, say);
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: database.url });
    if (flags.dashboard) return await benchDashboard(config, database.url, say);
    if (flags.import) {
      const rows = Number(flags.rows);
      return await benchImport({ config, url: database.url, secret, rows, profile: flags.profile ?? null, market, say });
    }
    if (flags.alerts) return await benchAlerts(config, database.url, say);
    if (flags.wants) return await benchWants(config, database.url, say);
    const connections = flags.connections.split(',').map(Number);
    const writeRounds = 1 + rounds * connections.length;
    const { plan, writes } = await makePlan(config, database.url, market, 800 * writeRounds, 400 * writeRounds);
    if (!flags.anew) plan.anew.pages = { visitors: [], members: [] };
    const planFile = join(folder, 'plan.json');
    writeFileSync(planFile, JSON.stringify(plan));

    const bare = await startBare(database.url, planFile);
    const stripe = await startStripe();
    const paid = { STRIPE_API_BASE: stripe.url };
    const app = await startApp(database.url, secret, flags.profile ?? null, paid, flags.flags.split(' ').filter(Boolean));
    const load = startLoadGenerator();
    const atRest = app.residentMb();
    for (const path of [plan.browse[0], plan.search[0], '/'] as string[]) {
      // What a process loads once for all (counts, the card index) is waited for and named, not measured as part of every answer.
      const askedAt = Date.now();
      await (await fetch(app.url + path, { signal: AbortSignal.timeout(180_000) })).text();
      say(`  first answer of ${path}: ${((Date.now() - askedAt) / 1_000).toFixed(1)} s`);
    }
    say(`  the columns of the market are there: ${await untilCounted(app.url)} s later, ${app.residentMb().toFixed(0)} MB`);
    const options = { load, seconds: Number(flags.seconds), rounds, connections };
    const scenarios = (flags.anew ? anewScenarios(plan.anew) : makeScenarios(plan, writes)).filter((scenario) => scenario.name.includes(flags.only));
    const references: Measured[] = [];
    for (const reference of makeReferences(plan))
      references.push(...(await measure(reference, bare, null, { ...options, rounds: Math.min(rounds, 2) })));
    const measured: Measured[] = [];
    for (const scenario of scenarios) {
      say(`  ${scenario.name}`);
      measured.push(...(await measure(scenario, app, bare, options)));
    }
    load.close();
    await app.stop();
    await bare.stop();
    await stripe.stop();
    await checkBuys(database.url, measured);

    const memoryMb = Math.max(...measured.map((entry) => entry.peakMb));
    const isLarge = listings > smallMarket;
    const list = [...targets(scenarios, measured, memoryMb, isLarge), ...growth(earlier(smallMarket), isLarge ? measured : [])];
    say(`\n${resultTable(measured, references)}\n\nAt rest ${atRest.toFixed(0)} MB, at most ${memoryMb.toFixed(0)} MB.\n\n${targetTable(list)}`);
    mkdirSync(resultsFolder, { recursive: true });
    const file = join(
      resultsFolder,
      `${flags.anew ? 'anew' : 'listings'}-${listings}${flags.only ? `-${flags.only.replaceAll(/\W+/g, '-')}` : ''}.json`,
    );
    const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.versions.node, database: database.kind };
    writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), listings, machine, references, measured, targets: list }, null, 2));
    say(`\nKept in bench/results. Took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Until then a large market answers without its counts, and searches by the database: that is a start, and no part of what is measured. */
async function untilCounted(url: string): Promise<string> {
  const begunAt = Date.now();
  const isCounted = async () => {
    const answer = await fetch(`${url}/api/listings?limit=1&sort=price_desc`, { signal: AbortSignal.timeout(180_000) });
    return ((await answer.json()) as { approximate: boolean }).approximate === false;
  };
  while (!(await isCounted())) await pause(500);
  return ((Date.now() - begunAt) / 1_000).toFixed(1);
}

/** Every order that was answered with 201 must be there, once, and hold its copy. */
async function checkBuys(url: string, measured: Measured[]): Promise<void> {
  const bought = measured.filter((entry) => entry.scenario === 'buy').reduce((sum, entry) => sum + (entry.app.statuses['201'] ?? 0), 0);
  const { orders, held } = await withClient(url, async (client) => {
    const { rows } = await client.query<{ orders: number; held: number }>(
      `select (select count(*) from orders where status = 'pending_payment') as orders, (select coalesce(sum(quantity_held), 0) from listing) as held`,
    );
    return rows[0] ?? { orders: 0, held: 0 };
  });
  if (Number(orders) < bought) throw new Error(`${bought} orders were answered, ${orders} are there`);
  if (Number(orders) !== Number(held)) throw new Error(`${orders} orders hold ${held} copies`);
}

function earlier(size: number): Measured[] {
  const file = join(resultsFolder, `${flags.anew ? 'anew' : 'listings'}-${size}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { measured: Measured[] }).measured : [];
}

if (flags.accounts) await benchAccounts({ seconds: Number(flags.seconds), rounds, say });
else if (flags.crowd) await benchCrowd({ listings, seconds: Math.max(6, Number(flags.seconds)), say });
else if (flags.rolling) await benchRolling(Number(flags.rolling), say);
else if (flags.kills) await benchKills({ targets: flags.kills.split(','), buys: Number(flags.buys), say });
else if (flags.faults) await (flags.talk ? benchTalkFaults : benchFaults)(flags.faults, say);
else if (flags.live) await benchLive({ sockets: Number(flags.sockets), profile: flags.profile ?? null, say });
else if (flags.talk) {
  const { only, profile = null } = flags;
  await benchTalk({ seconds: Math.max(30, Number(flags.seconds)), sockets: Number(flags.sockets), only, profile, say });
} else if (flags.two) {
  const counts = { listings, sales: Number(flags.sales), rounds, seconds: Number(flags.seconds) };
  await benchTwo({ ...counts, redisUrl: process.env.REDIS_URL || null, say });
} else await main();
