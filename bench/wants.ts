import { openPlatform } from '#app/platform.server.ts';
import { findSoughtListing } from '#features/listings/index.server.ts';
import { matchListing } from '#features/wanted/match-wants.server.ts';
import type { Config } from '#platform/config/config.ts';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { table } from './report.ts';

const wanted = 100_000;
const listings = 500;

/**
 * How long matching one new listing takes among 100,000 open wants: one for each card that is for sale in turn, each at a price of its own, a third of them of a
 * lowest condition. Every listing is matched once, as if it had just come, and the matches are written.
 */
export async function benchWants(config: Config, url: string, say: (line: string) => void): Promise<void> {
  const { platform, close } = await openPlatform({ config, databaseUrl: url, log: createLog('warn') });
  try {
    await fillWants(platform);
    await timeWants(platform, say);
  } finally {
    await close();
  }
}

export async function fillWants({ pool, clock }: Platform): Promise<void> {
  const cards = (
    await pool.query<{ card: string; name: string; game: string }>('select card_id as card, name, game from listing where card_id is not null')
  ).rows;
  const owners = (await pool.query<{ id: string }>('select user_id as id from profile')).rows;
  for (let from = 0; from < wanted; from += 5_000) {
    const rows = Array.from({ length: 5_000 }, (_, i) => {
      const n = from + i;
      const card = cards[n % cards.length];
      return { ...card, n, owner: owners[n % owners.length]?.id, lowest: n % 3 === 0 ? 'good' : null, most: 100 + ((n * 7_919) % 20_000) };
    });
    await pool.query(
      `insert into want (id, owner_id, card, title, game, lowest_condition, highest_amount, currency, quantity, status, sought, expires_at, created_at, updated_at)
       select 'bench' || n, owner, jsonb_build_object('id', card, 'name', name), name, game, lowest, most, 'USD', 1, 'open', 'card:' || card,
         $2::timestamptz + interval '90 days', $2, $2
       from jsonb_to_recordset($1::jsonb) as r (n int, owner text, card text, name text, game text, lowest text, most bigint)`,
      [JSON.stringify(rows), clock.now()],
    );
  }
  await pool.query('analyze want');
}

export async function timeWants(platform: Platform, say: (line: string) => void): Promise<void> {
  const { pool, db, clock } = platform;
  const { rows } = await pool.query<{ id: string }>(
    "select id from listing where status = 'active' and card_id is not null order by md5(id) limit $1",
    [listings],
  );
  const times: number[] = [];
  for (const { id } of rows) {
    if (!(await findSoughtListing(db, id, clock.now()))) continue;
    const from = performance.now();
    await matchListing(platform, id);
    times.push(performance.now() - from);
  }
  const { rows: met } = await pool.query<{ n: number }>("select count(*)::int as n from want_match where want_id like 'bench%'");
  say(
    table(
      ['one new listing among 100,000 wants', 'listings', 'matches written', 'median', 'p95', 'p99'],
      [['asked: at most 20 ms', String(times.length), String(met[0]?.n ?? 0), ...percentiles(times)]],
    ),
  );
}

/** Median, p95 and p99. */
export function percentiles(times: readonly number[]): string[] {
  const sorted = [...times].sort((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((share) => `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)} ms`);
}
