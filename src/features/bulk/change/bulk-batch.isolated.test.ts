import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { holdJobs, newestPayload } from '../../../../tests/resilience/held-jobs.testing.ts';
import { bulkLimits } from '../model/bulk.process.ts';
import { usd } from '../testing.ts';
import { makeNext, takeBackNext } from './run-change.server.ts';

let market: TestMarket;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
}, 60_000);
afterAll(() => market?.close());

const shopOf = async () => premium(market, await market.signUp());
const rowsOf = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const ask = async (as: TestMember, body: object) =>
  (await market.request('POST', '/api/listings/bulk', { as, body: { filter: {}, ...body } })).body;
const see = async (id: string, as: TestMember) =>
  (await market.request('GET', `/api/listings/bulk/${id}`, { as })).body;
const updates = async (as: TestMember): Promise<string[]> =>
  (await market.request('GET', '/api/notifications', { as })).body.items
    .map(({ title }: { title: string }) => title)
    .sort();

/** The stock of a shop that imported a file: copies of one listing, by SQL. */
async function stockOf(shop: TestMember, count: number): Promise<void> {
  const { id } = await listed(market, shop, { name: 'Card', game: 'pokemon', price: usd(1_000) });
  const columns = (
    await rowsOf(
      "select column_name as c from information_schema.columns where table_name = 'listing' and is_generated = 'NEVER' and is_identity = 'NO'",
    )
  )
    .map(({ c }) => c)
    .filter((column) => column !== 'id' && column !== 'n');
  await rowsOf(
    `insert into listing (id, ${columns.join(', ')}) select 'copy' || substr(md5($1 || k), 1, 20), ${columns.join(', ')} from listing, generate_series(2, $2) k where id = $1`,
    [id, count],
  );
}

test('a thousand new prices are a few statements for each batch and one job of each kind, and each price raises its listing’s version by one', {
  timeout: 60_000,
}, async () => {
  const shop = await shopOf();
  await stockOf(shop, 1_100);
  const { id } = await ask(shop, { change: { percent: -10 } });
  await rowsOf("update bulk_change set status = 'committing', committed_at = $2 where id = $1", [
    id,
    market.clock.now(),
  ]);
  const { default: pg } = await import('pg');
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await makeNext(market.platform, id);
  const said = queries.mock.calls.map(([one]) =>
    typeof one === 'string' ? one : ((one as { text?: string })?.text ?? ''),
  );
  const woken = queries.mock.calls.flatMap(([one]) => {
    const { name = '', values = [] } = one as unknown as { name?: string; values?: string[] };
    const jobs: { task: string }[] = name === 'outbox-add-jobs' ? JSON.parse(values.at(-1) ?? '[]') : [];
    return jobs.map(({ task }) => task).filter((task) => /^(alerts|wanted|listings)\./.test(task));
  });
  queries.mockRestore();
  const about = said.filter(
    (text) =>
      /update listing|for update|bulk_change|with events/.test(text) &&
      !/graphile_worker\._private|with due/.test(text),
  );
  // Three batches: some hundred rows are locked and priced at a time, and marked together. The statements of concurrent
  // jobs are included.
  expect(about.length, about.map((text) => text.slice(0, 60)).join('\n')).toBeLessThan(60);
  expect(await see(id, shop)).toMatchObject({ status: 'committed', counts: { done: 1_100, failed: 0 } });
  expect(
    await rowsOf(
      'select price_amount, price_rank, version, count(*)::int as n from listing where seller_id = $1 group by 1, 2, 3',
      [shop.id],
    ),
  ).toEqual([{ price_amount: 900, price_rank: 900, version: 2, n: 1_100 }]);
  const notified = await rowsOf(
    "select data ->> 'sellerId' as seller, jsonb_array_length(data -> 'live') as live from outbox_event where kind = 'listings.repriced' and subject = $1 order by 2",
    [shop.id],
  );
  expect(notified.map(({ live }) => live)).toEqual([100, 500, 500]);
  expect(woken.sort()).toEqual([...Array(3).fill('alerts.match-repriced'), ...Array(3).fill('wanted.match-listings')]);
  await market.runJobs();
  const worth = await rowsOf(
    'select sum(worth)::int as worth, sum(listings)::int as n from listing_tally where seller_id = $1',
    [shop.id],
  );
  expect(worth).toEqual([{ worth: 990_000, n: 1_100 }]);
});

test('new prices of many reach the members who wait: a want that is met or no longer, a saved search with a price, a favourite, each once, and no follower', async () => {
  const shop = await shopOf();
  const [ann, follower] = [await market.signUp(), await market.signUp()];
  const zard = await listed(market, shop, { catalogueCardId: cards['base1-4'] as string, price: usd(1_900) });
  const pika = await listed(market, shop, { catalogueCardId: cards['base1-58'] as string, price: usd(1_000) });
  const umbreon = await listed(market, shop, { catalogueCardId: cards['swsh7-215'] as string, price: usd(1_500) });
  await market.runJobs();
  const post = async (as: TestMember, method: string, path: string, body?: object) =>
    expect([path, (await market.request(method, path, { as, ...(body && { body }) })).status]).toEqual([
      path,
      expect.toBeOneOf([200, 201]),
    ]);
  await post(ann, 'POST', '/api/wanted', { card: { id: cards['base1-58'] }, highestPrice: usd(950) });
  await post(ann, 'PUT', `/api/favorites/${umbreon.id}`);
  await post(follower, 'PUT', `/api/follows/${shop.id}`, { frequency: 'now' });
  await market.runJobs();
  await market.advance(minuteMs);

  const { id } = await ask(shop, { change: { percent: -10 }, preview: false });
  await market.runJobs();
  await market.advance(10 * minuteMs);
  expect(await see(id, shop)).toMatchObject({ counts: { done: 3 } });
  expect(await updates(ann)).toEqual(
    expect.arrayContaining([`Price lowered: ${umbreon.title}`, expect.stringMatching(/Pikachu/)]),
  );
  expect(await updates(follower)).toEqual([]);
  const met = () => rowsOf('select ended_at is null as is_met from want_match where listing_id = $1', [pika.id]);
  expect(await met()).toEqual([{ is_met: true }]);
  const before = await updates(ann);

  // After the undo it is too expensive for the want again, and no one is notified twice.
  await market.request('POST', `/api/listings/bulk/${id}/undo`, { as: shop });
  await market.runJobs();
  await market.advance(10 * minuteMs);
  expect(await met()).toEqual([{ is_met: false }]);
  expect(await updates(ann)).toEqual(before);
  expect((await market.request('GET', `/api/listings/${zard.id}`)).body.price).toEqual(usd(1_900));
});

test('an open page of a copy receives its new price with its own version, and no cached page shows the old one', async () => {
  const shop = await shopOf();
  const copy = await listed(market, shop, { catalogueCardId: cards['base1-4'] as string, price: usd(1_800) });
  const priceAt = async () => (await market.request('GET', `/api/listings/${copy.id}`)).body.price.amount;
  const found = async () => (await market.request('GET', `/api/listings?seller=${shop.id}`)).body.items[0].price.amount;
  expect([await priceAt(), await found()]).toEqual([1_800, 1_800]);
  await market.runJobs();
  const visitor = await connectLive(`${market.url.replace('http', 'ws')}/api/realtime`);
  await visitor.hello();
  await visitor.subscribe('one', 'listing', { id: copy.id });
  await ask(shop, { change: { percent: -50 }, preview: false });
  await market.runJobs();
  expect([await priceAt(), await found()]).toEqual([900, 900]);
  expect(await visitor.frame({ type: 'event' })).toMatchObject({
    kind: 'listing.changed',
    subscription: 'one',
    data: { id: copy.id, version: 2 },
  });
  visitor.socket.close();
});

test('a change of prices that two processes run at once and a buyer disturbs sets each price once', async () => {
  const shop = await shopOf();
  await stockOf(shop, 700);
  const { id } = await ask(shop, { change: { amount: usd(-100) } });
  await rowsOf("update bulk_change set status = 'committing', committed_at = $2 where id = $1", [
    id,
    market.clock.now(),
  ]);
  const [{ id: bought }] = await rowsOf('select id from listing where seller_id = $1 order by id limit 1 offset 600', [
    shop.id,
  ]);
  const buyer = await market.signUp();
  const [order] = await Promise.all([
    market.request('POST', '/api/orders', { as: buyer, body: { listingId: bought } }),
    makeNext(market.platform, id),
    makeNext(market.platform, id),
  ]);
  await market.runJobs();
  const { status, counts } = await see(id, shop);
  expect([status, counts.done + counts.failed]).toEqual(['committed', 700]);
  const prices = await rowsOf(
    'select price_amount, count(*)::int as n from listing where seller_id = $1 group by 1 order by 1',
    [shop.id],
  );
  expect(prices[0]).toEqual({ price_amount: 900, n: counts.done });
  // The buyer pays the price at the time of the request, old or new.
  if (order.status === 201) expect([900, 1_000]).toContain(order.body.order.items[0].price.amount);
});

test('a change pauses between two batches, also where another run continues it, and however it is started', async () => {
  const shop = await shopOf();
  await stockOf(shop, bulkLimits.atOnce + 1);
  const { id } = await ask(shop, { change: { pause: true } });
  const release = await holdJobs(market, 'bulk.commit', 'bulk.undo');
  const begin = (status: string) =>
    rowsOf('update bulk_change set status = $2, committed_at = $3 where id = $1', [id, status, market.clock.now()]);
  await begin('committing');
  await makeNext(market.platform, id);
  const { changeId, restMs } = await newestPayload(market, 'bulk.commit');
  expect([changeId, restMs]).toEqual([id, bulkLimits.restMs]);
  await makeNext(market.platform, id);
  await begin('undoing');
  await takeBackNext(market.platform, id);
  expect((await newestPayload(market, 'bulk.undo')).restMs).toBe(bulkLimits.restMs);
  // The next run starts with that pause, before its first statement.
  const { default: pg } = await import('pg');
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const resting = takeBackNext(market.platform, id, 500);
  await rowsOf('select 1 as beside');
  const said = queries.mock.calls.map(([call]) =>
    typeof call === 'string' ? call : ((call as { text?: string })?.text ?? ''),
  );
  queries.mockRestore();
  expect(said.filter((text) => /bulk_change|as beside/.test(text))).toEqual(['select 1 as beside']);
  await resting;
  expect((await see(id, shop)).counts.undone).toBe(bulkLimits.atOnce + 1);
  await release();
});

test('a listing that is gone, of another seller, or in an older change is refused alone', async () => {
  const shop = await shopOf();
  for (const name of ['One', 'Two', 'Three']) await listed(market, shop, { name, game: 'pokemon', price: usd(500) });
  const { id } = await ask(shop, { change: { percent: 10 } });
  await rowsOf("update bulk_change_row set listing_id = 'not an id' where change_id = $1 and n = 1", [id]);
  const other = await listed(market, await shopOf(), { name: 'Theirs', game: 'pokemon', price: usd(500) });
  await rowsOf('update bulk_change_row set listing_id = $2 where change_id = $1 and n = 2', [id, other.id]);
  await market.request('POST', `/api/listings/bulk/${id}/commit`, { as: shop });
  await market.runJobs();
  const made = await see(id, shop);
  expect(made.changes.map(({ state, why }: { state: string; why: string | null }) => [state, why])).toEqual([
    ['failed', 'We couldn’t find this listing. It may have been deleted.'],
    ['failed', 'Only the seller can change this listing.'],
    ['done', null],
  ]);
  expect((await market.request('GET', `/api/listings/${other.id}`)).body.price).toEqual(usd(500));
  await market.advance(dayMs);
});
