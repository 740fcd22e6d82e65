import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { importTestCards, premium } from './testing.ts';

let market: TestMarket;
let seller: TestMember;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
  seller = await premium(market, await market.signUp());
}, 60_000);
afterAll(() => market?.close());

test('[EN-09] a new listing is answered as a look at it is, of a draft and of one for sale, while its seller is away as well', async () => {
  const body = {
    catalogueCardId: cards['base1-4'],
    condition: 'near_mint',
    price: { amount: 1_299, currency: 'USD' },
    grading: { company: 'BGS', grade: 9.5, certificate: '0012' },
    checklist: { corners: 'clean', edges: null, surface: null, centring: 'slight', front: true, back: false },
    quantity: 2,
    offerFloor: { amount: 900, currency: 'USD' },
    offerWindowHours: 72,
    autoAccept: { amount: 1_200, currency: 'USD' },
    shipping: [{ name: 'Letter', price: { amount: 150, currency: 'USD' }, tracked: false }],
    description: 'Kept flat.',
    sku: 'A-1',
    place: 'Box 7',
    privateNote: 'From the lot of May.',
    cost: { amount: 400, currency: 'EUR' },
  };
  const same = async (more: object) => {
    const made = await market.request('POST', '/api/listings', { as: seller, body: { ...body, ...more } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { body: read } = await market.request('GET', `/api/listings/${made.body.id}`, { as: seller });
    expect(made.body).toEqual(read);
    return read;
  };
  await same({});
  await market.platform.pool.query('update profile set rating = 4.8, total_sales = 12 where user_id = $1', [seller.id]);
  await market.platform.pool.query(
    "insert into vacation (id, member_id, starts_at, ends_at, note, created_at) values ('away', $1, now() - interval '1 day', now() + interval '1 day', 'At sea', now())",
    [seller.id],
  );
  expect(await same({ status: 'active' })).toMatchObject({ sellerAway: { note: 'At sea' }, seller: { rating: 4.8, totalSales: 12 } });
  await market.platform.pool.query("delete from vacation where id = 'away'");
});
