import pg from 'pg';
import { newId } from '#kernel/ids.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { seeded } from '../../dev/demo/seeded.ts';
import { withClient } from './database.ts';
import { type CardRow, listingRow } from './listing-row.ts';

export interface FilledMarket {
  sellerIds: string[];
  buyerIds: string[];
}

const maxSellers = 3_000;
const buyerCount = 3_000;
const batchRows = 5_000;

/**
 * Inserts listings of catalogue cards by a few thousand premium members, in the rows that the use cases write
 * (`check-fill.ts` compares them). Indexes of many listings are built after the rows, which is faster.
 */
export async function fillMarket(url: string, listings: number, say: (line: string) => void): Promise<FilledMarket> {
  return withClient(url, async (client) => {
    const random = seeded(20_260_101);
    const now = Date.now();
    const sellers = Math.min(maxSellers, Math.max(50, Math.round(listings / 20)));
    const memberIds = await fillMembers(client, sellers + buyerCount, now);
    const sellerIds = memberIds.slice(0, sellers);
    const cards = await readCards(client);
    if (cards.length === 0) throw new Error('the catalogue is empty');

    const indexes = listings > 100_000 ? await dropIndexes(client) : [];
    let listingRows: object[] = [];
    let photoRows: object[] = [];
    for (let i = 0; i < listings; i++) {
      // Squared: some cards are far more common than others.
      const card = cards[Math.floor(random() ** 2 * cards.length)];
      const sellerId = sellerIds[Math.floor(random() ** 1.5 * sellers)];
      if (!card || !sellerId) throw new RangeError('no card or no seller');
      // From three weeks ago to ten minutes ago: all are for sale, and older than what the run creates.
      const at = now - 10 * minuteMs - Math.floor(((listings - i) / listings) * 20 * dayMs);
      const { listing, photo } = listingRow({ id: newId(at), photoId: newId(at), card, sellerId, at, random });
      listingRows.push(listing);
      photoRows.push(photo);
      if (listingRows.length < batchRows && i < listings - 1) continue;
      await insert(client, 'listing', listingRows);
      await insert(client, 'listing_photo', photoRows);
      listingRows = [];
      photoRows = [];
      if ((i + 1) % 250_000 === 0) say(`  ${(i + 1).toLocaleString('en')} listings`);
    }
    if (indexes.length > 0) say('  building the indexes');
    for (const definition of indexes) await client.query(definition);
    await client.query('vacuum (analyze) listing, listing_photo, profile, auth_user');
    await client.query('checkpoint').catch(() => {});
    return { sellerIds, buyerIds: memberIds.slice(sellers) };
  });
}

/** Premium members who have been here for a year; they have no password. */
export async function fillMembers(client: pg.Client, count: number, now: number): Promise<string[]> {
  const joined = new Date(now - 400 * 24 * hourMs).toISOString();
  const ids = Array.from({ length: count }, (_, i) => newId(now - 400 * dayMs + i));
  await client.query(
    `insert into auth_user (id, name, email, email_verified, created_at, updated_at)
     select id, 'Bench ' || n, 'bench' || n || '@example.test', true, $2, $2 from unnest($1::text[]) with ordinality as m(id, n)`,
    [ids, joined],
  );
  await client.query(
    `insert into profile (user_id, username, location, auth_provider, profile_completed, account_tier, join_date, last_updated)
     select id, 'bench_' || n, 'Lyon, FR', 'password', true, 'premium', $2, $2 from unnest($1::text[]) with ordinality as m(id, n)`,
    [ids, joined],
  );
  await client.query(
    `insert into username_registry (username_key, username, uid, created_at)
     select 'bench_' || n, 'bench_' || n, id, $2 from unnest($1::text[]) with ordinality as m(id, n)`,
    [ids, joined],
  );
  return ids;
}

async function readCards(client: pg.Client): Promise<CardRow[]> {
  const { rows } = await client.query<CardRow>(
    `select c.id, c.game, c.set_code, s.name as set_name, c.number, c.name, c.rarity, c.finishes
     from card c join card_set s on s.game = c.game and s.code = c.set_code order by md5(c.id)`,
  );
  return rows;
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = 'listing' and indexname <> 'listing_pkey'`,
  );
  for (const { indexname } of rows) await client.query(`drop index ${pg.escapeIdentifier(indexname)}`);
  return rows.map((row) => row.indexdef);
}

async function insert(client: pg.Client, into: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await client.query(
    `insert into ${into} (${columns}) select ${columns} from jsonb_populate_recordset(null::${into}, $1)`,
    [JSON.stringify(rows)],
  );
}
