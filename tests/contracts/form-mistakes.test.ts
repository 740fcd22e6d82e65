import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { buyPlaced, pay, putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let shop: TestMember;
let admin: TestMember;
let buyer: TestMember;
const at: Record<string, string> = {};
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [shop, admin, buyer] = [
    await premium(market, await market.signUp('mistake_shop')),
    await market.signUp(),
    await market.signUp(),
  ];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  at.card = (await importTestCards(market))['base1-4'] ?? '';
  at.listing = (await listed(market, shop, { catalogueCardId: at.card })).id;
  at.hidden = await putUpForSale(market, buyer);
  const why = { why: 'other', reason: 'Looked at.' };
  expect((await market.request('POST', `/api/admin/listings/${at.hidden}/hide`, { as: admin, body: why })).status).toBe(
    200,
  );
  at.ruling = (await market.request('GET', '/api/rulings', { as: buyer })).body.items[0].id;
  at.want = (await market.request('POST', '/api/wanted', { as: buyer, body: { card: { id: at.card } } })).body.id;
  const text = { name: 'A copy', reader: 'reported', text: 'Dear {member}' };
  at.offered = await putUpForSale(market, shop);
  at.offer = (
    await market.request('POST', `/api/listings/${at.offered}/offers`, { as: buyer, body: { amount: 1_000 } })
  ).body.id;
  expect((await market.request('PUT', `/api/favorites/${at.listing}`, { as: buyer })).status).toBeLessThan(300);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, shop));
  at.order = order.id;
  expect((await pay(checkoutUrl)).status).toBe(200);
  at.text = (await market.request('POST', '/api/admin/texts', { as: admin, body: text })).body.id;
}, 90_000);
afterAll(() => market?.close());

const post = async (path: string, as: TestMember, fields: Record<string, string>) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await market.request('POST', path, {
    as,
    headers,
    body: new URLSearchParams(fields).toString(),
  });
  return { status, html: String(body).replace(/<!-- -->/g, '') };
};

/** Of what a summary lists: the field that each leads to. */
const ledTo = (html: string) => [...html.matchAll(/<a href="#(f-[^"]+)">/g)].map(([, id]) => id ?? '');
const rule = { intent: 'save', name: 'A rule', tab: 'live', do: 'lower market', mostPercent: '10' };
const ad = {
  act: 'write',
  text: 'A fair',
  link: 'https://fair.example',
  from: '2026-01-01T00:00',
  to: '2027-01-01T00:00',
  weight: '1',
};

const forms: [name: string, path: () => string, as: () => TestMember, fields: Record<string, string>][] = [
  [
    'a rule whose search can’t be read',
    () => '/dashboard/listings/rules',
    () => shop,
    { ...rule, query: 'set:base (' },
  ],
  ['a rule with a price that is none', () => '/dashboard/listings/rules', () => shop, { ...rule, floor: 'abc' }],
  ['a rule that may change too much', () => '/dashboard/listings/rules', () => shop, { ...rule, mostPercent: '9999' }],
  ['a rule far beside the market', () => '/dashboard/listings/rules', () => shop, { ...rule, by: '9999' }],
  ['an ad without words', () => '/admin/ads/new', () => admin, { ...ad, text: '', link: 'nowhere', weight: '0' }],
  [
    'a new text without words',
    () => '/admin/texts',
    () => admin,
    { act: 'write', id: '', name: '', reader: 'reported', text: '' },
  ],
  [
    'a text changed to nothing',
    () => '/admin/texts',
    () => admin,
    { act: 'write', id: at.text ?? '', name: '', reader: 'reported', text: '' },
  ],
  ['an appeal without words', () => `/settings/decisions/${at.ruling}`, () => buyer, { text: '' }],
  [
    'a wanted post of letters',
    () => '/wanted/create',
    () => buyer,
    { title: '', game: '', highestPrice: 'abc', quantity: 'abc' },
  ],
  [
    'a wanted post changed to letters',
    () => `/wanted/${at.want}/edit`,
    () => buyer,
    { highestPrice: '', quantity: '-3' },
  ],
  ['a vacation into the past', () => '/settings/vacation', () => shop, { from: '2000-01-01', to: '1999-01-01' }],
  [
    'a search without a name',
    () => '/saved-searches/new?q=charizard',
    () => buyer,
    { name: '', query: 'q=charizard', frequency: 'now' },
  ],
  ['an address of nothing', () => '/settings/addresses', () => buyer, { country: '', name: '', line1: '' }],
  [
    'shipping methods of letters',
    () => '/dashboard/shipping',
    () => shop,
    { count: '1', 'methods.0.name': 'Letter', 'methods.0.price': 'abc', 'methods.0.maxCards': 'abc' },
  ],
  ['no shipping methods', () => '/dashboard/shipping', () => shop, { sendsFrom: 'FR', shipDays: '2', count: '1' }],
  ['shipping figures of letters', () => '/admin/shipping', () => admin, { about: 'figures', trackedFrom: 'abc' }],
  ['an offer of letters', () => `/listings/${at.listing}/offer`, () => buyer, { amount: 'abc' }],
];

test.each(
  forms,
)('%s: each mistake that is listed leads to its field, in words of ours', async (_, path, as, fields) => {
  const { status, html } = await post(path(), as(), fields);
  expect(status).toBe(422);
  const fieldsLedTo = ledTo(html);
  expect(fieldsLedTo.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  expect(html).toContain('aria-invalid="true"');
  expect(html).not.toMatch(/Invalid input|expected (string|number)|received /);
});

const inEuros: [name: string, path: () => string, as: () => TestMember, fields: () => Record<string, string>][] = [
  ['an offer', () => `/listings/${at.listing}/offer`, () => buyer, () => ({ amount: '€11' })],
  [
    'an offer for several',
    () => `/offers/basket?seller=${shop.id}`,
    () => buyer,
    () => ({ seller: shop.id, listing: at.listing ?? '', amount: '11 €' }),
  ],
  ['an offer to who saved it', () => `/listings/${at.listing}/watchers`, () => shop, () => ({ amount: '€11' })],
  ['a counter-offer', () => '/offers', () => shop, () => ({ intent: 'counter', id: at.offer ?? '', amount: 'EUR 11' })],
  ['a wanted post', () => '/wanted/create', () => buyer, () => ({ card: at.card ?? '', highestPrice: '€11' })],
  ['a bulk amount', () => '/dashboard/listings/bulk', () => shop, () => ({ do: 'raise amount', by: '€1' })],
  [
    'a bulk lowest price',
    () => '/dashboard/listings/bulk',
    () => shop,
    () => ({ do: 'lower percent', by: '5', floor: '1 eur' }),
  ],
  ['a rule’s lowest price', () => '/dashboard/listings/rules', () => shop, () => ({ ...rule, floor: '€1' })],
  ['a refund', () => `/orders/${at.order}`, () => shop, () => ({ intent: 'refund', amount: '€1' })],
];

test.each(
  inEuros,
)('%s in euros, where dollars are asked for, is no amount, and what was typed stays', async (_, path, as, fields) => {
  const { status, html } = await post(path(), as(), fields());
  expect([status, html.match(/“[^”]*” isn’t an amount in \w+/)?.[0]]).toEqual([
    422,
    expect.stringMatching(/^“[^”]*\d[^”]*” isn’t an amount in USD$/),
  ]);
  const typed = Object.values(fields()).find((value) => /€|eur/i.test(value));
  expect(html).toContain(`value="${typed}"`);
});

test('forms that stand on a page several times have fields of their own', async () => {
  const { body } = await market.request<string>('GET', '/admin/texts', { as: admin });
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
});
