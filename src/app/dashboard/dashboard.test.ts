import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { readEarnings } from '#features/orders/index.server.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { hourMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { loadDashboard } from '../pages/dashboard/dashboard.server.ts';
import { byUrgency, type Need, oneList } from '../pages/dashboard/needs.rules.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
  await makePremium(market, seller);
}, 120_000);
afterAll(() => market?.close());

const open = (as: TestMember) => loadDashboard(market.platform, actorOf(as));
const waitingFor = async (as: TestMember) => (await open(as)).needs.items.map(({ kind, to }) => `${kind} ${to}`);
const needsOf = async (as: TestMember) => (await waitingFor(as)).filter((row) => !row.startsWith('look '));

test('what is most urgent stands first, and what has no end is as urgent as what ends in a day', () => {
  const now = new Date('2026-11-24T08:00:00Z');
  const need = (id: string, hours: number | null) =>
    ({ id, until: hours === null ? null : new Date(now.getTime() + hours * hourMs).toISOString() }) as Need;
  const sorted = byUrgency(
    [need('later', 30), need('messages', null), need('late', -2), need('soon', 1), need('within', 23)],
    now,
  );
  expect(sorted.map(({ id }) => id)).toEqual(['late', 'soon', 'within', 'messages', 'later']);
});

test('the list of tasks has those of the member, then updates of other orders, and each order once', () => {
  const now = new Date('2026-11-24T08:00:00Z');
  const need = (kind: Need['kind'], id: string, hours: number | null) =>
    ({ kind, id, until: hours === null ? null : new Date(now.getTime() + hours * hourMs).toISOString() }) as Need;
  const updates = [need('look', 'sent', null), need('look', 'order', null), need('look', 'back', null)];
  const list = (most: number) =>
    oneList([need('send', 'order', 50), need('answer', 'offer', 2)], updates, now, most).map(
      ({ kind, id }) => `${kind} ${id}`,
    );
  expect(list(9)).toEqual(['answer offer', 'send order', 'look sent', 'look back']);
  expect(list(3)).toEqual(['answer offer', 'look sent', 'look back']);
  const many = Array.from({ length: 8 }, (_, n) => need('send', `order-${n}`, n));
  const kinds = (some: Need[]) => oneList(many, some, now, 6).map(({ kind }) => kind);
  expect(kinds(updates)).toEqual(['send', 'send', 'send', 'send', 'look', 'look']);
  expect(kinds(updates.slice(0, 1))).toEqual(['send', 'send', 'send', 'send', 'send', 'look']);
  expect(kinds([need('look', 'order-7', null)])).toEqual(Array.from({ length: 6 }, () => 'send'));
});

test('counts the tasks due within a day, also those not shown; the link has the number of updated orders', async () => {
  const shop = await market.signUp('all_today');
  await makePremium(market, shop);
  const [first = '', ...others] = await Promise.all(
    Array.from({ length: 8 }, () => putUpForSale(market, shop, { price: 900 })),
  );
  for (const id of others)
    await market.request('POST', `/api/listings/${id}/offers`, {
      as: buyer,
      body: { amount: { amount: 800, currency: 'USD' } },
    });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, first);
  await pay(checkoutUrl);
  await passTime(market);
  expect((await open(shop)).needs).toMatchObject({
    updates: 1,
    offers: { all: 7, today: 0 },
    send: { all: 1, today: 0 },
  });
  await market.platform.pool.query('update offer set expires_at = $2 where seller_id = $1', [
    shop.id,
    new Date(market.clock.now().getTime() + hourMs),
  ]);
  await market.platform.pool.query(
    "update orders set status_since = status_since - interval '6 days 5 hours' where id = $1",
    [order.id],
  );
  const { needs } = await open(shop);
  expect(needs).toMatchObject({ offers: { all: 7, today: 7 }, send: { all: 1, today: 1 } });
  // The sale has an update and a task: it is listed once, and takes none of the rows of other updates.
  expect(needs.items.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'answer'));
});

test('the dashboard begins with what needs a member now: each as long as it does, and counted', async () => {
  const nothing = { all: 0, today: 0 };
  expect((await open(seller)).needs).toEqual({ items: [], all: 0, updates: 0, offers: nothing, send: nothing });
  const listingId = await putUpForSale(market, seller, { price: 1_000 });
  const bargain = await putUpForSale(market, seller, { price: 900 });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  expect(await needsOf(buyer)).toEqual([`pay /orders/${order.id}`]);
  expect(await needsOf(seller)).toEqual([]);
  await pay(checkoutUrl);
  await passTime(market);
  expect(await needsOf(buyer)).toEqual([]);
  // The seller's one order is listed once, though its update is not viewed yet.
  expect(await waitingFor(seller)).toEqual([`send /orders/${order.id}`]);
  expect((await open(seller)).needs).toMatchObject({ all: 1, send: { all: 1, today: 0 }, offers: { all: 0 } });

  const { body: offered } = await market.request('POST', `/api/listings/${bargain}/offers`, {
    as: buyer,
    body: { amount: { amount: 800, currency: 'USD' } },
  });
  const answer = `answer /offers?side=received#${offered.id}`;
  await market.request('POST', '/api/threads', { as: buyer, body: { recipientId: seller.id, text: 'Is it mint?' } });
  await passTime(market);
  // A conversation counts as a day, the offer has two, the parcel a week.
  expect(await needsOf(seller)).toEqual(['read /messages', answer, `send /orders/${order.id}`]);
  expect((await open(seller)).needs.all).toBe(3);

  await market.request('POST', `/api/orders/${order.id}/ship`, { as: seller, body: { carrier: 'Post' } });
  await passTime(market);
  expect(await needsOf(seller)).toEqual(['read /messages', answer]);
  expect(await needsOf(buyer)).toEqual([`confirm /orders/${order.id}`]);

  const [waits] = (await market.request('GET', '/api/offers?role=seller', { as: seller })).body.items;
  expect((await market.request('POST', `/api/offers/${waits.id}/accept`, { as: seller })).status).toBe(200);
  await passTime(market);
  expect(await needsOf(buyer)).toEqual([expect.stringMatching(/^pay \/offers/), `confirm /orders/${order.id}`]);
  expect((await open(buyer)).needs.all).toBe(2);
  const { body } = await market.request('POST', '/api/orders', { as: buyer, body: { offerId: waits.id } });
  expect(await needsOf(buyer)).toEqual([`pay /orders/${body.order.id}`, `confirm /orders/${order.id}`]);
});

test('listings that end within a day are one thing to see to; sums count every live listing, not a page of them', async () => {
  const shop = await market.signUp('many_cards');
  await makePremium(market, shop);
  const ids: string[] = [];
  // No more at once than wait for a connection without running out of patience on a busy machine.
  for (let made = 0; made < 120; made += 20)
    ids.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => putUpForSale(market, shop, { price: 100, quantity: 2 })))),
    );
  await market.platform.pool.query('update listing set expires_at = $2 where id = any($1)', [
    ids.slice(0, 3),
    new Date(market.clock.now().getTime() + 5 * hourMs),
  ]);
  const shown = await open(shop);
  expect(shown.needs.items).toMatchObject([
    { kind: 'renew', title: 'Renew 3 listings', to: '/dashboard/listings?tab=live&sort=ending' },
  ]);
  expect([shown.live, shown.worth]).toEqual([120, [{ amount: 24_000, currency: 'USD' }]]);
  // The sums are cached until the seller's next change.
  await market.request('POST', `/api/listings/${ids[9]}/pause`, { as: shop });
  expect((await open(shop)).worth).toEqual([{ amount: 23_800, currency: 'USD' }]);
  expect(shown.ending).toHaveLength(6);
  expect(new Set(shown.ending.slice(0, 3).map(({ id }) => id))).toEqual(new Set(ids.slice(0, 3)));
});

test('earnings count by the month of payment, post included, and lose what went back', async () => {
  const shop = await market.signUp('earns_some');
  const sell = async (price: number) => {
    const shipping = [{ name: 'Letter', price: { amount: 100, currency: 'USD' as const }, tracked: false }];
    const { order, checkoutUrl } = await buyPlaced(
      market,
      buyer,
      await putUpForSale(market, shop, { price, shipping }),
      { shipping: 'Letter' },
    );
    await pay(checkoutUrl);
    await passTime(market);
    return order.id;
  };
  const sold = await sell(1_000);
  const calledOff = await sell(500);
  await market.request('POST', `/api/orders/${calledOff}/cancel`, { as: shop, body: { reason: 'It tore.' } });
  await passTime(market);
  const months = async () =>
    (await readEarnings(market.platform, shop.id))[0]?.months.map(({ amount, orders }) => [amount, orders]);
  expect((await months())?.at(-1)).toEqual([1_100, 1]);
  expect((await months())?.slice(0, -1)).toEqual(Array.from({ length: 11 }, () => [0, 0]));
  await market.platform.pool.query("update orders set paid_at = paid_at - interval '35 days' where id = $1", [sold]);
  const later = (await months()) ?? [];
  expect(later.at(-1)).toEqual([0, 0]);
  expect(later.reduce((sum, [amount = 0]) => sum + amount, 0)).toBe(1_100);
  expect(await readEarnings(market.platform, seller.id)).toMatchObject([{ currency: 'USD', total: 1_000 }]);
});

test('the dashboard counts live copies for which a checklist is offered and that have none', async () => {
  const shop = await market.signUp('dora_checks');
  await makePremium(market, shop);
  const { id } = await listed(market, shop, { status: 'draft', price: { amount: 1_900, currency: 'USD' } });
  const set = (text: string, ...values: unknown[]) =>
    market.platform.pool.query(`update listing set ${text} where id = $1`, [id, ...values]);
  await set("status = 'active', price_rank = 2500, published_at = now(), expires_at = now() + interval '9 days'");
  expect((await open(shop)).unchecked).toBe(1);
  for (const settled of [
    "checklist = '{}'",
    'checklist = null, price_rank = 1999',
    "price_rank = 2500, status = 'removed'",
  ]) {
    await set(settled);
    expect([settled, (await open(shop)).unchecked]).toEqual([settled, 0]);
  }
});
