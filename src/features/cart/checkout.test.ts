import { afterEach, expect, test } from 'vitest';
import type { PlacedPurchase } from '#features/orders/contract.ts';
import { auditOrders, buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { cartMarket, linesOf } from './cart.testing.ts';
import { type Checkout, checkOut } from './checkout/checkout.server.ts';
import { removeBought } from './lines/remove-bought.server.ts';

const { at, browser, list, add, read } = cartMarket();
const letter = (amount: number) => [{ name: 'Letter', price: { amount, currency: 'USD' as const }, tracked: false }];
const client = { address: '', userAgent: 'test', cookies: undefined };
const buy = (extra: Partial<Checkout> = {}): Promise<PlacedPurchase> =>
  checkOut(
    at.market.platform,
    actorOf(at.buyer),
    { currency: 'USD', mode: 'all', expectedTotal: undefined, seen: new Map(), idempotencyKey: undefined, ...extra },
    client,
  );
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => expect.fail('it was not refused'),
    (thrown: unknown) => thrown,
  );
  if (!isRefusal(error)) throw error;
  return error;
};
const held = async (ids: string[]) =>
  (await at.market.platform.pool.query('select sum(quantity_held)::int as n from listing where id = any($1)', [ids]))
    .rows[0].n;

afterEach(async () => {
  await at.market.platform.pool.query('delete from cart_line');
  expect(await auditOrders(at.market.platform.pool)).toEqual([]);
});

test('cards of three sellers are one purchase: paid once, an order each, and out of the cart', async () => {
  const me = browser(at.buyer);
  const third = await at.market.signUp('third_seller');
  const ids = [
    await list({ price: 500, quantity: 3, shipping: letter(100) }),
    await list({ price: 700, shipping: letter(250) }),
    await list({ price: 900, shipping: letter(150) }, at.other),
    await list({ price: 1_100 }, third),
  ];
  for (const id of ids) await add(me, id, id === ids[0] ? 2 : 1);
  const cart = await read(me);
  const total = cart.totals[0]?.available.total.amount;
  expect(total).toBe(1_000 + 700 + 250 + 900 + 150 + 1_100);
  const { purchase, checkoutUrl } = await buy({ expectedTotal: total, idempotencyKey: 'one' });
  expect(purchase).toMatchObject({ status: 'open', mode: 'all', totals: { total: { amount: total } } });
  expect(purchase.orders.map(({ sellerId, totals }) => [sellerId, totals.total.amount]).toSorted()).toEqual(
    [
      [at.seller.id, 1_950],
      [at.other.id, 1_050],
      [third.id, 1_100],
    ].toSorted(),
  );
  expect(await held(ids)).toBe(5);
  // The same press again is the same purchase, and its page stays.
  const again = await buy({ expectedTotal: total, idempotencyKey: 'one' });
  expect([again.purchase.id, again.purchase.status, again.checkoutUrl]).toEqual([purchase.id, 'open', checkoutUrl]);
  expect((await read(me)).lineCount).toBe(4);
  expect(await pay(checkoutUrl)).toMatchObject({ status: 200 });
  await passTime(at.market);
  expect((await read(me)).lineCount).toBe(0);
  const { items } = (await at.market.request('GET', '/api/orders?role=buyer', { as: at.buyer })).body;
  expect(items.filter(({ purchaseId }: { purchaseId: string }) => purchaseId === purchase.id)).toHaveLength(3);
  expect(items.every(({ status }: { status: string }) => status === 'paid')).toBe(true);
});

test('a key whose purchase was canceled is a key again: two presses are one purchase', async () => {
  const me = browser(at.buyer);
  const id = await list({ price: 900, quantity: 9 });
  await add(me, id);
  const cancel = (purchaseId: string) =>
    at.market.request('POST', `/api/purchases/${purchaseId}/cancel`, { as: at.buyer, body: {} });
  const seen = [];
  for (let round = 0; round < 3; round++) {
    const [one, two] = await Promise.all([buy({ idempotencyKey: 'again' }), buy({ idempotencyKey: 'again' })]);
    expect(two.purchase.id).toBe(one.purchase.id);
    seen.push(one.purchase.id);
    expect(await held([id])).toBe(1);
    expect((await cancel(one.purchase.id)).status).toBe(200);
  }
  expect(new Set(seen).size).toBe(3);
});

test('everything or nothing: one card that is gone holds nothing, and the answer names it', async () => {
  const me = browser(at.buyer);
  const [mine, sold] = [await list(), await list({}, at.other)];
  for (const id of [mine, sold]) await add(me, id);
  const rival = await at.market.signUp('rival_one');
  await buyPlaced(at.market, rival, sold);
  const error = await refusal(buy());
  expect([error.status, error.code]).toEqual([409, 'not_all_available']);
  expect(error.errors).toEqual({ [sold]: expect.stringMatching(/^Charizard.*: Another buyer is paying for this now/) });
  expect(await held([mine])).toBe(0);
  // The rest is bought, at a total that the buyer confirmed.
  const rest = (await read(me)).totals[0]?.available.total.amount ?? 0;
  expect((await refusal(buy({ mode: 'available', expectedTotal: rest + 1 }))).code).toBe('total_changed');
  const { purchase, checkoutUrl } = await buy({ mode: 'available', expectedTotal: rest });
  expect(purchase.orders.map(({ items }) => items.map(({ listingId }) => listingId))).toEqual([[mine]]);
  await pay(checkoutUrl);
  await passTime(at.market);
  expect(linesOf(await read(me)).map(({ id, state }) => [id, state])).toEqual([[sold, 'reserved']]);
});

test('what is still available takes as many copies as there are', async () => {
  const me = browser(at.buyer);
  const id = await list({ price: 600, quantity: 4 });
  await add(me, id, 4);
  const rival = await at.market.signUp('rival_two');
  await buyPlaced(at.market, rival, id, { quantity: 3 });
  const { purchase } = await buy({ mode: 'available', expectedTotal: 600 });
  expect(purchase.orders[0]?.items).toMatchObject([{ listingId: id, quantity: 1 }]);
  await passTime(at.market, 40 * minuteMs);
});

test('buying some of the copies of a line leaves the others in the cart, also if the job runs again', async () => {
  const me = browser(at.buyer);
  const id = await list({ price: 600, quantity: 9 });
  await add(me, id, 5);
  const { order, checkoutUrl } = await buyPlaced(at.market, at.buyer, id, { quantity: 2 });
  await pay(checkoutUrl);
  await passTime(at.market);
  expect(linesOf(await read(me)).map((line) => [line.id, line.quantity])).toEqual([[id, 3]]);
  await removeBought(at.market.platform, order.id, at.buyer.id);
  expect(linesOf(await read(me)).map((line) => [line.id, line.quantity])).toEqual([[id, 3]]);
  const rest = await buyPlaced(at.market, at.buyer, id, { quantity: 4 });
  await pay(rest.checkoutUrl);
  await passTime(at.market);
  expect(linesOf(await read(me))).toEqual([]);
});

test('a listing that changed since the buyer saw it is refused by its version', async () => {
  const me = browser(at.buyer);
  const [id, other] = [await list({ price: 800 }), await list({ price: 800 })];
  for (const each of [id, other]) await add(me, each);
  await at.market.request('PATCH', `/api/listings/${id}`, { as: at.seller, body: { condition: 'played' } });
  const error = await refusal(buy({ seen: new Map([[id, 1]]) }));
  expect([error.code, Object.keys(error.errors ?? {})]).toEqual(['not_all_available', [id]]);
});

test('a listing that changed after it was added says so, and is not bought before the buyer has seen it', async () => {
  const me = browser(at.buyer);
  const [facts, price] = [await list({ price: 800 }), await list({ price: 300 })];
  for (const each of [facts, price]) await add(me, each);
  const edit = (id: string, body: object) => at.market.request('PATCH', `/api/listings/${id}`, { as: at.seller, body });
  await edit(facts, { condition: 'played' });
  await edit(price, { price: { amount: 301, currency: 'USD' } });
  expect(linesOf(await read(me)).map(({ state, message }) => [state, message])).toEqual([
    ['changed', 'The seller changed this listing after you added it.'],
    ['price_up', expect.stringContaining('The price went up.')],
  ]);
  const post = (body: object) => me.call('POST', '/api/purchases', body);
  const refused = await post({});
  expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([409, [facts, price].toSorted()]);
  // A confirmed total is in place of the prices, but not of what a listing says.
  const refusedFacts = await post({ expectedTotal: { amount: 1_101, currency: 'USD' } });
  expect([refusedFacts.status, Object.keys(refusedFacts.body.errors)]).toEqual([409, [facts]]);
  await me.call('PATCH', `/api/cart/lines/${facts}`, { quantity: 1 });
  expect(linesOf(await read(me))[0]?.state).toBe('unchanged');
  // A change back is none.
  await edit(facts, { condition: 'near_mint' });
  await edit(facts, { condition: 'played' });
  expect(linesOf(await read(me))[0]?.state).toBe('unchanged');
  expect((await post({ expectedTotal: { amount: 1_101, currency: 'USD' } })).status).toBe(201);
  await passTime(at.market, 40 * minuteMs);
});

test('an accepted offer and cards of the same seller are one order; another currency stays in the cart', async () => {
  const me = browser(at.buyer);
  const [bargain, card, euros] = [
    await list({ price: 1_000 }),
    await list({ price: 500 }),
    await list({ price: 300, currency: 'EUR' }),
  ];
  const made = await at.market.request('POST', `/api/listings/${bargain}/offers`, {
    as: at.buyer,
    body: { amount: { amount: 800, currency: 'USD' } },
  });
  await at.market.request('POST', `/api/offers/${made.body.id}/accept`, { as: at.seller, body: {} });
  for (const id of [card, euros]) await add(me, id);
  const { purchase, checkoutUrl } = await buy({ expectedTotal: 1_300 });
  expect(purchase.orders).toHaveLength(1);
  expect(purchase.orders[0]?.items.map(({ price }) => price.amount).toSorted()).toEqual([500, 800]);
  await pay(checkoutUrl);
  await passTime(at.market);
  expect(linesOf(await read(me)).map(({ id }) => id)).toEqual([euros]);
  expect((await refusal(buy())).code).toBe('nothing_to_buy');
});

test('a purchase has at most 400 copies', async () => {
  const me = browser(at.buyer);
  for (const quantity of [300, 101]) await add(me, await list({ price: 100, quantity }), quantity);
  expect((await refusal(buy())).code).toBe('too_many_copies');
});

test('the cart is bought by a call of the API, which chooses one of several currencies', async () => {
  const me = browser(at.buyer);
  const [dollars, euros] = [await list({ price: 700 }), await list({ price: 900, currency: 'EUR' })];
  for (const id of [dollars, euros]) await add(me, id);
  const post = (body: object) => me.call('POST', '/api/purchases', body);
  expect(await post({})).toMatchObject({ status: 422, body: { errors: { currency: expect.stringContaining('USD') } } });
  expect(await post({ mode: 'some' })).toMatchObject({ status: 422 });
  const shipping = [{ sellerId: at.buyer.id, method: 'Letter' }];
  expect(await post({ currency: 'EUR', shipping })).toMatchObject({
    status: 422,
    body: { errors: { shipping: 'One of these sellers isn’t in your cart.' } },
  });
  const other = { mode: 'available', expectedTotal: { amount: 1, currency: 'EUR' } };
  expect(await post(other)).toMatchObject({ status: 409, body: { code: 'total_changed' } });
  const { status, body } = await post({ currency: 'EUR', expectedTotal: { amount: 900, currency: 'EUR' } });
  expect([status, body.purchase.currency, body.purchase.orders.length]).toEqual([201, 'EUR', 1]);
  await pay(body.checkoutUrl);
  await passTime(at.market);
  expect(linesOf(await read(me)).map(({ id }) => id)).toEqual([dollars]);
  // Where the dollars can't be had, euros are the only currency; an empty cart says so.
  await at.market.request('POST', `/api/listings/${dollars}/pause`, { as: at.seller });
  const more = await list({ price: 400, currency: 'EUR' });
  await add(me, more);
  expect((await post({})).body.purchase.currency).toBe('EUR');
  await at.market.platform.pool.query('delete from cart_line');
  expect((await post({})).body).toMatchObject({ code: 'nothing_to_buy', message: 'Your cart is empty.' });
  await passTime(at.market, 40 * minuteMs);
  expect(await browser().call('POST', '/api/purchases', {})).toMatchObject({ status: 401 });
});

test('a hidden listing: its line keeps “everything” from being bought, its accepted offer can’t be paid, and the rest can', async () => {
  const me = browser(at.buyer);
  const [bargain, hidden, card] = [
    await list({ price: 1_000 }),
    await list({ price: 400 }),
    await list({ price: 500 }),
  ];
  const made = await at.market.request('POST', `/api/listings/${bargain}/offers`, {
    as: at.buyer,
    body: { amount: { amount: 800, currency: 'USD' } },
  });
  await at.market.request('POST', `/api/offers/${made.body.id}/accept`, { as: at.seller, body: {} });
  for (const id of [hidden, card]) await add(me, id);
  const admin = await at.market.signUp('hides_it');
  await at.market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  for (const id of [bargain, hidden]) {
    const body = { why: 'reported', reason: 'Two buyers doubt it.' };
    expect((await at.market.request('POST', `/api/admin/listings/${id}/hide`, { as: admin, body })).status).toBe(200);
  }
  const cart = await read(me);
  expect(cart.gone).toEqual([{ id: hidden, quantity: 1 }]);
  expect(linesOf(cart).map(({ listingId, state, available }) => [listingId, state, available])).toEqual([
    [bargain, 'not_for_sale', 0],
    [card, 'unchanged', 1],
  ]);
  expect(cart.totals[0]).toMatchObject({ isComplete: false, available: { total: { amount: 500 } } });
  const error = await refusal(buy());
  expect([error.code, Object.keys(error.errors ?? {})]).toEqual(['not_all_available', [hidden]]);
  const { purchase } = await buy({ mode: 'available', expectedTotal: 500 });
  expect(purchase.orders.flatMap(({ items }) => items.map(({ listingId }) => listingId))).toEqual([card]);
  // Until the accepted offer has ended too.
  await passTime(at.market, 3 * dayMs);
});

test('cards that an unpaid purchase has reserved are not bought a second time from another tab', async () => {
  const me = browser(at.buyer);
  const [many, card] = [await list({ price: 900, quantity: 9 }), await list({ price: 500 }, at.other)];
  await add(me, many, 2);
  const first = await buy({ idempotencyKey: 'first' });
  await add(me, card);
  expect(linesOf(await read(me)).map(({ id, state, purchaseId }) => [id, state, purchaseId])).toEqual([
    [many, 'in_purchase', first.purchase.id],
    [card, 'unchanged', null],
  ]);
  // The same press again is the same purchase; another one asks for all and gets nothing, or buys the rest.
  expect((await buy({ idempotencyKey: 'first' })).purchase.id).toBe(first.purchase.id);
  const error = await refusal(buy({ idempotencyKey: 'second' }));
  expect([error.code, Object.keys(error.errors ?? {})]).toEqual(['not_all_available', [many]]);
  const rest = await buy({ mode: 'available', idempotencyKey: 'third' });
  expect(rest.purchase.orders.flatMap(({ items }) => items.map(({ listingId }) => listingId))).toEqual([card]);
  expect(await held([many])).toBe(2);
  await passTime(at.market, 40 * minuteMs);
  expect(linesOf(await read(me)).map(({ state, purchaseId }) => [state, purchaseId])).toEqual([
    ['unchanged', null],
    ['unchanged', null],
  ]);
});
