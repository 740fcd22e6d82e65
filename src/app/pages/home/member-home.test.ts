import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed, premium } from '#features/listings/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  seller = await premium(market, await market.signUp('mara_sells'));
}, 120_000);
afterAll(() => market?.close());

const home = async (as: TestMember) =>
  (await market.request<string>('GET', '/', { as })).body
    .replace(/<script[\s\S]*?<\/script>|<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const act = (as: TestMember, fields: [string, string][]) =>
  market.request('POST', '/home', {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie: as.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
const call = async (as: TestMember, method: string, path: string, body?: unknown) => {
  const answer = await market.request(method, path, { as, ...(body === undefined ? {} : { body }) });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};
const usd = (amount: number) => ({ amount, currency: 'USD' }) as const;

test('a new member reads what to do first; each step is ticked when it is done, and the panel can be closed', async () => {
  const member = await market.signUp('nina_new');
  const first = await home(member);
  expect(first).toContain('Welcome, nina_new');
  expect(first).not.toContain('Welcome back');
  for (const step of ['Confirm your email', 'Choose your games', 'Import a want list', 'Follow a seller'])
    expect(first).toContain(step);
  expect(first).not.toMatch(/Choose your games , done/);
  await act(member, [
    ['act', 'games'],
    ['games', 'magic'],
    ['games', 'pokemon'],
  ]);
  expect(await home(member)).toContain('Choose your games , done');
  expect(
    (
      await act(member, [
        ['act', 'games'],
        ['games', 'chess'],
      ])
    ).status,
  ).toBe(422);
  expect((await act(member, [['act', '__proto__']])).status).toBe(302);
  await call(member, 'PUT', `/api/follows/${seller.id}`, { frequency: 'now' });
  expect(await home(member)).toContain('Follow a seller , done');
  await act(member, [['act', 'close-steps']]);
  expect(await home(member)).not.toContain('Get started');
});

test('the steps end with the first week, and the greeting changes after the first day', async () => {
  const member = await market.signUp('olga_old');
  const since = (days: number) =>
    market.platform.pool.query('update profile set join_date = $2 where user_id = $1', [
      member.id,
      new Date(market.clock.now().getTime() - days * dayMs),
    ]);
  await since(2);
  expect(await home(member)).toMatch(/Welcome back, olga_old.*Get started/);
  await since(8);
  expect(await home(member)).not.toContain('Get started');
});

test('price drops, matches, followed sellers and viewed listings each have a row, and none while it is empty', async () => {
  const member = await market.signUp('ben_buys');
  const titles = ['To do', 'Price drops', 'Matching listings', 'From sellers you follow', 'Recently viewed'];
  const shown = async () => {
    const said = await home(member);
    return titles.filter((title) => said.includes(title));
  };
  expect(await shown()).toEqual([]);
  const listing = await listed(market, seller, { name: 'Espeon', price: usd(1_000) });
  await call(member, 'PUT', `/api/favorites/${listing.id}`);
  await call(member, 'PUT', `/api/follows/${seller.id}`, { frequency: 'now' });
  await call(member, 'POST', '/api/wanted', { title: 'Vaporeon', game: 'pokemon', highestPrice: usd(5_000) });
  expect(await shown()).toEqual([]);
  await call(seller, 'PATCH', `/api/listings/${listing.id}`, { price: usd(800) });
  expect(await home(member)).toMatch(/Price drops.*Espeon.*\$8\.00 , was \$10\.00/);
  expect(await shown()).toEqual(['Price drops']);
  await listed(market, seller, { name: 'Vaporeon', price: usd(1_500) });
  await market.runJobs();
  expect(await shown()).toEqual(titles.slice(1, 4));
  await market.request('POST', `/listings/${listing.id}/view`, { as: member });
  expect(await shown()).toEqual(titles.slice(1));
  await act(member, [['act', 'clear-viewed']]);
  expect(await shown()).toEqual(titles.slice(1, 4));
  // What is no longer for sale is no match and no drop.
  await call(seller, 'POST', `/api/listings/${listing.id}/pause`);
  expect(await shown()).toEqual(titles.slice(2, 4));
});

test('with games chosen, new listings with photos of these games have a row', async () => {
  const member = await market.signUp('gina_games');
  const { id } = await listed(market, seller, { game: 'magic', name: 'Counterspell' });
  await market.platform.pool.query(
    `update listing set photos = '[{"id": "p", "url": "/photos/p/640.webp", "width": 640, "height": 896, "alt": "", "widths": [640], "placeholder": null}]' where id = $1`,
    [id],
  );
  await act(member, [
    ['act', 'games'],
    ['games', 'magic'],
  ]);
  expect(await home(member)).toContain('New in Magic: The Gathering');
  await act(member, [
    ['act', 'games'],
    ['games', 'lorcana'],
  ]);
  expect(await home(member)).not.toMatch(/New in (Magic|Disney)/);
});

test('a member’s last twenty viewed listings are kept, and a seller’s own are not', async () => {
  const member = await market.signUp('vera_views');
  const own = await listed(market, seller, { name: 'Own' });
  const view = (id: string, as: TestMember) => market.request('POST', `/listings/${id}/view`, { as });
  await view(own.id, seller);
  for (let n = 0; n < 22; n++) {
    await view((await listed(market, seller, { name: `Seen ${n}` })).id, member);
    await market.advance(1_000);
  }
  const { rows } = await market.platform.pool.query(
    `select v.member_id, l.name from viewed_listing v join listing l on l.id = v.listing_id where v.member_id = any($1) order by v.viewed_at desc`,
    [[member.id, seller.id]],
  );
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `Seen ${21 - n}`));
});
