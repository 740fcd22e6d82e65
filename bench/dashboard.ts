import { openPlatform } from '#app/platform.server.ts';
import { askChange } from '#features/bulk/ask-change.server.ts';
import { commitChange } from '#features/bulk/move-change.server.ts';
import { makeNext } from '#features/bulk/run-change.server.ts';
import { foldTallies } from '#features/listings/index.server.ts';
import type { Config } from '#platform/config/config.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { inTurns, renderer, shareOf } from './render.ts';
import { table } from './report.ts';

const [few, many] = [100, 10_000];
/** Sums of one's own listings are kept until something of them changes: `anew` asks each time as if it just had. */
const pages = [
  { path: '/dashboard', anew: false },
  { path: '/dashboard', anew: true },
  { path: '/dashboard/listings', anew: false },
  { path: '/dashboard/listings?q=pikachu', anew: false },
];
const times = 200;

/** What a seller with 10,000 listings waits for beside one with 100: their own pages, in turns; and how long 10,000 new prices take. */
export async function benchDashboard(config: Config, url: string, say: (line: string) => void): Promise<void> {
  const { platform, close } = await openPlatform({ config, databaseUrl: url, log: createLog('warn') });
  try {
    const [small, large] = await twoSellers(platform);
    const render = await renderer(platform);
    const rows: string[][] = [];
    for (const { path, anew } of pages) {
      const ask = (seller: string) => {
        if (anew) platform.cache.clear();
        return render(path, seller);
      };
      const [a, b] = await inTurns(
        times,
        () => ask(small),
        () => ask(large),
      );
      rows.push([
        anew ? `${path}, after a change` : path,
        shareOf(a, 0.5).toFixed(1),
        shareOf(b, 0.5).toFixed(1),
        (shareOf(b, 0.5) / shareOf(a, 0.5)).toFixed(2),
        shareOf(a, 0.95).toFixed(1),
        shareOf(b, 0.95).toFixed(1),
      ]);
    }
    say(table(['page, ms', `median, ${few}`, `median, ${many.toLocaleString('en')}`, 'times', 'p95', 'p95'], rows));
    await reprice(platform, large, say);
  } finally {
    await close();
  }
}

/** The prepared market's listings in other hands: 100 of one seller, 10,000 of another, all live and looked at. */
async function twoSellers({ pool }: Platform): Promise<[string, string]> {
  const { rows } = await pool.query<{ id: string }>('select user_id as id from profile order by user_id limit 2');
  const [small = '', large = ''] = rows.map(({ id }) => id);
  await pool.query('update listing set seller_id = (select user_id from profile order by user_id offset 2 limit 1) where seller_id = any($1)', [
    [small, large],
  ]);
  await pool.query(
    `with live as (select id, row_number() over (order by md5(id)) as turn from listing where status = 'active')
     update listing l set seller_id = case when turn <= $3::int then $1 else $2 end from live where live.id = l.id and turn <= $3::int + $4::int`,
    [small, large, few, many],
  );
  await pool.query('insert into listing_view (listing_id, views) select id, 7 from listing where seller_id = any($1) on conflict do nothing', [
    [small, large],
  ]);
  await pool.query("update profile set account_tier = 'premium' where user_id = any($1)", [[small, large]]);
  await foldTallies({ pool });
  await pool.query('vacuum analyze listing');
  await pool.query('vacuum analyze listing_tally');
  await pool.query('vacuum analyze listing_view');
  return [small, large];
}

async function reprice(platform: Platform, sellerId: string, say: (line: string) => void): Promise<void> {
  const actor: Actor = { id: sellerId, role: 'member', via: 'bearer', sessionId: null, signedInAt: new Date() };
  const begun = performance.now();
  const id = await askChange(platform, actor, { filter: {}, change: { do: 'percent', percent: -5, floor: null }, preview: true });
  const shown = performance.now() - begun;
  await commitChange(platform, actor, id);
  const from = performance.now();
  const status = async () => (await platform.pool.query<{ status: string }>('select status from bulk_change where id = $1', [id])).rows[0]?.status;
  while ((await status()) === 'committing') await makeNext(platform, id);
  const taken = performance.now() - from;
  const { rows } = await platform.pool.query<{ n: number }>(
    "select count(*)::int as n from bulk_change_row where change_id = $1 and state = 'done'",
    [id],
  );
  const n = rows[0]?.n ?? 0;
  say(
    `\n${n.toLocaleString('en')} new prices: shown in ${(shown / 1_000).toFixed(1)} s, made in ${(taken / 1_000).toFixed(1)} s (${(taken / n).toFixed(2)} ms each)`,
  );
}
