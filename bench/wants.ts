import { findSoughtListing } from '#features/listings/index.server.ts';
import { matchListing } from '#features/wanted/match-wants.server.ts';
import type { Platform } from '#platform/platform.ts';

const wanted = 100_000;
const rounds = 200;

/** How long matching one new listing takes among 100,000 open wants of as many cards as are for sale; the listings are the market's own. */
export async function measureMatching(platform: Platform): Promise<{ median: number; p95: number; matches: number }> {
  await platform.pool.query(
    `insert into want (id, owner_id, card, title, game, lowest_condition, highest_amount, currency, quantity, status, sought, expires_at, created_at, updated_at)
     select 'bench' || n, (array(select user_id from profile limit 50))[1 + n % 50], jsonb_build_object('id', l.card_id, 'name', l.name), l.name, l.game,
       case n % 3 when 0 then 'good' end, 100 + n % 20000, 'USD', 1, 'open', 'card:' || l.card_id, $1::timestamptz + interval '90 days', $1, $1
     from generate_series(1, $2::int) n join (select *, row_number() over () as r, count(*) over () as many from listing where status = 'active' and card_id is not null) l
       on l.r = 1 + n % l.many`,
    [platform.clock.now(), wanted],
  );
  await platform.pool.query('analyze want');
  const { rows } = await platform.pool.query<{ id: string }>(
    "select id from listing where status = 'active' and card_id is not null order by id limit $1",
    [rounds],
  );
  const times: number[] = [];
  for (const { id } of rows) {
    if (!(await findSoughtListing(platform.db, id, platform.clock.now()))) continue;
    const from = performance.now();
    await matchListing(platform, id);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const found = await platform.pool.query<{ n: number }>("select count(*)::int as n from want_match where want_id like 'bench%'");
  return { median: times[Math.floor(times.length / 2)] ?? 0, p95: times[Math.floor(times.length * 0.95)] ?? 0, matches: found.rows[0]?.n ?? 0 };
}
