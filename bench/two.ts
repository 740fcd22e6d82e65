import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type MeasuredProcess, startApp } from './app.ts';
import { openBenchDatabase, withClient } from './database.ts';
import { makePlan } from './plan.ts';
import { prepareMarket } from './prepare.ts';
import { startProxy } from './proxy.ts';
import { type Target, table, targetTable } from './report.ts';
import { type LoadRequest, median, startLoadGenerator } from './rounds.ts';

export interface TwoOptions {
  listings: number;
  sales: number;
  rounds: number;
  seconds: number;
  redisUrl: string | null;
  say(line: string): void;
}

/**
 * Two processes over one database: how long after a sale at one the other still offers the copy, by its API and by its kept page, measured many times; and,
 * where haproxy is, how many answers both give behind it beside one. Prints tables and keeps the figures as JSON.
 */
export async function benchTwo(options: TwoOptions): Promise<void> {
  const { listings, sales, redisUrl, say } = options;
  const secret = randomBytes(32).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-two-'));
  process.env.AUTH_SECRET = secret;
  process.env.DATA_DIR = folder;
  const database = await openBenchDatabase();
  const wire = redisUrl === null ? 'PostgreSQL notifications' : 'Redis';
  say(`Two processes on ${database.kind}, joined by ${wire}, ${listings.toLocaleString('en')} listings, ${cpus().length} × ${cpus()[0]?.model}`);
  try {
    await migrate(database.url);
    const market = await prepareMarket(database.url, listings, say);
    const { rows: sizes } = await withClient(database.url, (client) =>
      client.query<{ bytes: number }>("select pg_total_relation_size('listing') + pg_total_relation_size('listing_photo') as bytes"),
    );
    say(`A listing takes ${(Number(sizes[0]?.bytes) / listings / 1024).toFixed(1)} kB of the database, indexes and the rows of its photos included.`);
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: database.url });
    const { plan, writes } = await makePlan(config, database.url, market, sales, 0);
    const extra = { DATA_DIR: folder, ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }) };
    const a = await startApp(database.url, secret, null, extra);
    const b = await startApp(database.url, secret, null, extra);
    try {
      const late = await measureLateness(a, b, writes.buy);
      const rates = await measureRates(a, b, plan.listingIds, plan.memberCookie, options);
      const targets: Target[] = [
        {
          what: 'a sold copy offered by the other process, p99',
          measured: `${Math.max(late.api.p99, late.page.p99)} ms`,
          asked: '≤ 1000 ms',
          met: Math.max(late.api.p99, late.page.p99) <= 1_000,
        },
        { what: 'offered by the process that sold it', measured: `${late.own} times`, asked: '0', met: late.own === 0 },
        ...(rates === null
          ? []
          : [{ what: 'two processes behind the proxy, of one', measured: rates.ratio.toFixed(2), asked: '≥ 1.6', met: rates.ratio >= 1.6 }]),
      ];
      const rows = (['api', 'page'] as const).map((side) => [side, ...[late[side].p50, late[side].p99, late[side].max].map(String)]);
      say(`\n${table([`after ${sales} sales, ms`, 'p50', 'p99', 'max'], rows)}`);
      if (rates) {
        say(
          `\n${table(
            ['rendered listing page, 50 connections', 'req/s', 'CPU ms an answer'],
            [
              ['one process', rates.one.rate.toFixed(0), rates.one.cpuMs.toFixed(2)],
              ['two processes', rates.two.rate.toFixed(0), rates.two.cpuMs.toFixed(2)],
            ],
          )}`,
        );
        say(`The proxy, the database and what makes the requests share these ${cpus().length} cores with the processes.`);
      } else say('\nhaproxy is not here (Debian: apt-get install haproxy): the rates of one and two were not measured.');
      say(`\n${targetTable(targets)}`);
      const results = join(import.meta.dirname, 'results');
      mkdirSync(results, { recursive: true });
      writeFileSync(
        join(results, `two-${redisUrl === null ? 'postgres' : 'redis'}.json`),
        JSON.stringify({ at: new Date().toISOString(), late, rates, targets }, null, 2),
      );
    } finally {
      await b.stop();
      await a.stop();
    }
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Later than anything but a fault. */
const giveUpMs = 30_000;

/** Buys at one and asks the other until it stops offering: milliseconds from the buyer's answer to the first answer that is right. */
async function measureLateness(a: MeasuredProcess, b: MeasuredProcess, buys: LoadRequest[]) {
  const waits = { api: [] as number[], page: [] as number[] };
  let own = 0;
  const offers = {
    api: async (at: MeasuredProcess, id: string) =>
      ((await (await fetch(`${at.url}/api/listings/${id}`)).json()) as { status: string }).status === 'active',
    page: async (at: MeasuredProcess, id: string) => (await (await fetch(`${at.url}/listings/${id}`)).text()).includes('Buy for'),
  };
  for (const buy of buys) {
    const { listingId } = JSON.parse(buy.body ?? '{}') as { listingId: string };
    // Twice, so that it is kept.
    for (let i = 0; i < 2; i++)
      if (!(await offers.page(b, listingId)) || !(await offers.api(b, listingId))) throw new Error(`${listingId} is not for sale`);
    // All copies at once: as long as one is left, the listing is rightly offered.
    const { quantityAvailable: quantity } = (await (await fetch(`${b.url}/api/listings/${listingId}`)).json()) as { quantityAvailable: number };
    const body = JSON.stringify({ listingId, quantity });
    const answer = await fetch(a.url + buy.path, { method: 'POST', headers: buy.headers ?? {}, body });
    if (answer.status !== 201) throw new Error(`a buy answered ${answer.status}: ${await answer.text()}`);
    const soldAt = performance.now();
    const side = async (name: 'api' | 'page') => {
      while (await offers[name](b, listingId))
        if (performance.now() - soldAt > giveUpMs) throw new Error(`${listingId} is still offered by the ${name} of the other process`);
      waits[name].push(performance.now() - soldAt);
    };
    await Promise.all([side('api'), side('page'), offers.api(a, listingId).then((offered) => (own += Number(offered)))]);
  }
  const of = (list: number[]) => {
    const sorted = [...list].sort((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return { p50: at(0.5), p99: at(0.99), max: at(1) };
  };
  return { api: of(waits.api), page: of(waits.page), own };
}

/** One process and both behind the same proxy in alternation, on pages that are rendered anew: there the processes are what there is too little of. */
async function measureRates(a: MeasuredProcess, b: MeasuredProcess, ids: string[], cookie: string, { rounds, seconds }: TwoOptions) {
  const [one, two] = [await startProxy([a.url]), await startProxy([a.url, b.url])];
  if (!one || !two) return null;
  const load = startLoadGenerator();
  const requests = ids.map((id) => ({ path: `/listings/${id}` }));
  const sides = {
    one: { url: one.url, rates: [] as number[], cpus: [] as number[] },
    two: { url: two.url, rates: [] as number[], cpus: [] as number[] },
  };
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const side of Object.values(sides)) {
        const before = a.cpuMs() + b.cpuMs();
        const result = await load.run({ url: side.url, connections: 50, seconds, headers: { cookie }, requests, from: 0, once: false });
        if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
        // The first round of each warms up.
        if (round === 0) continue;
        side.rates.push(result.rate);
        side.cpus.push((a.cpuMs() + b.cpuMs() - before) / Math.max(1, result.answered));
      }
    }
  } finally {
    load.close();
    await one.stop();
    await two.stop();
  }
  const of = ({ rates, cpus }: { rates: number[]; cpus: number[] }) => ({ rate: median(rates), cpuMs: median(cpus) });
  return { one: of(sides.one), two: of(sides.two), ratio: median(sides.two.rates.map((rate, i) => rate / (sides.one.rates[i] ?? rate))) };
}
