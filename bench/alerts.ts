import { openPlatform } from '#app/platform.server.ts';
import { keyAllSearches } from '#features/alerts/key-searches.server.ts';
import { matchNew } from '#features/alerts/match-new.server.ts';
import { readKeptSearch } from '#features/listings/index.server.ts';
import { dayMs } from '#kernel/time.ts';
import type { Config } from '#platform/config/config.ts';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { withClient } from './database.ts';
import { fillMembers } from './fill.ts';
import { table } from './report.ts';
import { fillWants, percentiles, timeWants } from './wants.ts';

const searches = 100_000;
const members = 20_000;
const listings = 500;

/**
 * How long it takes to find whom one new listing concerns among 100,000 saved searches of 20,000 members, the alerts written, beside 100,000 open wants. The searches are
 * of the cards that are for sale: names, names with terms, names with their sets, sets, sellers, either of two names in the advanced language, and games with a narrow price.
 */
export async function benchAlerts(config: Config, url: string, say: (line: string) => void): Promise<void> {
  const owners = await withClient(url, (client) => fillMembers(client, members, Date.now(), 'saver'));
  const { platform, close } = await openPlatform({ config, databaseUrl: url, log: createLog('warn') });
  try {
    await fillWants(platform);
    await fillSearches(platform, owners);
    const from = performance.now();
    await keyAllSearches(platform);
    await platform.pool.query('vacuum analyze saved_search');
    say(`100,000 searches read by the catalogue in ${((performance.now() - from) / 1_000).toFixed(1)} s`);
    await timeAlerts(platform, say);
    await timeWants(platform, say);
  } finally {
    await close();
  }
}

interface Sold {
  name: string;
  game: string;
  set_code: string;
  set_name: string;
  seller_id: string;
  price_rank: string;
}

async function fillSearches({ pool, clock }: Platform, owners: readonly string[]): Promise<void> {
  const { rows: sold } = await pool.query<Sold>(
    "select name, game, set_code, set_name, seller_id, price_rank from listing where card_id is not null and status = 'active' order by md5(id)",
  );
  const at = new Date(clock.now().getTime() - 60 * dayMs);
  for (let from = 0; from < searches; from += 5_000) {
    const rows = Array.from({ length: 5_000 }, (_, i) => {
      const n = from + i;
      const [card, other] = [sold[(n * 7) % sold.length], sold[(n * 13 + 5) % sold.length]];
      if (!card || !other) throw new RangeError('nothing is for sale');
      const query = queryOf(n, card, other);
      const { game, seller, minPrice, maxPrice } = readKeptSearch(query).search;
      return { id: `bench${n}`, owner: owners[n % owners.length], query, games: game, seller, least: minPrice, most: maxPrice };
    });
    await pool.query(
      `insert into saved_search (id, owner_id, name, query, frequency, games, seller_id, min_rank, max_rank, created_at)
       select id, owner, query, query, 'daily', games, seller, least, most, $2
       from jsonb_to_recordset($1::jsonb) as r (id text, owner text, query text, games text[], seller text, least bigint, most bigint)`,
      [JSON.stringify(rows), at],
    );
  }
}

function queryOf(n: number, { name, game, set_code: set, set_name: setName, seller_id: seller, price_rank: rank }: Sold, other: Sold): string {
  const whole = Math.floor(Number(rank) / 100);
  const parts = (): Record<string, string> => {
    const kind = n % 20;
    if (kind < 9) return { q: name };
    if (kind < 12) return { q: name, condition: 'near_mint', maxPrice: String(whole + 2) };
    if (kind < 14) return { q: `${name} ${setName}` };
    if (kind < 16) return { game, set, condition: n % 2 ? 'near_mint' : 'good' };
    if (kind < 18) return { seller, ...(n % 2 && { game }) };
    if (kind < 19) return { q: `("${name.replaceAll('"', '')}" or "${other.name.replaceAll('"', '')}")` };
    return { game, condition: 'near_mint', minPrice: String(whole), maxPrice: String(whole + 1) };
  };
  return `${new URLSearchParams(parts())}`;
}

async function timeAlerts(platform: Platform, say: (line: string) => void): Promise<void> {
  const { pool } = platform;
  const { rows } = await pool.query<{ id: string }>("select id from listing where status = 'active' order by md5('x' || id) limit $1", [listings]);
  const times: number[] = [];
  for (const { id } of rows) {
    const from = performance.now();
    await matchNew(platform, [id]);
    times.push(performance.now() - from);
  }
  const { rows: told } = await pool.query<{ n: number }>("select count(*)::int as n from alert where kind = 'search'");
  say(
    table(
      ['one new listing among 100,000 saved searches of 20,000 members', 'listings', 'alerts written', 'median', 'p95', 'p99'],
      [['asked: at most 20 ms', String(times.length), String(told[0]?.n ?? 0), ...percentiles(times)]],
    ),
  );
}
