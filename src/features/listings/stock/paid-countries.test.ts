import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePremium } from '#features/orders/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ env: { HOST_COUNTRY: 'DE' } });
  seller = await market.signUp();
  await makePremium(market, seller);
});
afterAll(() => market?.close());

const letter = { destination: 'world', name: 'Letter', tracked: false, price: money(100, 'EUR') };
const none = { maxCards: null, maxSlabs: null, maxGrams: null, maxValue: null, freeFrom: null };
const table = { version: 0, shipDays: 3, methods: [{ ...letter, ...none }] };
const save = (sendsFrom: string) =>
  market.request('PUT', '/api/shipping', { as: seller, body: { ...table, sendsFrom } });
const list = () =>
  market.request('POST', '/api/listings', {
    as: seller,
    body: {
      game: 'pokemon',
      name: 'Charizard',
      condition: 'near_mint',
      price: money(1_000, 'EUR'),
      quantity: 1,
      shipping: [],
      status: 'active',
    },
  });

test('a seller in a country where the host can’t pay is refused before listing, in words', async () => {
  const sentence = 'You can’t sell from Brazil because we can’t pay sellers there.';
  const refused = { status: 422, body: { errors: { sendsFrom: expect.stringContaining(sentence) } } };
  expect(await save('BR')).toMatchObject(refused);
  expect((await list()).status).toBe(201);
  // Set before the host had named its country.
  await market.platform.pool.query(
    "insert into shipping_table (seller_id, sends_from, ship_days, version, updated_at) values ($1, 'BR', 3, 0, now())",
    [seller.id],
  );
  expect(await list()).toMatchObject(refused);
  await market.platform.pool.query("update shipping_table set sends_from = 'FR' where seller_id = $1", [seller.id]);
  expect((await list()).status).toBe(201);
});
