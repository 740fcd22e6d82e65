import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { testCardId } from '#features/catalogue/testing.ts';
import { renewListing } from '#features/listings/index.server.ts';
import { currentTable, ListingTable } from '#features/listings/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import { holdJobs } from '../../../../tests/resilience/held-jobs.testing.ts';
import { importsMarket, rowOf } from '../imports.testing.ts';
import { importTimes } from '../model/import.process.ts';
import { giveUpImports } from './give-up.server.ts';

const { at, bring, premium, see } = importsMarket();

const header =
  'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price';
const pikachu = (n: number) => `${n},Pokemon,Base Set,Pikachu,058/102,Common,Near Mint,1,1.25`;
/** A card that no member waits for: cards with waiting members are matched one by one. */
const unwanted = (n: number) => `${n},Pokemon,Base Set,Charizard,004/102,Rare,Near Mint Holofoil,1,1.25`;
const stock = [
  header,
  pikachu(1),
  '2,Pokemon,Base Set,Blastoise,002/102,Rare,Near Mint Holofoil,1,12.00',
  '3,Magic,Alliances,Force of Will,28,U,Near Mint,2,8.00',
  '4,Pokemon,Base Set,Charizard,004/102,Rare,Near Mint Holofoil,1,349.99',
].join('\n');

async function commit(text: string, as: TestMember): Promise<string> {
  const { body } = await bring(text, as);
  expect((await at.market.request('POST', `/api/listings/import/${body.id}/commit`, { as, body: {} })).status).toBe(
    200,
  );
  return body.id;
}
async function listAll(text: string, as: TestMember): Promise<string> {
  const id = await commit(text, as);
  await at.market.runJobs();
  return id;
}
const notified = async (as: TestMember): Promise<string[]> =>
  (await at.market.request('GET', '/api/notifications', { as })).body.items
    .map(({ kind, title }: Record<string, string>) => `${kind}: ${title}`)
    .sort();

test('the cards of a file are notified once for all of them, and reach every waiting member: a want, a saved search, a list, a follower', async () => {
  const [shop, ann, other, following] = await Promise.all([
    premium(),
    at.market.signUp(),
    at.market.signUp(),
    at.market.signUp(),
  ]);
  const post = async (as: TestMember, path: string, body: object) =>
    expect([path, (await at.market.request('POST', path, { as, body })).status]).toEqual([path, 201]);
  await post(ann, '/api/wanted', { card: { id: testCardId('base1-58') } });
  await post(ann, '/api/saved-searches', { name: 'Turtles', query: 'q=blastoise', frequency: 'now' });
  await post(other, '/api/saved-searches', { name: 'Dear', query: 'q=blastoise&minPrice=50', frequency: 'now' });
  const { body: list } = await at.market.request('POST', '/api/want-lists', { as: ann, body: { name: 'Deck' } });
  await post(ann, `/api/want-lists/${list.id}/import`, { text: '1 Force of Will' });
  await at.market.request('POST', `/api/want-lists/${list.id}/import/commit`, { as: ann });
  expect(
    (await at.market.request('PUT', `/api/follows/${at.shop.id}`, { as: following, body: { frequency: 'now' } }))
      .status,
  ).toBe(200);
  await at.market.runJobs();
  await listAll(stock, shop);
  await at.market.advance(dayMs);
  const updates = await notified(ann);
  expect(updates).toHaveLength(3);
  expect(updates).toEqual(
    expect.arrayContaining([
      'alerts: New match: Deck',
      'alerts: New listing: Turtles',
      expect.stringMatching(/^wanted: /),
    ]),
  );
  expect([await notified(other), await notified(following)]).toEqual([[], []]);
  await listAll(stock, at.shop);
  expect(await notified(following)).toHaveLength(1);
  const received = await at.market.platform.pool.query("select 1 from alert where kind = 'seller' and member_id = $1", [
    following.id,
  ]);
  expect(received.rows).toHaveLength(3);
  const { rows } = await at.market.platform.pool.query(
    `select kind, count(*)::int as n, max(jsonb_array_length(data -> 'live')) as live from outbox_event
     where kind like 'listing%' and subject = $1 or kind = 'listing.changed' and data ->> 'sellerId' = $1 group by kind`,
    [shop.id],
  );
  expect(rows).toEqual([{ kind: 'listings.begun', n: 1, live: 3 }]);
});

test('the cards of a file are one email, also where the matching of wanted posts is late', async () => {
  const [shop, kim] = await Promise.all([premium(), at.market.signUp()]);
  for (const [path, body] of [
    ['/api/wanted', { title: 'Force of Will', game: 'magic' }],
    ['/api/saved-searches', { name: 'Turtles', query: 'q=blastoise', frequency: 'now' }],
  ] as const)
    expect([path, (await at.market.request('POST', path, { as: kim, body })).status]).toEqual([path, 201]);
  await at.market.runJobs();
  const release = await holdJobs(at.market, 'wanted.match-listings');
  await listAll(stock, shop);
  const emails = async () =>
    (await at.market.request('GET', `/sandbox/mail.json?to=${kim.email}`)).body.filter(({ text }: { text: string }) =>
      text.includes('you have'),
    );
  const [only, ...others] = await emails();
  expect([only?.subject, others]).toEqual(['2 updates from your alerts', []]);
  await release();
  await at.market.advance(20 * minuteMs);
  expect(await emails()).toHaveLength(1);
});

test('a file of 150 is listed and matched fifty rows a statement, and each row is written to the search table once', async () => {
  const shop = await premium();
  await currentTable(at.market.platform);
  await commit([header, ...Array.from({ length: 150 }, (_, n) => pikachu(n))].join('\n'), shop);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const put = vi.spyOn(ListingTable.prototype, 'put');
  await at.market.runJobs();
  await currentTable(at.market.platform);
  const sent = queries.mock.calls.map(([call, values]: unknown[]) => ({
    text: '',
    values: Array.isArray(values) ? values : [],
    ...(call as object),
  }));
  const [longest] = sent.sort((a, b) => (b.values?.length ?? 0) - (a.values?.length ?? 0));
  expect([longest?.text, longest?.values.length]).toEqual([
    longest?.text,
    expect.toSatisfy((n: number) => n > 1 && n < 50 * 80),
  ]);
  const read = put.mock.calls.map(([{ n }]) => n);
  expect([read.length, new Set(read).size]).toEqual([150, 150]);
  queries.mockRestore();
  put.mockRestore();
}, 60_000);

test('the listings of a file are found at once, also by a search in memory, and counted on its seller’s dashboard', async () => {
  const shop = await premium();
  const find = async () => (await at.market.request('GET', `/api/listings?q=pikachu&seller=${shop.id}`)).body;
  expect((await find()).total).toBe(0);
  await listAll([header, ...Array.from({ length: 4 }, (_, n) => pikachu(n))].join('\n'), shop);
  expect((await find()).total).toBe(4);
  const { rows } = await at.market.platform.pool.query(
    'select status, sum(listings)::int as listings, sum(worth)::int as worth, count(*)::int as rows from listing_tally where seller_id = $1 group by 1',
    [shop.id],
  );
  expect(rows).toEqual([{ status: 'active', listings: 4, worth: 500, rows: 1 }]);
});

test('[ST-13] listings of one file end together with one email, except those that were renewed', async () => {
  const shop = await premium();
  const id = await listAll([header, pikachu(1), pikachu(2), pikachu(3)].join('\n'), shop);
  const [renewed] = (await see(id, shop)).body.rows;
  const mails = async () =>
    (await at.market.request('GET', `/sandbox/mail.json?to=${shop.email}`)).body
      .map(({ subject }: { subject: string }) => subject)
      .reverse();
  await at.market.advance(10 * dayMs);
  await renewListing(at.market.platform, actorOf(shop), renewed.listingId);
  await at.market.advance(19 * dayMs - minuteMs);
  const before = await mails();
  await at.market.advance(2 * minuteMs);
  expect((await mails()).slice(before.length)).toEqual(['2 listings end soon']);
  await at.market.advance(dayMs);
  await at.market.advance(2 * minuteMs);
  expect((await mails()).slice(before.length)).toEqual(['2 listings end soon', '2 listings ended']);
  const { rows } = await at.market.platform.pool.query(
    'select status, count(*)::int as n from listing where seller_id = $1 group by 1 order by 1',
    [shop.id],
  );
  expect(rows).toEqual([
    { status: 'active', n: 1 },
    { status: 'expired', n: 2 },
  ]);
});

test('rows of a file are read by a range of numbers, however few of them are to be listed, and none is left out', async () => {
  const shop = await premium();
  const unknown = (n: number) => `${n + 10_000},Pokemon,Base Set,Nobody Knows This,${n}/102,Common,Near Mint,1,1.25`;
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const id = await commit(
    [header, pikachu(1), ...Array.from({ length: 1_300 }, (_, n) => unknown(n)), pikachu(2)].join('\n'),
    shop,
  );
  await at.market.runJobs();
  const reads = queries.mock.calls.flatMap(([call]: unknown[]) => {
    const { name, values = [] } = call as { name?: string; values?: number[] };
    return name === 'imports-next-rows' ? [Number(values[2]) - Number(values[1])] : [];
  });
  queries.mockRestore();
  expect((await see(id, shop)).body.progress).toMatchObject({ of: 2, listed: 2 });
  expect(reads).toEqual([1_250, 1_250]);
}, 60_000);

test('the progress of a file is visible batch by batch, and is right at its end', async () => {
  const shop = await premium();
  const id = await commit([header, ...Array.from({ length: 1_300 }, (_, n) => unwanted(n))].join('\n'), shop);
  const seen = new Set<string>();
  const look = async () => {
    const { status, progress } = (await see(id, shop)).body;
    seen.add(`${status} ${progress.listed} ${progress.unlisted}`);
    return status;
  };
  for (let n = 0; n < 2_000 && (await look()) === 'committing'; n++);
  expect([...seen]).toEqual(
    ['committing 0 1300', 'committing 1250 50', 'committed 1300 0'].filter((one) => seen.has(one)),
  );
  expect([...seen]).toContain('committing 1250 50');
});

test('an import whose job has failed for good ends: its rows say so, and another commit lists them', async () => {
  const shop = await premium();
  const { platform } = at.market;
  const { body } = await bring(stock, shop);
  const state = (status: string) =>
    platform.pool.query(
      "update stock_import set status = $2, listing_status = 'active', touched_at = $3 where id = $1",
      [body.id, status, platform.clock.now()],
    );
  await state('committing');
  await giveUpImports(platform);
  expect((await see(body.id, shop)).body.status).toBe('committing');
  await at.market.advance(importTimes.lostJobMs + hourMs);
  await giveUpImports(platform);
  const given = (await see(body.id, shop)).body;
  expect([given.status, given.progress]).toEqual([
    'committed',
    {
      ...{
        of: 4,
        listed: 0,
        refused: 4,
        withoutPrice: 0,
        withoutFinish: 0,
        withoutCondition: 0,
        withoutShipping: 4,
        unlisted: 4,
      },
      ...{ willNeedPhoto: 1, forSale: 0, needPhoto: 0, drafts: 0 },
    },
  ]);
  expect(rowOf(given.rows, 1)?.outcome).toContain('an error on our side');
  await at.market.request('POST', `/api/listings/import/${body.id}/commit`, { as: shop, body: {} });
  await at.market.runJobs();
  expect((await see(body.id, shop)).body.progress).toMatchObject({ listed: 4, refused: 0 });
  await state('undoing');
  await at.market.advance(importTimes.lostJobMs + hourMs);
  await giveUpImports(platform);
  const undone = (await see(body.id, shop)).body;
  expect([undone.status, rowOf(undone.rows, 1)?.outcome]).toEqual([
    'undone',
    expect.stringContaining('Delete it under Dashboard, Listings'),
  ]);
});
