import { afterAll, beforeAll, expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';
import { firstFigures } from './model/shipping.rules.ts';
import { quoteFromTables } from './quote.server.ts';

/** Shipping tables and the host's figures, over HTTP. */
let market: TestMarket;
let seller: TestMember;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, admin] = [await market.signUp(), await market.signUp()];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const letter = { destination: 'EU', name: 'Letter', tracked: false, price: money(150, 'EUR') };
const parcel = { destination: 'world', name: 'Parcel', tracked: true, price: money(900, 'EUR') };
const table = { version: 0, sendsFrom: 'FR', shipDays: 2, methods: [letter, parcel] };
const put = (as: TestMember, fields: object = {}) =>
  market.request('PUT', '/api/shipping', { as, body: { ...table, ...fields } });
const read = async (as: TestMember) => (await market.request('GET', '/api/shipping', { as })).body;
const setFigures = (as: TestMember | undefined, fields: object = {}) =>
  market.request('PUT', '/api/admin/market/shipping', {
    ...(as ? { as } : {}),
    body: { ...firstFigures, ...fields },
  });
const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  market.request<string>('POST', path, {
    as,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** The form of the figures, as an admin types it. */
function typedFigures(): Record<string, string> {
  const figures = { ...firstFigures, trackedFrom: '20,50', trackedFromForNew: '10', lossBasisPoints: '2.5', note: '' };
  return {
    about: 'figures',
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)])),
  };
}
const noLimits = { maxCards: null, maxSlabs: null, maxGrams: null, maxValue: null, freeFrom: null, needsPhone: false };

test('a seller starts from the suggested methods, and replaces the whole table', async () => {
  const suggested = await read(seller);
  expect(suggested).toMatchObject({ version: 0, sendsFrom: null });
  expect(suggested.methods.length).toBeGreaterThan(1);
  expect((await put(seller)).body).toMatchObject({
    version: 1,
    sendsFrom: 'FR',
    shipDays: 2,
    methods: [
      { ...letter, ...noLimits },
      { ...parcel, ...noLimits },
    ],
  });
  expect((await put(seller, { version: 1, methods: [parcel] })).body).toMatchObject({
    version: 2,
    methods: [{ name: 'Parcel' }],
  });
  expect((await market.request('GET', '/api/shipping')).status).toBe(401);
});

test('of writers of one version, one saves; the others are refused', async () => {
  const as = await market.signUp();
  for (const version of [0, 1]) {
    const answers = await Promise.all([1, 2, 3].map(() => put(as, { version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('version_changed');
  }
  expect(await read(as)).toMatchObject({ version: 2, methods: [{ name: 'Letter' }, { name: 'Parcel' }] });
});

test.each([
  ['an unknown destination', { methods: [{ ...letter, destination: 'XX' }] }, 'methods.0.destination'],
  ['no methods', { methods: [] }, 'methods'],
  ['two methods with one name', { methods: [letter, { ...letter, name: 'LETTER' }] }, 'methods.1.name'],
  ['a limit in another currency', { methods: [{ ...letter, maxValue: money(1, 'USD') }] }, 'methods.0.maxValue'],
  ['a negative price', { methods: [{ ...letter, price: money(-1, 'EUR') }] }, 'methods.0.price.amount'],
  ['too many days', { shipDays: 8 }, 'shipDays'],
  ['an unknown country', { sendsFrom: 'EU' }, 'sendsFrom'],
])('%s is refused', async (_, fields, field) => {
  const { status, body } = await put(seller, { version: 2, ...fields });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('the same name is allowed for another destination or currency', async () => {
  const as = await market.signUp();
  const methods = [letter, { ...letter, destination: 'FR' }, { ...letter, price: money(200, 'USD') }];
  expect((await put(as, { methods })).status).toBe(200);
});

test('a quote is made from the stored table and the figures in force, and names its version', async () => {
  const as = await market.signUp();
  const shipment = {
    sellerId: as.id,
    items: [{ isSlab: false, value: 500, quantity: 1 }],
    currency: 'EUR',
  } as const;
  const record = { deliveredOrders: 50, parcels: 50, lostParcels: 0 };
  const quote = async ({ country = 'DE', ...change }: { country?: string; [name: string]: unknown } = {}) => {
    const records = async (ids: readonly string[]) => new Map(ids.map((id) => [id, record]));
    const found = (await quoteFromTables(market.platform.db, [{ ...shipment, ...change }], records)).get(as.id);
    return found && { ...found, quote: found.quoteTo(country) };
  };
  expect(await quote()).toBe(undefined);
  await put(as, { methods: [{ ...letter, freeFrom: money(2_000, 'EUR') }, parcel] });
  expect(await quote()).toMatchObject({
    version: 1,
    sendsFrom: 'FR',
    shipDays: 2,
    quote: { kind: 'methods', methods: [{ method: { name: 'Letter' }, price: money(150, 'EUR') }] },
  });
  expect(await quote({ items: [{ isSlab: false, value: 2_000, quantity: 1 }] })).toMatchObject({
    quote: { methods: [{ price: money(0, 'EUR') }] },
  });
  expect(await quote({ country: 'US' })).toMatchObject({ quote: { methods: [{ method: { name: 'Parcel' } }] } });
  expect(await quote({ currency: 'USD' })).toMatchObject({ quote: { kind: 'contact_seller' } });
});

test('an admin changes the figures for new orders; the page of fees shows them with their history', async () => {
  expect((await setFigures(undefined)).status).toBe(401);
  expect((await setFigures(seller)).status).toBe(403);
  expect((await setFigures(admin)).body.code).toBe('same_figures');
  expect((await setFigures(admin, { newUnderOrders: -1 })).status).toBe(422);
  const tooLate = (await setFigures(admin, { transitAbroadDays: 15, trackedWaitDays: 7 })).body;
  expect(Object.keys(tooLate.errors)).toEqual(['trackedWaitDays']);
  const aboveAll = (await setFigures(admin, { trackedFromForNew: 2_501 })).body;
  expect(Object.keys(aboveAll.errors)).toEqual(['trackedFromForNew']);
  const fees = () => market.request<string>('GET', '/fees');
  expect((await fees()).body.replaceAll('<!-- -->', '')).toContain('until 10 orders are delivered');
  expect((await fees()).body).toContain('The seller, unless tracking shows the delivery');
  const { items } = (await setFigures(admin, { trackedFrom: 3_000, note: 'Post is dearer.' })).body;
  expect(items).toMatchObject([
    { trackedFrom: 3_000, note: 'Post is dearer.', since: expect.any(String), until: null },
    { ...firstFigures, since: null, until: items[0].since },
  ]);
  expect((await market.request('GET', '/api/market/shipping')).body.items).toEqual(items);
  const page = (await fees()).body;
  for (const part of ['30.00', '25.00', 'Post is dearer.']) expect(page).toContain(part);
  const { rows } = await market.platform.pool.query(
    "select by, data from audit_log where act = 'shipping-figures.changed'",
  );
  expect(rows).toEqual([
    {
      by: admin.id,
      data: { from: firstFigures, to: { ...firstFigures, trackedFrom: 3_000 }, reason: 'Post is dearer.' },
    },
  ]);
});

test('who changes the figures has confirmed who they are a short time before', async () => {
  await market.advance(11 * minuteMs);
  expect(await setFigures(admin, { trackedFrom: 4_000 })).toMatchObject({
    status: 403,
    body: { code: 'step_up_required' },
  });
  const { status, headers } = await post('/admin/shipping', admin, typedFigures());
  expect([status, headers.get('location')]).toEqual([302, '/settings/security/confirm?next=%2Fadmin%2Fshipping']);
  expect((await market.request('GET', '/api/market/shipping')).body.items[0].trackedFrom).toBe(3_000);
  await confirmAs(market, admin, { password: admin.password });
  expect((await setFigures(admin, { trackedFrom: 4_000 })).status).toBe(200);
});

test('an admin’s suggested methods are the start of sellers without a table, and change no other', async () => {
  const as = await market.signUp();
  const saved = await market.request('PUT', '/api/admin/market/shipping-table', {
    as: admin,
    body: { ...table, methods: [{ ...parcel, name: 'Suggested' }] },
  });
  expect(saved.body).toMatchObject({ version: 1, methods: [{ name: 'Suggested' }] });
  expect(await read(as)).toMatchObject({ version: 0, sendsFrom: null, methods: [{ name: 'Suggested' }] });
  expect((await read(seller)).methods).toMatchObject([{ name: 'Parcel' }]);
  const refused = await market.request('PUT', '/api/admin/market/shipping-table', { as: seller, body: table });
  expect(refused.status).toBe(403);
});

const row = (n: number, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`methods.${n}.${name}`, value]));
const typedLetter = {
  destination: 'FR',
  name: 'Letter',
  price: '1,50',
  currency: 'EUR',
  maxSlabs: '0',
  needsPhone: 'on',
};

test('the page adds, removes and saves methods without script', async () => {
  const as = await market.signUp();
  const path = '/dashboard/shipping';
  expect((await market.request<string>('GET', path, { as })).body).toContain('These are suggested.');
  const form = { version: '0', sendsFrom: 'FR', shipDays: '3', count: '2', ...row(0, typedLetter) };
  const more = await post(path, as, { ...form, intent: 'add' });
  expect([more.body.includes('name="methods.2.name"'), more.body.includes('value="1,50"')]).toEqual([true, true]);
  expect(await read(as)).toMatchObject({ version: 0 });
  const wrong = await post(path, as, { ...form, intent: 'save', ...row(1, { ...typedLetter, price: 'much' }) });
  expect([wrong.status, wrong.body.includes('“much” isn’t an amount in EUR.')]).toEqual([422, true]);
  const removed = row(1, { ...typedLetter, name: 'Old', remove: 'on' });
  const saved = await post(path, as, { ...form, intent: 'save', ...removed });
  expect(saved.body).toContain('Shipping methods saved');
  expect(await read(as)).toMatchObject({
    version: 1,
    sendsFrom: 'FR',
    shipDays: 3,
    methods: [
      { destination: 'FR', name: 'Letter', tracked: false, price: money(150, 'EUR'), maxSlabs: 0, needsPhone: true },
    ],
  });
});

test('the admin’s page changes figures and suggested methods', async () => {
  const path = '/admin/shipping';
  const wrong = await post(path, admin, { ...typedFigures(), trackedFrom: 'much' });
  expect([wrong.status, wrong.body.includes('Enter a number from 0 to')]).toEqual([422, true]);
  expect((await post(path, admin, typedFigures())).body).toContain('Shipping figures changed.');
  expect((await market.request('GET', '/api/market/shipping')).body.items[0]).toMatchObject({
    trackedFrom: 2_050,
    trackedFromForNew: 1_000,
    lossBasisPoints: 250,
  });
  const { version } = (await market.request('GET', '/api/admin/market/shipping-table', { as: admin })).body;
  const form = { version: String(version), sendsFrom: 'DE', shipDays: '1', count: '1', ...row(0, typedLetter) };
  expect((await post(path, admin, { ...form, intent: 'save' })).body).toContain('Suggested shipping methods saved');
});

test('the suggested methods are saved in one press, and a preview shows what a card costs to ship', async () => {
  const as = await market.signUp();
  const path = '/dashboard/shipping';
  const copy = (sendsFrom: string) => post(path, as, { intent: 'copy', sendsFrom });
  const suggested = (await read(as)).methods;
  const wrong = await copy('');
  expect([wrong.status, wrong.body.includes('Choose a country.')]).toEqual([422, true]);
  await post(path, as, { intent: 'country', sendsFrom: 'SE' });
  expect(await read(as)).toMatchObject({ version: 0, sendsFrom: 'SE', methods: suggested });
  expect((await market.request<string>('GET', path, { as })).body).toContain('Use suggested methods');
  expect((await copy('SE')).body).toContain('Shipping methods saved');
  expect(await read(as)).toMatchObject({ version: 1, sendsFrom: 'SE', methods: suggested });
  await put(as, { version: 1 });
  const preview = async (query: string) =>
    (await market.request<string>('GET', `${path}?${query}`, { as })).body.replaceAll('<!-- -->', '');
  const near = await preview('price=5&currency=EUR&to=FR');
  expect(near).toContain('A card for €5.00 to France:');
  expect(near).toContain('€1.50');
  expect(await preview('price=5&currency=EUR&to=JP')).toContain('€9.00');
  expect(await preview('price=5&currency=USD&to=JP')).toContain('None of your methods ships it there.');
  expect(await preview('price=much')).toContain('Enter an amount in');
});
