import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { startApp } from './app.ts';
import { openBenchDatabase, withClient } from './database.ts';
import { makePlan } from './plan.ts';
import { prepareMarket } from './prepare.ts';
import { table } from './report.ts';
import { type LoadRequest, startLoadGenerator } from './rounds.ts';

export interface CrowdOptions {
  listings: number;
  /** How long the crowd searches, each time. */
  seconds: number;
  say(line: string): void;
}

const crowd = 20;

/**
 * What a member waits for while 20 visitors search without a pause, each search another one, by words and seven filters: by the API and by the page. Prints
 * p50 and p95 of three reads of a member alone and beside the crowd.
 */
export async function benchCrowd({ listings, seconds, say }: CrowdOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-crowd-'));
  const secret = randomBytes(32).toString('hex');
  // Each visitor has an address of their own, as behind a proxy.
  Object.assign(process.env, { AUTH_SECRET: secret, DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' });
  const database = await openBenchDatabase();
  const load = startLoadGenerator();
  say(`A crowd of ${crowd} on ${database.kind}, ${listings.toLocaleString('en')} listings, ${cpus().length} × ${cpus()[0]?.model}`);
  try {
    await migrate(database.url);
    const market = await prepareMarket(database.url, listings, say);
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: database.url });
    const { plan } = await makePlan(config, database.url, market, 0, 0);
    const names = await readNames(database.url);
    const app = await startApp(database.url, secret, null);
    const reads = ['/api/profile', '/api/orders', `/api/listings/${plan.listingIds[0]}`];
    const alone = (forSeconds: number) => waits(app.url, plan.memberCookie, reads, forSeconds);
    try {
      const rows: string[][] = [];
      const beside = async (what: string, requests: LoadRequest[]) => {
        const before = await alone(seconds / 2);
        const searching = load.run({ url: app.url, connections: crowd, seconds, headers: {}, requests, from: 0, once: false });
        await pause(500);
        const during = await alone(seconds - 1);
        const { rate, p50, statuses } = await searching;
        const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
        say(`  ${what}: ${rate.toFixed(0)} answers a second, p50 ${p50.toFixed(0)} ms (${answers.join(', ')}); load ${loadavg()[0]?.toFixed(1)}`);
        for (const path of reads) {
          const [a, b] = [before.get(path) ?? [], during.get(path) ?? []];
          const both = [0.5, 0.95].map((q) => `${quantile(a, q).toFixed(1)} → ${quantile(b, q).toFixed(1)}`);
          rows.push([what, path.replace(/\/[^/]{20,}$/, '/ID'), ...both, (quantile(b, 0.5) / quantile(a, 0.5)).toFixed(1)]);
        }
      };
      await alone(2);
      await beside('search by the API', searches('/api/listings', names));
      await beside('search by the page', searches('/browse', names));
      say(`\n${table(['beside', 'a member reads', 'p50 ms', 'p95 ms', 'p50 times'], rows)}`);
    } finally {
      await app.stop();
    }
  } finally {
    load.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of each answer that a member waits for, one after the other with a breath between. */
async function waits(url: string, cookie: string, paths: readonly string[], seconds: number): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>(paths.map((path) => [path, []]));
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    for (const path of paths) {
      const begun = performance.now();
      const answer = await fetch(url + path, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      found.get(path)?.push(performance.now() - begun);
      await pause(5);
    }
  }
  return found;
}

const quantile = (values: readonly number[], q: number) => [...values].sort((a, b) => a - b)[Math.floor(values.length * q)] ?? 0;

async function readNames(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) => client.query<{ name: string }>('select distinct name from listing limit 2000'));
  return rows.map(({ name }) => name.split(/\s+/).slice(0, 2).join(' '));
}

function searches(path: string, names: readonly string[]): LoadRequest[] {
  const isPage = path === '/browse';
  return Array.from({ length: 20_000 }, (_, n) => {
    const q = encodeURIComponent(names[n % names.length] ?? '');
    const filters = `condition=near_mint&language=en&finish=normal&graded=false&minPrice=1&maxPrice=${isPage ? 9_000 + n : 900_000 + n}`;
    return { path: `${path}?q=${q}&${filters}`, headers: { 'x-forwarded-for': `10.9.${n % crowd}.1` } };
  });
}
