/**
 * What finding costs, without a server and without HTTP: `npx node bench/finding.ts DATABASE [COUNT] [KIND]` asks a filled market COUNT different questions of each kind, one after the other in one
 * process, and prints the processor time of each answer: the thread's and the whole process's. What holds the thread for long is printed with its question.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform } from '#app/platform.server.ts';
import { ensureShippedCatalogue, searchCards } from '#features/catalogue/index.server.ts';
import { facetColumns } from '#features/listings/facet-store.server.ts';
import { type ListingQuery, readListingQuery } from '#features/listings/listing.query.ts';
import { searchBySql } from '#features/listings/search-by-sql.server.ts';
import { pageBy } from '#features/listings/search-listings.server.ts';
import { searchInMemory } from '#features/listings/search-memory.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';
import { anewPlan } from './anew.ts';
import { table } from './report.ts';

const [url = '', count = '350', only = ''] = process.argv.slice(2);
const slowest = 5;

/** What a great part of a market is meant by: each holds the thread in one piece. */
const broad = [
  'baseball',
  'topps',
  'game',
  'pokemon',
  'name:a price<1000',
  'name:b -is:graded',
  'game:sports price<50 -is:graded',
  'cond>=ex lang:en -name:zz',
].flatMap((q) =>
  ['', '&sort=price_asc', '&sort=newest', '&game=sports&condition=near_mint'].map((more) => `/api/listings?q=${encodeURIComponent(q)}${more}`),
);

interface Asked {
  path: string;
  threadMs: number;
  processMs: number;
  wallMs: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-finding-'));
const config = readConfig({
  ...process.env,
  MODE: 'sandbox',
  DEMO: '0',
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  AUTH_SECRET: randomBytes(32).toString('hex'),
});
await migrate(url);
const { platform, close } = await openPlatform({ config, databaseUrl: url, log: createLog('warn') });
try {
  await ensureShippedCatalogue(platform, () => {});
  platform.bus.hearing(true);
  const begun = performance.now();
  const { columns } = await facetColumns(platform);
  console.log(
    `${columns.size.toLocaleString('en')} listings of ${columns.cards.size.toLocaleString('en')} cards, read in ${((performance.now() - begun) / 1_000).toFixed(1)} s`,
  );
  const { searches, worded, filtered, begun: typed } = await anewPlan(platform.pool, [], '');
  const kinds: Record<string, [readonly string[], (path: string) => Promise<unknown>]> = {
    search: [searches, find],
    'five terms': [worded, find],
    filtered: [filtered, find],
    broad: [[...broad, ...broad, ...broad, ...broad], find],
    'type-ahead': [typed, (path) => searchCards(platform, { q: paramsOf(path).get('q') ?? '', limit: 8 })],
  };
  const rows: string[][] = [];
  for (const [kind, [paths, ask]] of Object.entries(kinds)) {
    if (!kind.includes(only)) continue;
    // The first so many are asked for the code to be compiled, the others are measured.
    const first = Math.min(300, paths.length / 4);
    for (const path of paths.slice(0, first)) await ask(path);
    const asked: Asked[] = [];
    for (const path of paths.slice(first, first + Number(count))) asked.push(await measured(path, ask));
    rows.push([kind, ...(['threadMs', 'processMs', 'wallMs'] as const).flatMap((of) => spread(asked.map((each) => each[of])))]);
    for (const { path, threadMs } of asked.sort((a, b) => b.threadMs - a.threadMs).slice(0, slowest))
      console.log(`  ${kind}: ${threadMs.toFixed(1)} ms ${decodeURIComponent(path)}`);
  }
  const megabytes = Object.entries(process.memoryUsage()).map(([what, bytes]) => `${what} ${(bytes / 2 ** 20).toFixed(0)}`);
  console.log(`MB: ${megabytes.join(', ')}`);
  console.log(table(['ms', ...['thread', 'process', 'waited'].flatMap((of) => [`${of} mean`, 'p50', 'p99', 'most'])], rows));
} finally {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}

function paramsOf(path: string): URLSearchParams {
  return new URLSearchParams(path.slice(path.indexOf('?') + 1));
}

async function find(path: string): Promise<unknown> {
  const params = paramsOf(path);
  const { query, errors } = readListingQuery(params);
  if (Object.keys(errors).length > 0) throw new Error(`${path}: ${JSON.stringify(errors)}`);
  const asked: ListingQuery = { ...query, cursor: params.get('cursor'), limit: 24 };
  const now = platform.clock.now();
  return (await pageBy(searchInMemory, platform, asked, now)) ?? (await pageBy(searchBySql, platform, asked, now));
}

async function measured(path: string, ask: (path: string) => Promise<unknown>): Promise<Asked> {
  const [from, all, thread] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
  await ask(path);
  const used = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
  return { path, threadMs: used(process.threadCpuUsage(thread)), processMs: used(process.cpuUsage(all)), wallMs: performance.now() - from };
}

function spread(values: readonly number[]): string[] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return [values.reduce((sum, value) => sum + value, 0) / values.length, at(0.5), at(0.99), sorted.at(-1) ?? 0].map((ms) => ms.toFixed(2));
}
