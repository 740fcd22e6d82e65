import { expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import type { TestMember } from '#testing/server.ts';
import { brief, cartMarket, linesOf } from './cart.testing.ts';

/** The country of a cart, and how the cards of each seller are shipped there. */
const { at, browser, list, add, read } = cartMarket();
type Browsing = ReturnType<typeof browser>;

const usd = (amount: number) => money(amount, 'USD');
const letter = { destination: 'FR', name: 'Letter', tracked: false, maxCards: 2, price: usd(150), freeFrom: usd(900) };
const parcel = { destination: 'FR', name: 'Parcel', tracked: true, price: usd(600) };
const abroad = {
  destination: 'world',
  name: 'World parcel',
  tracked: true,
  maxSlabs: 0,
  maxCards: 1,
  price: usd(1_900),
};
const ship = async (seller: TestMember, methods: object[]) => {
  const { version } = (await at.market.request('GET', '/api/shipping', { as: seller })).body;
  const body = { version, sendsFrom: 'DE', shipDays: 2, methods };
  expect((await at.market.request('PUT', '/api/shipping', { as: seller, body })).status).toBe(200);
};
const choose = (from: Browsing, body: object) => from.call('PATCH', '/api/cart', body);
const home = { name: 'Ada Byron', line1: '12 Rue de Rivoli', city: 'Paris', postalCode: '75001', country: 'FR' };
const groupOf = async (from: Browsing) => (await read(from)).groups[0];
const empty = async (from: Browsing) => {
  for (const line of linesOf(await read(from))) await from.call('DELETE', `/api/cart/lines/${line.id}`);
};

test('the country is the chosen one, else that of the default address, else of the browser’s language', async () => {
  const me = browser(at.buyer);
  expect((await read(me)).country).toBeNull();
  await add(me, await list());
  const german = { as: at.buyer, headers: { 'accept-language': 'de-AT,de;q=0.8' } };
  const suggested = await at.market.request('GET', '/api/cart', german);
  expect(suggested.body.country).toEqual({ code: 'AT', from: 'language' });
  await at.market.request('POST', '/api/addresses', { as: at.buyer, body: home });
  expect((await at.market.request('GET', '/api/cart', german)).body.country).toEqual({ code: 'FR', from: 'address' });
  expect((await choose(me, { country: 'DE' })).body.country).toEqual({ code: 'DE', from: 'chosen' });
  expect((await choose(me, { country: null })).body.country).toEqual({ code: 'FR', from: 'address' });
  for (const country of ['EU', 'fr', '', 7]) expect((await choose(me, { country })).status, `${country}`).toBe(422);
  await empty(me);
});

test('a choice with characters that can’t be stored is refused by its field', async () => {
  const me = browser(at.buyer);
  const first = async (shipping: object) => (await choose(me, { shipping: [shipping] })).body.errors;
  expect(await first({ sellerId: at.seller.id, method: '\u0000' })).toEqual({
    'shipping.0.method': 'Enter the name of a shipping method.',
  });
  expect(await first({ sellerId: '\u0000', method: 'Parcel' })).toEqual({
    'shipping.0.sellerId': 'Enter the ID of a seller.',
  });
});

test('a visitor’s choices move into their own cart, where they have chosen nothing themselves', async () => {
  const [buyer, seller] = [await at.market.signUp(), at.seller.id];
  const visit = browser();
  // Without a cart there is nothing to choose for.
  expect((await choose(visit, { country: 'FR' })).body.country).toBeNull();
  await add(visit, await list());
  await choose(visit, { country: 'FR', shipping: [{ sellerId: seller, method: 'Parcel' }] });
  for (const [name, value] of browser(buyer).cookies) visit.cookies.set(name, value);
  expect((await read(visit)).country).toEqual({ code: 'FR', from: 'chosen' });
  const { rows } = await at.market.platform.pool.query('select methods from cart where member_id = $1', [buyer.id]);
  expect(rows).toEqual([{ methods: { [seller]: 'Parcel' } }]);
});

test('the cheapest method that fits is chosen, a dearer one can be; free shipping is a few cards away', async () => {
  const me = browser(await at.market.signUp());
  await ship(at.seller, [parcel, letter, abroad]);
  const card = await list({ price: 300, quantity: 9 });
  await add(me, card);
  await choose(me, { country: 'FR' });
  expect(await groupOf(me)).toMatchObject({
    methods: [
      { name: 'Letter', price: usd(150), tracked: false, parcels: 1, needsPhone: false },
      { name: 'Parcel', price: usd(600), tracked: true, parcels: 1, needsPhone: false },
    ],
    chosen: 'Letter',
    missingToFree: usd(600),
    shipsFrom: 'DE',
    shipsWithin: '2 working days',
    problem: null,
    available: { shipping: usd(150), total: usd(450) },
  });
  const parcels = { shipping: [{ sellerId: at.seller.id, method: 'Parcel' }] };
  expect((await choose(me, parcels)).body.groups[0]).toMatchObject({
    chosen: 'Parcel',
    available: { shipping: usd(600) },
  });
  // Three cards don't fit a letter; what was chosen before counts again once it fits.
  await choose(me, { shipping: [{ sellerId: at.seller.id, method: 'Letter' }] });
  await me.call('PATCH', `/api/cart/lines/${card}`, { quantity: 3 });
  expect(await groupOf(me)).toMatchObject({ chosen: 'Parcel', methods: [{ name: 'Parcel' }] });
  await me.call('PATCH', `/api/cart/lines/${card}`, { quantity: 2 });
  expect(await groupOf(me)).toMatchObject({ chosen: 'Letter' });
});

test('what the seller doesn’t ship is in no total: each reason says what to do, and its lines can be changed', async () => {
  const me = browser(await at.market.signUp());
  await ship(at.other, [{ ...letter, maxCards: 2, freeFrom: null }]);
  const [few, dear] = [await list({ price: 100, quantity: 9 }, at.other), await list({ price: 1_500 }, at.other)];
  await add(me, few, 5);
  const state = async () => {
    const { groups, totals } = await read(me);
    const [group] = groups;
    return [group?.problem, group?.lines.map((line) => line.state), totals[0]?.available.copies];
  };
  await choose(me, { country: 'FR' });
  expect(await state()).toEqual(['too_large', ['too_large'], 0]);
  expect((await groupOf(me))?.message).toContain('don’t fit');
  await choose(me, { country: 'JP' });
  expect(await state()).toEqual(['no_shipping', ['no_shipping'], 0]);
  expect(await groupOf(me)).toMatchObject({
    message: 'This seller doesn’t ship to Japan. Contact the seller, or change the country.',
    lines: [{ message: 'Can’t be shipped to Japan.', available: 0 }],
  });
  await choose(me, { country: 'FR' });
  // A line whose group can't be shipped is changed like any other: four cards fit two letters.
  expect((await me.call('PATCH', `/api/cart/lines/${few}`, { quantity: 3 })).status).toBe(200);
  expect(await groupOf(me)).toMatchObject({
    chosen: 'Letter',
    methods: [{ name: 'Letter', price: usd(300), parcels: 2 }],
    available: { shipping: usd(300) },
  });
  await add(me, dear);
  expect(await state()).toEqual(['tracked_required', ['tracked_required', 'tracked_required'], 0]);
  expect((await groupOf(me))?.message).toMatch(/^From \$10\.00, .* Remove cards, or contact the seller\.$/);
});

test('a cart of 20 sellers is read with the queries of a cart of one', async () => {
  const { pool } = at.market.platform;
  const [one, many] = [browser(await at.market.signUp()), browser(await at.market.signUp())];
  const query = pool.query.bind(pool);
  let count = 0;
  const counted = (...given: Parameters<typeof query>) => {
    count++;
    return query(...given);
  };
  Object.assign(pool, { query: counted });
  const queriesOf = async (from: Browsing) => {
    const before = count;
    expect((await from.call('GET', '/api/cart')).status).toBe(200);
    return count - before;
  };
  const sellers = await Promise.all(Array.from({ length: 20 }, () => at.market.signUp()));
  for (const [n, seller] of sellers.entries()) {
    await ship(seller, [n % 2 ? letter : abroad]);
    const id = await list({ price: 300 }, seller);
    await add(many, id);
    if (n === 1) await add(one, id);
  }
  for (const each of [one, many]) await choose(each, { country: 'JP' });
  // The first reading fills what is cached.
  for (const each of [one, many]) await queriesOf(each);
  const [few, all] = [await queriesOf(one), await queriesOf(many)];
  expect(brief(await read(many))).toHaveLength(20);
  expect(few).toBeGreaterThan(8);
  expect(all).toBe(few);
  Object.assign(pool, { query });
});
