import { afterAll, beforeAll, expect, test } from 'vitest';
import { editions, finishes } from '#features/catalogue/words.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { conditions, languages, listingGames } from '../model/listing.rules.ts';
import { premium } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await premium(market, await market.signUp('every_value'));
});
afterAll(() => market?.close());

const valuesOf = (field: string, values: readonly string[]) => values.map((value) => [field, value] as const);

// A constraint of the database is a list, too: a new value needs a migration where there is one.
test.each([
  ...valuesOf('condition', conditions),
  ...valuesOf('finish', finishes),
  ...valuesOf('language', languages),
  ...valuesOf('edition', editions),
  ...valuesOf('game', listingGames),
])('a listing with the %s %s is stored and found by it', async (field, value) => {
  const price = { amount: 500, currency: 'USD' };
  const body = { game: 'pokemon', name: 'Charizard', condition: 'good', price, status: 'active', [field]: value };
  const made = await market.request<{ id: string }>('POST', '/api/listings', { as: seller, body });
  expect(made).toMatchObject({ status: 201, body: { [field]: value } });
  const found = await market.request<{ items: { id: string }[] }>('GET', `/api/listings?${field}=${value}`);
  expect(found.body.items.map(({ id }) => id)).toContain(made.body.id);
});
