/**
 * How well and how fast cards are found: `npm run bench:search`. Imports the shipped catalogue into a fresh database,
 * runs the labelled queries of search-labels.ndjson, once as they are and once with a letter mistyped in each, and
 * prints what was not found among the first ten.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureShippedCatalogue, resolveQuery, searchCards } from '#features/catalogue/index.server.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { mistyped } from '../lib/typo.ts';

interface Label {
  query: string;
  game: string;
  means: string;
  misspelled?: true;
  /** External ids of the cards that answer the query; any of them will do. */
  expect: string[];
}

interface Measure {
  queries: number;
  successAt10: number;
  meanReciprocalRank: number;
  failures: { query: string; means: string; first: string | null }[];
}

const goal = 0.99;
const labels = readFileSync(join(import.meta.dirname, 'search-labels.ndjson'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Label);

const database = await openBenchDatabase();
const log = createLog('warn');
try {
  await migrate(database.url);
  const { pool, db, close } = openDatabase(database.url, log);
  const platform = { pool, db, clock: systemClock };
  try {
    console.log(`Database: ${database.kind}`);
    const importStarted = performance.now();
    const imported = await ensureShippedCatalogue(platform, () => {});
    const importMs = performance.now() - importStarted;
    console.log(
      `Imported ${imported?.rows.toLocaleString('en')} rows, index included, in ${(importMs / 1000).toFixed(1)} s\n`,
    );
    const asTyped = await measure(labels, (label) => label.query);
    const misspelled = await measure(
      labels.filter((label) => label.misspelled),
      (label) => label.query,
    );
    const withTypo = await measure(
      labels.filter((label) => mistyped(label.query) !== null),
      (label) => mistyped(label.query) as string,
    );
    show('labelled queries', asTyped);
    show('of these, misspelled by their writers', misspelled);
    show('each with one letter mistyped by us', withTypo);
    const search = await timings((label) => searchCards(platform, { q: label.query, limit: 10 }));
    const resolve = await timings((label) => resolveQuery(platform, label.query));
    console.log(`search with the cards read from the database  p50 ${search.p50} ms  p99 ${search.p99} ms`);
    console.log(`the same query resolved for a listing search   p50 ${resolve.p50} ms  p99 ${resolve.p99} ms`);
    if (asTyped.successAt10 < goal) {
      console.error(`\nsuccess@10 is below ${goal}`);
      process.exitCode = 1;
    }
  } finally {
    await close();
  }

  async function measure(of: readonly Label[], queryOf: (label: Label) => string): Promise<Measure> {
    const failures: Measure['failures'] = [];
    let reciprocals = 0;
    for (const label of of) {
      const q = queryOf(label);
      const { cards } = await searchCards(platform, { q, limit: 10 });
      const expected = new Set(label.expect);
      const rank = cards.findIndex((card) => card.game === label.game && expected.has(card.externalId)) + 1;
      if (rank > 0) reciprocals += 1 / rank;
      else
        failures.push({
          query: q,
          means: label.means,
          first: cards[0] ? `${cards[0].name}, ${cards[0].setName}` : null,
        });
    }
    return {
      queries: of.length,
      successAt10: 1 - failures.length / of.length,
      meanReciprocalRank: reciprocals / of.length,
      failures,
    };
  }

  async function timings(work: (label: Label) => Promise<unknown>): Promise<{ p50: number; p99: number }> {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (const label of labels) {
        const started = performance.now();
        await work(label);
        if (round > 0) times.push(performance.now() - started);
      }
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
    return { p50: at(0.5), p99: at(0.99) };
  }
} finally {
  await database.close();
}

function show(what: string, { queries, successAt10, meanReciprocalRank, failures }: Measure): void {
  console.log(
    `${what}: ${queries} queries, success@10 ${successAt10.toFixed(3)}, MRR ${meanReciprocalRank.toFixed(3)}`,
  );
  for (const { query, means, first } of failures)
    console.log(`   not found: ${query}  (${means}; first was ${first ?? 'nothing'})`);
  console.log('');
}
