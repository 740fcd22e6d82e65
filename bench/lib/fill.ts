import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
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

/**
 * Fills the market with listings of catalogue cards from a few thousand premium members, in the rows that the use cases
 * write (`check-fill.ts` compares them), through COPY. Indexes of the listings are made after the rows where that is
 * faster.
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
    const startedAt = Date.now();
    let rows: Awaited<ReturnType<typeof openCopy>> | null = null;
    const photos: string[] = [];
    for (let i = 0; i < listings; i++) {
      // Squaring makes some cards far more common than others, as they are in a market.
      const card = cards[Math.floor(random() ** 2 * cards.length)];
      const sellerId = sellerIds[Math.floor(random() ** 1.5 * sellers)];
      if (!card || !sellerId) throw new RangeError('no card or no seller');
      // From three weeks ago to ten minutes ago: all are still for sale, and none is newer than what the run itself
      // makes.
      const at = now - 10 * minuteMs - Math.floor(((listings - i) / listings) * 20 * dayMs);
      const made = listingRow.make({ id: newId(at), photoId: newId(at), card, sellerId, at, random });
      photos.push(made.photo);
      rows ??= await openCopy(client, `copy listing (${made.columns}) from stdin`);
      await rows.write(made.listing);
      if (i > 0 && i % 250_000 === 0)
        say(`  ${i.toLocaleString('en')} listings (${Math.round((Date.now() - startedAt) / 1000)} s)`);
    }
    await rows?.end();
    const photoRows = await openCopy(client, `copy listing_photo (${listingRow.photoColumns}) from stdin`);
    for (const photo of photos) await photoRows.write(photo);
    await photoRows.end();
    if (indexes.length > 0) say('  building the indexes');
    for (const definition of indexes) await client.query(definition);
    await client.query('vacuum (analyze) listing, listing_photo, profile, auth_user');
    await client.query('checkpoint').catch(() => {});
    return { sellerIds, buyerIds: memberIds.slice(sellers) };
  });
}

/** Premium members who have been here for a year; they have no password. */
export async function fillMembers(client: pg.Client, count: number, now: number, called = 'bench'): Promise<string[]> {
  const joined = new Date(now - 400 * 24 * hourMs).toISOString();
  const ids = Array.from({ length: count }, (_, i) => newId(now - 400 * dayMs + i));
  await client.query(
    `insert into auth_user (id, name, email, email_verified, created_at, updated_at)
     select id, 'Bench ' || n, $3 || n || '@example.test', true, $2, $2 from unnest($1::text[]) with ordinality as m(id, n)`,
    [ids, joined, called],
  );
  await client.query(
    `insert into profile (user_id, username, location, auth_provider, profile_completed, account_tier, join_date, last_updated)
     select id, $3 || '_' || n, 'Lyon, FR', 'password', true, 'premium', $2, $2 from unnest($1::text[]) with ordinality as m(id, n)`,
    [ids, joined, called],
  );
  await client.query(
    `insert into username_registry (username_key, username, uid, created_at)
     select $3 || '_' || n, $3 || '_' || n, id, $2 from unnest($1::text[]) with ordinality as m(id, n)`,
    [ids, joined, called],
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

async function openCopy(
  client: pg.Client,
  statement: string,
): Promise<{ write(line: string): Promise<void>; end(): Promise<void> }> {
  const stream = client.query(copyFrom(statement));
  let waiting = '';
  const flush = async () => {
    if (!stream.write(waiting)) await once(stream, 'drain');
    waiting = '';
  };
  return {
    write: async (line) => {
      waiting += line;
      if (waiting.length > 64_000) await flush();
    },
    end: async () => {
      await flush();
      const done = once(stream, 'finish');
      stream.end();
      await done;
    },
  };
}
