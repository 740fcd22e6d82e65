import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let admin: TestMember;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, env: { BACKUP_MAX_AGE_HOURS: '26' } });
  [admin, seller] = [await market.signUp('Keeper_1'), await market.signUp('Sells_1')];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  await makePremium(market, seller);
}, 120_000);
afterAll(() => market?.close());

const get = (path: string) => market.request<string>('GET', path, { as: admin });
/** The texts of the cells of a row. */
const rowOf = async (label: string) => {
  const { body } = await get('/admin');
  const row = new RegExp(`<tr><th scope="row">(?:<a [^>]*>)?${label}(?:</a>)?</th>(.*?)</tr>`).exec(body)?.[1];
  return row
    ?.replaceAll(/<\/td>/g, '|')
    .replaceAll(/<[^>]*>/g, '')
    .split('|')
    .slice(0, -1);
};
const tabs = async () =>
  [...(await get('/admin')).body.matchAll(/<a[^>]*href="\/admin\/?(\w*)"[^>]*>([^<]*)<em>(\d+)<\/em>/g)].map(
    ([, , label, n]) => [label, n],
  );

test('the overview shows the length and age of each queue, which the navigation counts too', async () => {
  expect([await rowOf('Reports'), await tabs()]).toEqual([['None', '–'], []]);
  await market.request('POST', '/api/reports', {
    as: await market.signUp(),
    body: { subject: { kind: 'member', id: seller.id }, reason: 'Spam or advertising' },
  });
  // An admin never handles a report about them.
  await market.request('POST', '/api/reports', {
    as: seller,
    body: { subject: { kind: 'member', id: admin.id }, reason: 'Spam or advertising' },
  });
  await market.advance(2 * dayMs);
  expect([await rowOf('Reports'), await tabs()]).toEqual([['1', '2 days ago'], [['Reports', '1']]]);
});

test('the overview shows sales of today and of 30 days, by currency, with their fees', async () => {
  const { order, checkoutUrl } = await buyPlaced(market, await market.signUp(), await putUpForSale(market, seller));
  await pay(checkoutUrl);
  await passTime(market);
  expect(await rowOf('Completed sales')).toEqual(['0', '0']);
  const set = (at: Date) =>
    market.platform.pool.query("update orders set status = 'completed', status_since = $2 where id = $1", [
      order.id,
      at,
    ]);
  await set(market.platform.clock.now());
  await market.platform.pool.query(
    `update order_item set snapshot = snapshot || '{"fee": {"amount": 77}}' where order_id = $1`,
    [order.id],
  );
  expect([
    await rowOf('Completed sales'),
    await rowOf('Sales incl. shipping'),
    await rowOf('Selling fees'),
    await rowOf('New sellers'),
  ]).toEqual([
    ['1', '1'],
    ['$12.99', '$12.99'],
    ['$0.77', '$0.77'],
    ['1', '1'],
  ]);
  await set(new Date(market.platform.clock.now().getTime() - 3 * dayMs));
  expect(await rowOf('Completed sales')).toEqual(['0', '1']);
});

test('a listing and a wanted post are found by ID, by address in any state, and by their words', async () => {
  const listing = await putUpForSale(market, seller);
  await market.request('POST', `/api/listings/${listing}/pause`, { as: seller });
  for (const words of [listing, `${market.url}/listings/${listing}`, `https://cards.test/listings/${listing}/?a=b#c`]) {
    const found = await get(`/admin/content?q=${encodeURIComponent(words)}`);
    expect([found.status, found.headers.get('location')]).toEqual([302, `/admin/listings/${listing}`]);
  }
  const wanted = await market.request('POST', '/api/wanted', {
    as: seller,
    body: { game: 'pokemon', title: 'A Charizard for my binder' },
  });
  expect(wanted.status, JSON.stringify(wanted.body)).toBe(201);
  expect((await get(`/admin/content?q=${wanted.body.id}`)).headers.get('location')).toBe(
    `/admin/wanted/${wanted.body.id}`,
  );
  const shown = await putUpForSale(market, seller);
  const { body } = await get('/admin/content?q=charizard');
  expect([body.includes(`/admin/listings/${shown}`), body.includes(`/admin/wanted/${wanted.body.id}`)]).toEqual([
    true,
    true,
  ]);
  expect((await get(`/admin/content?q=${seller.id}`)).body).toContain('Nothing found');
});

test('the overview shows the age of the last backup, which is overdue after the host’s figure', async () => {
  const shown = async () =>
    /Last backup<\/dt><dd[^>]*>(.*?)<\/dd>/.exec((await get('/admin')).body)?.[1]?.replaceAll(/<[^>]*>/g, '');
  expect(await shown()).toBe('None recorded Overdue');
  const made = (ms: number) =>
    market.platform.pool.query(
      'insert into backup_made (finished_at) values ($1) on conflict (only_row) do update set finished_at = $1',
      [new Date(market.platform.clock.now().getTime() - ms)],
    );
  await made(25 * hourMs);
  expect(await shown()).toBe('1 day ago');
  await made(27 * hourMs);
  expect(await shown()).toBe('1 day ago Overdue');
});
