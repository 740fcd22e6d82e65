/**
 * `npm run bench:search`: imports the shipped catalogue, searches for each labelled query of search-labels.ndjson, as
 * written and with a typing error, and prints the queries without their card among the first ten.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureShippedCatalogue, resolveQuery, searchCards } from '#features/catalogue/index.server.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { quantile } from '../lib/statistics.ts';
import { mistyped } from '../lib/typo.ts';

interface Label {
  query: string;
  game: string;
  means: string;
  misspelled?: true;
  /** External ids of the right cards. */
  expect: string[];
}

const goal = 0.99;
const labels = readFileSync(join(import.meta.dirname, 'search-labels.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Label => JSON.parse(line));
const say = (line: string) => process.stdout.write(`${line}\n`);

const database = await openBenchDatabase();
try {
  await migrate(database.url);
  const { pool, close } = openDatabase(database.url, createLog('warn'));
  try {
    await measureQuality({ pool, clock: systemClock });
  } finally {
    await close();
  }
} finally {
  await database.close();
}

type Catalogue = Parameters<typeof searchCards>[0] & Parameters<typeof ensureShippedCatalogue>[0];

async function measureQuality(platform: Catalogue): Promise<void> {
  const startedAt = performance.now();
  const imported = await ensureShippedCatalogue(platform, () => {});
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(`${database.kind}: ${imported?.rows.toLocaleString('en')} rows imported and indexed in ${seconds} s\n`);
  const success = await successOf(platform, 'labelled queries', labels);
  await successOf(
    platform,
    'of these, misspelled by their writers',
    labels.filter(({ misspelled }) => misspelled),
  );
  const typed = labels.flatMap((label) => {
    const query = mistyped(label.query);
    return query === null ? [] : [{ ...label, query }];
  });
  await successOf(platform, 'with a typing error in each', typed);
  say(`search, cards read from the database:  ${await timesOf((q) => searchCards(platform, { q, limit: 10 }))}`);
  say(`query resolved for a listing search:   ${await timesOf((q) => resolveQuery(platform, q))}`);
  if (success >= goal) return;
  say(`\nsuccess@10 is below ${goal}`);
  process.exitCode = 1;
}

/** The share of queries with a right card among the first ten. */
async function successOf(platform: Catalogue, name: string, queries: readonly Label[]): Promise<number> {
  let [found, reciprocalRanks] = [0, 0];
  const missed: string[] = [];
  for (const { query, game, means, expect } of queries) {
    const { cards } = await searchCards(platform, { q: query, limit: 10 });
    const rank = cards.findIndex((card) => card.game === game && expect.includes(card.externalId)) + 1;
    if (rank > 0) {
      found++;
      reciprocalRanks += 1 / rank;
    } else missed.push(`   not found: ${query} (${means}; first was ${cards[0]?.name}, ${cards[0]?.setName})`);
  }
  const [success, meanRank] = [found / queries.length, reciprocalRanks / queries.length];
  say(`${name}: ${queries.length} queries, success@10 ${success.toFixed(3)}, MRR ${meanRank.toFixed(3)}`);
  say([...missed, ''].join('\n'));
  return success;
}

/** The first of three rounds warms up. */
async function timesOf(work: (query: string) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++)
    for (const { query } of labels) {
      const startedAt = performance.now();
      await work(query);
      if (round > 0) times.push(performance.now() - startedAt);
    }
  return `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;
}
