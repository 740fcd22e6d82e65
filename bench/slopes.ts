import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FacetColumns } from '#features/listings/facet-columns.ts';
import { countFacets } from '#features/listings/facet-count.ts';
import { readListingQuery } from '#features/listings/listing.query.ts';
import { openDatabase } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';
import { sweepOutbox } from '#platform/outbox/sweep-outbox.ts';
import { openBenchDatabase } from './database.ts';
import { table } from './report.ts';

/** What one more of each costs: the slopes under docs/scaling.md. `npx node bench/slopes.ts`, half a minute. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const rows: string[][] = [];

/** Bytes of the process for each listing for sale that it counts. */
for (const listings of [100_000, 400_000]) {
  collect();
  const before = process.memoryUsage();
  const columns = new FacetColumns();
  const startedAt = performance.now();
  for (let n = 1; n <= listings; n++) {
    columns.put({
      n,
      card: `card${(n * 7919) % 110_000}`,
      game: `game${n % 5}`,
      set: `set${n % 900}`,
      setName: `Set ${n % 900}`,
      rarity: `rarity${n % 30}`,
      condition: `condition${n % 8}`,
      finish: `finish${n % 6}`,
      language: `l${n % 12}`,
      isGraded: n % 10 === 0,
      acceptsOffers: n % 2 === 0,
      priceRank: 100 + ((n * 7919) % 90_000),
      expiresAt: 2_000_000_000,
      publishedAt: 1_990_000_000 + n,
      made: 1_990_000_000 + n,
      seller: `seller${n % 3_000}`,
      name: `Card ${(n * 7919) % 90_000}`,
      title: null,
      number: String(n % 400),
      grading: n % 10 === 0 ? `psa\n${1 + (n % 19) / 2}` : null,
    });
  }
  const tookMs = performance.now() - startedAt;
  collect();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  const { query } = readListingQuery(new URLSearchParams('game=game1'));
  const countedAt = performance.now();
  for (let i = 0; i < 20; i++) countFacets(columns, query, 1_900_000_000, 0);
  const countMs = (performance.now() - countedAt) / 20;
  rows.push([
    `facets of ${listings.toLocaleString('en')} listings`,
    `${(bytes / listings).toFixed(0)} B each`,
    `${tookMs.toFixed(0)} ms to put in, ${countMs.toFixed(1)} ms to count`,
  ]);
  if (columns.size !== listings) throw new Error('the columns lost listings');
}

const database = await openBenchDatabase();
try {
  await migrate(database.url);
  const { pool, close } = openDatabase(database.url, createLog('warn'), 2);
  const events = 200_000;
  await pool.query(
    `insert into outbox_event (position, kind, subject, version, topics, data, at)
     select n, 'listing.changed', md5(n::text), 7, array['listing:' || md5(n::text), 'listings', 'listings:pokemon'],
       jsonb_build_object('change', 'held', 'sellerId', md5(n::text), 'status', 'reserved'), now() - interval '1 hour' from generate_series(1, $1::int) n`,
    [events],
  );
  await pool.query('update outbox_relay set last_position = $1', [events]);
  const size = async () => Number((await pool.query("select pg_total_relation_size('outbox_event') as size")).rows[0]?.size);
  rows.push([`outbox of ${events.toLocaleString('en')} events`, `${((await size()) / events).toFixed(0)} B each, indexes included`, '']);
  const startedAt = performance.now();
  const swept = await sweepOutbox({ pool, clock: { now: () => new Date(), offsetMs: () => 0 } });
  const sweptS = (performance.now() - startedAt) / 1_000;
  rows.push(['sweeping it', `${(swept / sweptS).toFixed(0)} events a second`, `${swept.toLocaleString('en')} in ${sweptS.toFixed(1)} s`]);
  await close();
} finally {
  await database.close();
}
process.stdout.write(`${table(['what', 'slope', ''], rows)}\n`);
