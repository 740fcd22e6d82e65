import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Config, readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openBenchDatabase } from './database.ts';
import type { FilledMarket } from './fill.ts';
import { type MeasuredProcess, root, startServer, startStripe } from './server.ts';

/** A running release with its own copy of the database. */
export interface Release {
  /** Its commit, where the folder is a checkout. */
  name: string;
  databaseUrl: string;
  app: MeasuredProcess;
}

interface ReleasesOptions {
  listings: number;
  /** The folder of another built checkout. */
  beside: string | null;
  say(line: string): void;
}

export interface BeforeStart {
  databaseUrl: string;
  config: Config;
  market: FilledMarket;
}

/**
 * Fills a database, with the older release where there are two, calls `prepare`, copies the database for the second
 * release, starts both on it and runs `work`.
 */
export async function withReleases<T>(
  { listings, beside, say }: ReleasesOptions,
  prepare: (start: BeforeStart) => Promise<T>,
  work: (releases: readonly Release[], prepared: T) => Promise<void>,
): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-bench-'));
  Object.assign(process.env, { AUTH_SECRET: secret, DATA_DIR: dataDir });
  const folders = beside === null ? [root] : [resolve(beside), root];
  const database = await openBenchDatabase();
  const started: MeasuredProcess[] = [];
  say(`${listings.toLocaleString('en')} listings on ${database.kind}, Node ${process.versions.node}, ${machine()}`);
  try {
    const market = await fill(folders[0] as string, database.url, listings, say);
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: database.url });
    const prepared = await prepare({ databaseUrl: database.url, config, market });
    const urls = beside === null ? [database.url] : [await database.copy(), database.url];
    await migrate(database.url);
    const stripe = await startStripe();
    started.push(stripe);
    const releases: Release[] = [];
    for (const [i, folder] of folders.entries()) {
      const databaseUrl = urls[i] as string;
      const app = await startServer({ databaseUrl, secret, env: { STRIPE_API_BASE: stripe.url }, folder });
      started.push(app);
      const seconds = await untilIndexed(app.url);
      const name = nameOf(folder);
      say(`${name} is started, its search index is loaded after ${seconds} s`);
      releases.push({ name, databaseUrl, app });
    }
    await work(releases, prepared);
  } finally {
    for (const each of started.reverse()) await each.stop();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs the checkout's own code, which knows its own tables. */
async function fill(folder: string, url: string, listings: number, say: (line: string) => void): Promise<FilledMarket> {
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
  const db = (await load('src/platform/db/migrate.ts')) as typeof import('#platform/db/migrate.ts');
  const bench = (await load('bench/lib/prepare.ts')) as typeof import('./prepare.ts');
  await db.migrate(url);
  return bench.prepareMarket(url, listings, say);
}

/** A process with a large market answers from the database until its search index is loaded. */
async function untilIndexed(url: string): Promise<string> {
  const startedAt = Date.now();
  const isIndexed = async () => {
    const answer = await fetch(`${url}/api/listings?limit=1&sort=price_desc`, { signal: AbortSignal.timeout(180_000) });
    return ((await answer.json()) as { approximate: boolean }).approximate === false;
  };
  while (!(await isIndexed())) await pause(500);
  return ((Date.now() - startedAt) / 1_000).toFixed(1);
}

function nameOf(folder: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  } catch {
    return basename(folder);
  }
}

const machine = () => `${cpus().length} × ${cpus()[0]?.model ?? 'cores'}`;
