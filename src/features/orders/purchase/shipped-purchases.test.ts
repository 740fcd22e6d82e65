import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { shippingFor } from '../place/shipping/order-shipping.server.ts';
import type { OrderShipping } from '../place/shipping/order-shipping.ts';
import { findSellerRecords } from '../place/shipping/seller-records.server.ts';
import {
  auditOrders,
  buy,
  buyPlaced,
  completeOrder,
  makePremium,
  onCheckout,
  passTime,
  pay,
  putUpForSale,
  readOrderAs,
} from '../testing.ts';
import { placePurchase } from './place-purchase.server.ts';
import type { PlacePurchaseInput } from './purchase.contract.ts';

/** Orders by the shipping tables of their sellers, to addresses of the buyer's book. */
let market: TestMarket;
let mara: TestMember;
let nora: TestMember;
let buyer: TestMember;
let addressId: string;

const letter = { destination: 'EU', name: 'Letter', tracked: false, maxCards: 20, price: money(150, 'EUR') };
const tracked = { destination: 'EU', name: 'Tracked', tracked: true, maxCards: 20, price: money(450, 'EUR') };
const overseas = { ...tracked, destination: 'world', name: 'Parcel', price: money(900, 'EUR') };
const home = { name: 'Ada Byron', line1: '12 Rue de Rivoli', city: 'Paris', postalCode: '75001', country: 'FR' };

beforeAll(async () => {
  market = await startTestMarket();
  [mara, nora, buyer] = [await market.signUp('mara'), await market.signUp('nora'), await market.signUp('ben')];
  for (const seller of [mara, nora]) {
    await makePremium(market, seller);
    await save(seller, 0, [letter, tracked, overseas]);
  }
  await knownSellers([mara, nora], 50);
  addressId = await addAddress();
});
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
  await rows("with counters as (delete from limit_counter where key like 'orders.%') delete from hold_pause");
});
afterAll(() => market?.close());

const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const save = async (seller: TestMember, version: number, methods: object[]) => {
  const body = { version, sendsFrom: 'DE', shipDays: 2, methods };
  expect((await market.request('PUT', '/api/shipping', { as: seller, body })).status).toBe(200);
};
const versionOf = async ({ id }: TestMember): Promise<number> =>
  Number((await rows('select version from shipping_table where seller_id = $1', [id]))[0]?.version);
const saveAgain = async (seller: TestMember, methods: object[]) => save(seller, await versionOf(seller), methods);
const knownSellers = (members: TestMember[], sales: number) =>
  rows('update profile set total_sales = $2 where user_id = any($1)', [members.map(({ id }) => id), sales]);
const addAddress = async (fields: object = {}): Promise<string> =>
  (await market.request('POST', '/api/addresses', { as: buyer, body: { ...home, ...fields } })).body.id;
const card = (seller: TestMember, price = 1_000, quantity = 1) =>
  putUpForSale(market, seller, { price, quantity, currency: 'EUR' });

const place = (listingIds: readonly string[], extra: Partial<PlacePurchaseInput> = {}, quantity = 1) => {
  const source = { lines: listingIds.map((listingId) => ({ listingId, quantity })), offerIds: [] };
  const wanted = { buyerId: buyer.id, source, mode: 'all', currency: 'EUR', addressId, ...extra } as const;
  return placePurchase(market.platform, wanted, { address: '198.51.100.7', cookies: undefined });
};
const refusalOf = (placing: Promise<unknown>) =>
  placing.then(
    () => null,
    (error: unknown) =>
      isRefusal(error)
        ? { status: error.status, code: error.code, message: error.message, errors: error.errors, ...error.details }
        : error,
  );
const cancel = (id: string) => market.request('POST', `/api/purchases/${id}/cancel`, { as: buyer, body: {} });
const sessionOf = async (purchaseId: string) =>
  (await rows("select data from sandbox_stripe_object where data ->> 'client_reference_id' = $1", [purchaseId]))[0]
    ?.data;
const heldOf = async (listingId: string) =>
  (await rows('select quantity_held::int as held from listing where id = $1', [listingId]))[0]?.held;

test('a phone number is asked for, kept and shown to the seller only where the method needs one', async () => {
  const express = { ...tracked, name: 'Express', price: money(700, 'EUR'), needsPhone: true };
  await saveAgain(mara, [letter, express]);
  const listingIds = [await card(mara), await card(nora)];
  const shipping = [{ sellerId: mara.id, method: 'Express' }];
  for (const [to, field, what] of [
    [addressId, 'phone', 'Add one to the address'],
    [undefined, 'addressId', 'Choose a saved address that has one'],
  ] as const) {
    const message = `“Express” needs a phone number. Nothing was bought. ${what}, then try again.`;
    expect(await refusalOf(place(listingIds, { shipping, addressId: to, country: 'FR' }))).toEqual({
      status: 409,
      code: 'phone_required',
      message,
      errors: { [field]: message },
    });
  }
  expect(await heldOf(listingIds[0] ?? '')).toBe(0);
  const reachable = await addAddress({ phone: '01 42 60 30 30' });
  const { purchase, checkoutUrl } = await place(listingIds, { shipping, addressId: reachable });
  expect(purchase.orders.map(({ shipping: { name }, address }) => [name, address?.phone])).toEqual([
    ['Express', '+33142603030'],
    ['Letter', undefined],
  ]);
  expect(await pay(checkoutUrl)).toMatchObject({ status: 200 });
  await passTime(market);
  const sold = purchase.orders.find(({ sellerId }) => sellerId === mara.id);
  expect((await readOrderAs(market, mara, sold?.id ?? '')).address?.phone).toBe('+33142603030');
  await saveAgain(mara, [letter, tracked, overseas]);
});

test('each order is shipped by the cheapest method of its seller, or the chosen one, and keeps it with the address', async () => {
  const listingIds = [await card(mara), await card(nora)];
  const { purchase, checkoutUrl } = await place(listingIds, { shipping: [{ sellerId: nora.id, method: 'tracked' }] });
  const frozen = { parcels: 1, shipsFrom: 'DE' };
  expect(purchase.orders.map(({ shipping, address }) => ({ shipping, address }))).toEqual([
    {
      shipping: { ...frozen, name: 'Letter', tracked: false, price: money(150, 'EUR') },
      address: { ...home, line2: null, state: null },
    },
    {
      shipping: { ...frozen, name: 'Tracked', tracked: true, price: money(450, 'EUR') },
      address: { ...home, line2: null, state: null },
    },
  ]);
  expect(purchase.totals.shipping).toEqual(money(600, 'EUR'));
  // The payment page gets the address and asks for none.
  const session = await sessionOf(purchase.id);
  expect(session.shipping_address_collection).toBeNull();
  expect(session.sandbox.intent.shipping).toEqual({
    name: home.name,
    address: { line1: home.line1, city: 'Paris', postal_code: '75001', country: 'FR' },
  });
  // Later changes of table and address book change no order.
  await saveAgain(mara, [overseas]);
  expect((await market.request('DELETE', `/api/addresses/${addressId}`, { as: buyer })).status).toBe(204);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  const [first] = purchase.orders;
  const order = await readOrderAs(market, mara, first?.id ?? '');
  expect(order).toMatchObject({ status: 'paid', address: home, shipping: { name: 'Letter', price: { amount: 150 } } });
  expect(await refusalOf(place([await card(mara)]))).toMatchObject({ status: 404 });
  addressId = await addAddress();
  await saveAgain(mara, [letter, tracked, overseas]);
});

test('a price, a method or a table other than the buyer saw is refused, and nothing is held', async () => {
  const listingId = await card(mara);
  const seen = {
    sellerId: mara.id,
    method: 'Letter',
    expectedPrice: money(150, 'EUR'),
    tableVersion: await versionOf(mara),
  };
  const placed = (change: object = {}) => refusalOf(place([listingId], { shipping: [{ ...seen, ...change }] }));
  expect(await placed({ expectedPrice: money(120, 'EUR') })).toMatchObject({
    status: 409,
    code: 'shipping_changed',
    sellerId: mara.id,
    errors: { shipping: 'Shipping was €1.20 and is now €1.50.' },
  });
  // Saved on another device between review and payment.
  await saveAgain(mara, [{ ...letter, name: 'Small letter' }, tracked, overseas]);
  expect(await placed()).toMatchObject({
    code: 'shipping_changed',
    errors: { shipping: 'The seller no longer offers “Letter”.' },
  });
  await saveAgain(mara, [letter, tracked, overseas]);
  expect(await placed()).toMatchObject({ code: 'shipping_changed', tableVersion: seen.tableVersion + 2 });
  expect(await heldOf(listingId)).toBe(0);
  const { purchase } = await place([listingId], { shipping: [{ ...seen, tableVersion: seen.tableVersion + 2 }] });
  await cancel(purchase.id);
});

test('what nothing ships to the country refuses the purchase; of whatever is available it is left out', async () => {
  await saveAgain(nora, [letter]);
  const away = await addAddress({ city: 'Oslo', postalCode: '0150', country: 'NO' });
  const listingIds = [await card(mara), await card(nora)];
  expect(await refusalOf(place(listingIds, { addressId: away }))).toMatchObject({
    status: 409,
    code: 'no_shipping',
    sellerId: nora.id,
    message: 'nora doesn’t ship this order to Norway. Nothing was bought. Message the seller.',
  });
  const rest = { addressId: away, mode: 'available' } as const;
  expect(await refusalOf(place([listingIds[1] ?? ''], rest))).toMatchObject({ code: 'no_shipping' });
  const { purchase } = await place(listingIds, rest);
  expect(purchase.orders.map(({ sellerId, shipping }) => [sellerId, shipping.name])).toEqual([[mara.id, 'Parcel']]);
  await cancel(purchase.id);
  expect(await Promise.all(listingIds.map(heldOf))).toEqual([0, 0]);
  // Listings of a seller without a table ship to the countries of the payment page alone.
  const old = await market.signUp();
  const brazil = await addAddress({ city: 'São Paulo', state: 'SP', postalCode: '01000-000', country: 'BR' });
  const shipping = [{ name: 'Letter', price: money(100, 'EUR'), tracked: false }];
  const ofOld = await putUpForSale(market, old, { currency: 'EUR', shipping });
  expect(await refusalOf(place([ofOld], { addressId: brazil }))).toMatchObject({ code: 'no_shipping' });
  await saveAgain(nora, [letter, tracked, overseas]);
});

test('tracking is required from 25.00, and from 10.00 of a new seller or one who loses many parcels', async () => {
  // Two copies, so that none needs a photo.
  const buyTwo = async (value: number, extra: Partial<PlacePurchaseInput> = {}) =>
    place([await card(mara, value / 2, 2)], extra, 2);
  const untracked = (value: number) =>
    refusalOf(buyTwo(value, { shipping: [{ sellerId: mara.id, method: 'Letter' }] }));
  expect(await untracked(2_500)).toMatchObject({
    status: 409,
    code: 'tracked_required',
    sellerId: mara.id,
    message:
      'The seller must ship orders of €25.00 or more with tracking. Nothing was bought. Choose another shipping method.',
  });
  const { purchase } = await buyTwo(2_500);
  expect(purchase.orders[0]?.shipping).toMatchObject({ name: 'Tracked', tracked: true });
  await cancel(purchase.id);
  await knownSellers([mara], 9);
  expect(await untracked(1_000)).toMatchObject({ code: 'tracked_required' });
  await knownSellers([mara], 10);
  await saveAgain(mara, [letter]);
  expect(await refusalOf(buyTwo(2_500))).toMatchObject({
    code: 'tracked_required',
    message:
      'The seller must ship orders of €25.00 or more with tracking, and has no tracked method for this order. Nothing was bought. Message the seller.',
  });
  await saveAgain(mara, [letter, tracked, overseas]);
  await knownSellers([mara], 50);
});

test('a seller’s lost parcels are the shipped ones that were not received and refunded', async () => {
  const parcel = (id: string, fields: string) =>
    rows(
      `insert into orders (id, buyer_id, seller_id, status, carrier, report_missing_from, dispute_reason, currency, items_amount, shipping_amount, total_amount, hold_expires_at, status_since, created_at, updated_at)
       values ($1, 'b', 'lossy', ${fields}, 'EUR', 1000, 0, 1000, now(), now(), now(), now())`,
      [id],
    );
  for (let n = 0; n < 16; n++) await parcel(`parcel-${n}`, "'completed', 'Post', null, null");
  // A letter without tracking names no carrier.
  await parcel('parcel-letter', "'completed', null, now(), null");
  await parcel('parcel-lost', "'refunded', null, now(), 'not_received'");
  await parcel('parcel-damaged', "'refunded', 'Post', null, 'damaged'");
  await parcel('parcel-unsent', "'refunded', null, null, 'not_received'");
  await parcel('parcel-covered', "'completed', 'Post', now(), 'not_received'");
  await rows(
    "insert into refund (id, order_id, amount, currency, cause, covered_amount, state, asked_at) values ('covered', 'parcel-covered', 1000, 'EUR', 'not_arrived', 500, 'asked', now())",
  );
  await rows(
    "insert into shipping_table (seller_id, sends_from, ship_days, version, updated_at) values ('lossy', 'DE', 2, 1, now())",
  );
  await rows(
    "insert into shipping_method (seller_id, position, destination, name, is_tracked, price, currency) values ('lossy', 0, 'EU', 'Letter', false, 150, 'EUR')",
  );
  const kindAt = async (value: number) => {
    const items = [{ isSlab: false, value, quantity: 1, ownMethods: [] }] as const;
    const to = { country: 'FR', currency: 'EUR' } as const;
    return (await shippingFor(market.platform.db, [{ sellerId: 'lossy', items }], to)).get('lossy')?.kind;
  };
  expect((await findSellerRecords(market.platform.db, ['lossy', mara.id])).get('lossy')).toEqual({
    deliveredOrders: 0,
    parcels: 20,
    lostParcels: 2,
  });
  expect([await kindAt(999), await kindAt(1_000)]).toEqual(['methods', 'contact_seller']);
  await rows("delete from refund where id = 'covered'");
  await rows("delete from orders where seller_id = 'lossy'");
});

test('what fits no method is shipped in two parcels, of one price that is paid and named', async () => {
  const { purchase, checkoutUrl } = await place([await card(mara, 10, 30)], {}, 30);
  const [order] = purchase.orders;
  expect(order?.shipping).toMatchObject({ name: 'Letter', tracked: false, parcels: 2, price: money(300, 'EUR') });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  const { body: mails } = await market.request<{ subject: string; text: string }[]>('GET', '/sandbox/mail.json');
  expect(mails.some(({ text }) => text.includes('Letter, not tracked, 2 parcels'))).toBe(true);
  const csv = await market.request<string>('GET', '/api/orders/export.csv?role=seller', { as: mara });
  expect(csv.body).toContain('Letter,No,2,DE');
  expect(await refusalOf(place([await card(mara, 10, 41)], {}, 41))).toMatchObject({ code: 'no_shipping' });
});

test('without an address the payment page asks for one, where the chosen price is valid', async () => {
  const listingId = await card(mara);
  const withoutAddress = { addressId: undefined };
  const countriesOf = async (extra: Partial<PlacePurchaseInput> = {}) => {
    const { purchase, checkoutUrl } = await place([listingId], { ...withoutAddress, ...extra });
    const { shipping_address_collection: asked } = await sessionOf(purchase.id);
    return { countries: asked?.allowed_countries as string[], purchase, checkoutUrl };
  };
  const cheapest = await countriesOf();
  expect(cheapest.purchase.totals.shipping).toEqual(money(150, 'EUR'));
  expect([cheapest.countries.includes('FR'), cheapest.countries.includes('CH')]).toEqual([true, false]);
  await cancel(cheapest.purchase.id);
  const swiss = await countriesOf({ country: 'CH' });
  expect([swiss.countries, swiss.purchase.totals.shipping]).toEqual([['CH'], money(900, 'EUR')]);
  const address = { line1: 'Seestrasse 1', city: 'Zürich', postal_code: '8002' };
  const payTo = (country: string) =>
    onCheckout(`${swiss.checkoutUrl}/pay`, { card: '4242424242424242', name: 'Ada', address: { ...address, country } });
  expect((await payTo('FR')).status).toBe(422);
  expect((await payTo('CH')).status).toBe(200);
  await passTime(market);
  const [order] = swiss.purchase.orders;
  expect((await readOrderAs(market, mara, order?.id ?? '')).address).toMatchObject({ country: 'CH', city: 'Zürich' });
  // Two sellers whose cheapest methods are to different countries.
  await saveAgain(nora, [{ ...letter, destination: 'US', price: money(100, 'EUR') }, tracked]);
  const both = [await card(mara), await card(nora)];
  expect(await refusalOf(place(both, withoutAddress))).toMatchObject({
    code: 'no_shipping',
    message:
      'The shipping price depends on the country. Nothing was bought. Choose a shipping address, then try again.',
  });
  await saveAgain(nora, [letter, tracked, overseas]);
});

test('an order of one listing is shipped to an address too, and says what changed', async () => {
  const listingId = await card(mara);
  const order = (extra: object) => buy(market, buyer, listingId, { addressId, ...extra });
  expect((await order({ shipping: 'Letter', expectedShipping: money(100, 'EUR') })).body).toMatchObject({
    code: 'shipping_changed',
    errors: { shipping: 'Shipping was €1.00 and is now €1.50.' },
  });
  expect((await order({ shipping: 'Pigeon' })).body).toMatchObject({
    code: 'invalid',
    errors: { shipping: 'Choose one of these shipping methods: “Letter”, “Tracked”.' },
  });
  const stranger = await market.signUp();
  expect((await buy(market, stranger, listingId, { addressId })).status).toBe(404);
  expect((await order({ quantity: 401 })).body).toMatchObject({ errors: { quantity: 'Enter at most 400.' } });
  const placed = await order({ expectedShipping: money(150, 'EUR') });
  expect(placed.body.order).toMatchObject({ shipping: { name: 'Letter' }, address: { city: 'Paris' } });
  await cancel(placed.body.purchaseId);
});

test('the seller sees the address from the payment until 90 days after the order is completed', async () => {
  const { order, purchaseId, checkoutUrl } = await buyPlaced(market, buyer, await card(mara), { addressId });
  const addressFor = async (member: TestMember) => (await readOrderAs(market, member, order.id)).address?.city ?? null;
  expect((await sessionOf(purchaseId)).url).toBe(checkoutUrl);
  expect(await addressFor(buyer)).toBe('Paris');
  const before = await market.request('GET', `/api/orders/${order.id}`, { as: mara });
  expect(before.body.address ?? null).toBeNull();
  await pay(checkoutUrl);
  await passTime(market);
  expect(await addressFor(mara)).toBe('Paris');
  await completeOrder(market, mara, buyer, order.id);
  const completedAgo = (ms: number) =>
    rows('update orders set status_since = $2 where id = $1', [order.id, new Date(market.clock.now().getTime() - ms)]);
  await completedAgo(90 * dayMs - 1_000);
  expect(await addressFor(mara)).toBe('Paris');
  await completedAgo(90 * dayMs);
  expect([await addressFor(mara), await addressFor(buyer)]).toEqual([null, 'Paris']);
  const csv = await market.request<string>('GET', '/api/orders/export.csv?role=seller', { as: mara });
  const line = csv.body.split('\n').find((row) => row.includes(order.id.slice(-8).toUpperCase()));
  expect(line).not.toContain(',FR,');
});

test('a purchase of two orders counts once against the limit of purchases', async () => {
  const { purchase } = await place([await card(mara), await card(nora)]);
  const counted = await rows("select points::int as points from limit_counter where key like 'orders.holds%'");
  // Of the member and of the network.
  expect(counted).toEqual([{ points: 1 }, { points: 1 }]);
  await cancel(purchase.id);
});

test('the shipping of three sellers takes as many queries as that of one', async () => {
  const sellers = [mara, nora, await market.signUp()];
  const items = [{ isSlab: false, value: 500, quantity: 1, ownMethods: [] }] as const;
  const count = async (members: TestMember[]) => {
    const { pool } = market.platform;
    const original = pool.query;
    let queries = 0;
    pool.query = ((...args: [string | { text: string }, ...unknown[]]) => {
      const [query] = args;
      if (/shipping_|"profile"|from orders/.test(typeof query === 'string' ? query : query.text)) queries++;
      return Reflect.apply(original, pool, args);
    }) as typeof original;
    try {
      const parcels = members.map(({ id: sellerId }) => ({ sellerId, items }));
      const found = await shippingFor(market.platform.db, parcels, { country: 'FR', currency: 'EUR' });
      return { queries, found };
    } finally {
      pool.query = original;
    }
  };
  const [one, three] = [await count([mara]), await count(sellers)];
  expect(one.queries).toBeGreaterThan(0);
  expect(three.queries).toBe(one.queries);
  const namesOf = (shipping: OrderShipping | undefined) =>
    shipping?.kind === 'methods' && shipping.methods.map(({ name }) => name);
  expect(sellers.map(({ id }) => namesOf(three.found.get(id)))).toEqual([
    ['Letter', 'Tracked'],
    ['Letter', 'Tracked'],
    [],
  ]);
});
