import { afterEach, expect, test } from 'vitest';
import { buyPlaced, cards, makePremium, passTime, pay } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { auditCounters } from '#testing/audits/counter-audit.ts';
import { brief, cartMarket, linesOf } from './cart.testing.ts';

const { at, browser, list, add, read } = cartMarket();
const letter = (amount: number, name = 'Letter') => ({
  name,
  price: { amount, currency: 'USD' as const },
  tracked: false,
});

afterEach(async () => {
  expect(await auditCounters(at.market.platform)).toEqual([]);
  await at.market.platform.pool.query('delete from cart_line');
});

test('a cart shows its lines by seller, with the dearest shipping once and the sum of all sellers', async () => {
  const me = browser(at.buyer);
  const cheap = await list({ price: 500, quantity: 3, shipping: [letter(100), letter(300, 'Parcel')] });
  const dear = await list({ price: 700, shipping: [letter(250, 'Card letter')] });
  const theirs = await list({ price: 900 }, at.other);
  expect((await add(me, cheap, 2)).status).toBe(200);
  await add(me, dear);
  const { body } = await add(me, theirs);
  expect(brief(body)).toEqual([
    [cheap, 2, 'unchanged'],
    [dear, 1, 'unchanged'],
    [theirs, 1, 'unchanged'],
  ]);
  expect(
    body.groups.map(({ seller, chosen, available }: (typeof body.groups)[number]) => [
      seller.username,
      chosen,
      available.items.amount,
      available.shipping.amount,
    ]),
  ).toEqual([
    ['card_seller', 'Card letter', 1_700, 250],
    ['other_seller', null, 900, 0],
  ]);
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  expect(body.totals).toEqual([
    {
      currency: 'USD',
      isComplete: true,
      available: { copies: 4, items: usd(2_600), shipping: usd(250), total: usd(2_850) },
    },
  ]);
});

test('a line says what became of its listing, and what can’t be had is not in the total', async () => {
  const me = browser(at.buyer);
  const [dearer, cheaper, fewer, sold] = [
    await list({ price: 500 }),
    await list({ price: 500 }),
    await list({ price: 500, quantity: 3 }),
    await list({ price: 500 }),
  ];
  for (const id of [dearer, cheaper, sold]) await add(me, id);
  await add(me, fewer, 3);
  const edit = (id: string, body: object) => at.market.request('PATCH', `/api/listings/${id}`, { as: at.seller, body });
  await edit(dearer, { price: { amount: 600, currency: 'USD' } });
  await edit(cheaper, { price: { amount: 400, currency: 'USD' } });
  await edit(fewer, { quantity: 1 });
  const rival = await at.market.signUp('rival_buyer');
  const { order, checkoutUrl } = await buyPlaced(at.market, rival, sold);
  expect(brief(await read(me))).toContainEqual([sold, 1, 'reserved']);
  await pay(checkoutUrl, cards.good);
  await passTime(at.market);
  const cart = await read(me);
  expect(order.status).toBe('pending_payment');
  expect(brief(cart)).toEqual([
    [dearer, 1, 'price_up'],
    [cheaper, 1, 'price_down'],
    [sold, 1, 'sold'],
    [fewer, 3, 'only_left'],
  ]);
  expect(linesOf(cart).map(({ message }) => message)).toEqual([
    'The price went up. It was $5.00 when you added it.',
    'The price dropped. It was $5.00 when you added it.',
    'This card is sold.',
    'Only 1 copy is left.',
  ]);
  expect(cart.totals).toMatchObject([{ isComplete: false, available: { copies: 3, items: { amount: 1_500 } } }]);
  // What the buyer sets again, they have seen.
  await me.call('PATCH', `/api/cart/lines/${dearer}`, { quantity: 1 });
  expect(brief(await read(me))[0]).toEqual([dearer, 1, 'unchanged']);
});

test('a seller on vacation, a block, and a listing that is taken down', async () => {
  const me = browser(at.buyer);
  const [away, gone] = [await list({}, at.other), await list()];
  await add(me, away);
  await add(me, gone);
  const now = at.market.clock.now();
  const day = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(0, 10);
  await at.market.request('PUT', '/api/profile/vacation', {
    as: at.other,
    body: { from: day(0), to: day(5 * dayMs) },
  });
  await at.market.request('DELETE', `/api/listings/${gone}`, { as: at.seller });
  expect(brief(await read(me))).toEqual([
    [away, 1, 'seller_away'],
    [gone, 1, 'not_for_sale'],
  ]);
  await at.market.request('DELETE', '/api/profile/vacation', { as: at.other });
  await at.market.request('POST', `/api/members/${at.buyer.id}/block`, { as: at.other, body: {} });
  expect(brief(await read(me))[0]).toEqual([away, 1, 'blocked']);
  expect(await add(me, away)).toMatchObject({ status: 403, body: { code: 'blocked' } });
  await at.market.request('DELETE', `/api/members/${at.buyer.id}/block`, { as: at.other });
});

test('a line has no more copies than a purchase', async () => {
  const me = browser(at.buyer);
  const id = await list({ quantity: 900, price: 10 });
  expect(await add(me, id, 400)).toMatchObject({ status: 200 });
  expect(await add(me, id, 1)).toMatchObject({ status: 409, body: { code: 'too_many_copies' } });
  expect(brief(await read(me))).toEqual([[id, 400, 'unchanged']]);
  await me.call('DELETE', `/api/cart/lines/${id}`);
});

test('one’s own listing, an unknown one and more than there are can’t be added', async () => {
  const me = browser(at.buyer);
  const id = await list({ quantity: 2 });
  expect(await add(browser(at.seller), id)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  expect(await add(me, id, 3)).toMatchObject({
    status: 409,
    body: { code: 'not_available', message: 'Only 2 copies are left.', available: 2 },
  });
  for (const strange of ['none', '<script>alert(1)</script>', 'a\u0000b', '../x', 'offer:none'])
    expect(await add(me, strange), strange).toMatchObject({ status: 404 });
  for (const strange of ['none', '%3Cscript%3E', 'a%00b', 'offer%3A%00'])
    for (const [method, body] of [
      ['PATCH', { quantity: 1 }],
      ['DELETE', undefined],
    ] as const) {
      const { status } = await me.call(method, `/api/cart/lines/${strange}`, body);
      expect([200, 404], `${method} ${strange}`).toContain(status);
    }
  for (const quantity of [0, -1, 1.5, 401, '2'])
    expect(await me.call('POST', '/api/cart/lines', { listingId: id, quantity })).toMatchObject({ status: 422 });
  expect((await read(me)).lineCount).toBe(0);
});

test('adding again adds up, and two tabs at once lose nothing', async () => {
  const me = browser(at.buyer);
  const id = await list({ quantity: 10 });
  const answers = await Promise.all([1, 2, 3].map((quantity) => add(me, id, quantity)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(brief(await read(me))).toEqual([[id, 6, 'unchanged']]);
  const races = await Promise.all([
    me.call('PATCH', `/api/cart/lines/${id}`, { quantity: 4 }),
    me.call('DELETE', `/api/cart/lines/${id}`),
    me.call('DELETE', `/api/cart/lines/${id}`),
  ]);
  for (const { status } of races) expect([200, 404]).toContain(status);
  expect((await read(me)).lineCount).toBe(0);
});

test('a cart holds 200 listings of 20 sellers', async () => {
  const me = browser(at.buyer);
  const { pool } = at.market.platform;
  const sellers = await Promise.all(Array.from({ length: 20 }, (_, n) => at.market.signUp(`seller_${n}_of_many`)));
  for (const seller of sellers) expect((await add(me, await list({}, seller))).status).toBe(200);
  expect(await add(me, await list())).toMatchObject({
    status: 409,
    body: { code: 'too_many_sellers', message: expect.stringContaining('20 sellers') },
  });
  // One more of a seller who is there already is possible.
  const [first = at.seller] = sellers;
  expect((await add(me, await list({}, first))).status).toBe(200);
  await pool.query(
    `insert into cart_line (cart_id, listing_id, quantity, seen_price, seen_currency, seen_version, added_at)
     select (select id from cart where member_id = $1), 'filler' || g, 1, 100, 'USD', 1, now() from generate_series(1, 179) g`,
    [at.buyer.id],
  );
  await makePremium(at.market, first);
  expect(await add(me, await list({}, first))).toMatchObject({ status: 409, body: { code: 'cart_full' } });
  const cart = await read(me);
  expect([cart.lineCount, cart.gone.length]).toEqual([200, 179]);
});

test('the header’s number follows every change, live on all devices', async () => {
  const me = browser(at.buyer);
  const count = async () => (await me.call('GET', '/api/counters')).body.cart;
  const [first, second] = [await list(), await list()];
  expect(await count()).toBe(0);
  await add(me, first);
  await add(me, second);
  expect((await add(me, second)).status).toBe(409);
  expect(await count()).toBe(2);
  await me.call('DELETE', `/api/cart/lines/${first}`);
  expect(await count()).toBe(1);
  const { rows } = await at.market.platform.pool.query(
    `select topics from outbox_event where kind = 'cart.changed' and subject = $1 order by id desc limit 1`,
    [at.buyer.id],
  );
  expect(rows).toEqual([{ topics: [`user:${at.buyer.id}`] }]);
});

test('what is paid leaves the cart, whichever way it was bought', async () => {
  const me = browser(at.buyer);
  const [bought, stays] = [await list(), await list()];
  await add(me, bought);
  await add(me, stays);
  const { checkoutUrl } = await buyPlaced(at.market, at.buyer, bought);
  await at.market.runJobs();
  expect((await read(me)).lineCount).toBe(2);
  await pay(checkoutUrl, cards.good);
  await passTime(at.market);
  expect(brief(await read(me))).toEqual([[stays, 1, 'unchanged']]);
});

test('another member’s cart can’t be named: each request sees its own', async () => {
  const [me, other] = [browser(at.buyer), browser(at.other)];
  const id = await list();
  await add(me, id);
  expect((await read(other)).lineCount).toBe(0);
  expect(await other.call('PATCH', `/api/cart/lines/${id}`, { quantity: 1 })).toMatchObject({ status: 404 });
  expect((await other.call('DELETE', `/api/cart/lines/${id}`)).status).toBe(200);
  expect((await read(me)).lineCount).toBe(1);
});
