import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { auditTallies } from '#testing/audits/listing-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { editListing } from '../lifecycle/edit-listing.server.ts';
import { pauseListing, removeListing, resumeListing } from '../lifecycle/move-listing.server.ts';
import { foldTallies } from '../read/fold-tallies.server.ts';
import { countView, flushViews } from '../read/views.server.ts';
import { listed, premium } from '../testing.ts';
import { ownWords } from './own-listings.server.ts';
import { summariseOwn } from './own-tally.server.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await premium(market, await market.signUp());
}, 60_000);
afterEach(async () => expect(await auditTallies(market.platform.pool)).toEqual([]));
afterAll(() => market?.close());

const rowsOf = async () => {
  const { rows } = await market.platform.pool.query(
    'select count(*)::int as n from listing_tally where seller_id = $1',
    [seller.id],
  );
  return rows[0]?.n as number;
};
const look = async (ids: readonly string[]) => {
  for (const id of ids) countView(market.platform, id);
  await flushViews(market.platform);
};

test('sums of own listings follow each change at once, and folding changes none of them', async () => {
  const [first, second, draft] = [
    await listed(market, seller, { price: { amount: 1_000, currency: 'USD' }, quantity: 3 }),
    await listed(market, seller, { price: { amount: 700, currency: 'EUR' } }),
    await listed(market, seller, { status: 'draft' }),
  ];
  await look([first.id, second.id, draft.id]);
  await look([first.id]);
  const own = () => summariseOwn(market.platform, seller.id);
  const started = {
    counts: { active: 2, draft: 1 },
    worth: [
      { amount: 3_000, currency: 'USD' },
      { amount: 700, currency: 'EUR' },
    ],
    views: 3,
    favorites: 0,
  };
  expect(await own()).toEqual(started);
  await foldTallies(market.platform);
  expect(await own()).toEqual(started);
  expect(await rowsOf()).toBe(3);

  await editListing(market.platform, actorOf(seller), first.id, { price: { amount: 900, currency: 'USD' } });
  await pauseListing(market.platform, actorOf(seller), second.id);
  await removeListing(market.platform, actorOf(seller), draft.id);
  const later = {
    counts: { active: 1, paused: 1 },
    worth: [{ amount: 2_700, currency: 'USD' }],
    views: 2,
    favorites: 0,
  };
  expect(await own()).toEqual(later);
  await Promise.all([foldTallies(market.platform), foldTallies(market.platform)]);
  expect(await own()).toEqual(later);
  expect(await rowsOf()).toBe(2);
});

test('views counted while a listing changes state are added to its current state', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await listed(market, seller)).id));
  for (let round = 0; round < 8; round++) {
    const move = round % 2 === 0 ? pauseListing : resumeListing;
    await Promise.all([
      ...ids.map((id) => move(market.platform, actorOf(seller), id)),
      look(ids),
      foldTallies(market.platform),
    ]);
    expect(await auditTallies(market.platform.pool)).toEqual([]);
  }
  // Deterministic: views that arrive during a state change wait for its lock.
  const [id = ''] = ids;
  const client = await market.platform.pool.connect();
  await client.query('begin');
  await client.query("update listing set currency = 'EUR' where id = $1", [id]);
  let isOver = false;
  const looked = look([id]).then(() => {
    isOver = true;
  });
  const waits =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into listing_view%'";
  await vi.waitFor(async () => expect(isOver || (await market.platform.pool.query(waits)).rowCount === 1).toBe(true), {
    timeout: 20_000,
  });
  await client.query('commit');
  client.release();
  await looked;
});

test('own listings are found by words in an index, however many there are', async () => {
  const client = await market.platform.pool.connect();
  try {
    await client.query(
      'begin; set local enable_seqscan = off; drop index listing_of_seller_end, listing_of_seller_made, listing_of_seller_price, listing_of_seller, listing_seller',
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select l.id from listing l where l.seller_id = $1 and l.status <> 'removed' and (${ownWords('l')}) ilike $2 and (${ownWords('l')}) ilike $3`,
      [seller.id, '%pikachu%', '%base%'],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Bitmap Index Scan on listing_own_words/);
    expect(plan).toMatch(/Index Cond: .*pikachu.*base/);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
