import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listed } from '../testing.ts';
import { listOwnListings } from './own-listings.server.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;
const notes = {
  sku: 'SLV-0042',
  place: 'Box 3, row B',
  privateNote: 'Paid 12.00\nat the fair in Antwerp.',
  cost: { amount: 9_137, currency: 'EUR' as const },
};

beforeAll(async () => {
  market = await startTestMarket();
  [seller, other] = [await market.signUp(), await market.signUp()];
}, 60_000);
afterAll(() => market?.close());

test('SKU, place, cost and note of a listing are its seller’s alone, wherever a listing is read', async () => {
  const { id } = await listed(market, seller, { name: 'Mew', game: 'pokemon', ...notes });
  const buyer = await market.signUp();
  await market.request('PUT', `/api/favorites/${id}`, { as: other });
  const { order } = (await market.request('POST', '/api/orders', { as: buyer, body: { listingId: id } })).body;
  expect(order.id).toEqual(expect.any(String));
  const readers: [who: string, as: TestMember | undefined][] = [
    ['a visitor', undefined],
    ['another member', other],
    ['its buyer', buyer],
  ];
  for (const [who, as] of readers) {
    for (const path of [
      `/api/listings/${id}`,
      '/api/listings?q=Mew',
      `/api/listings?seller=${seller.id}`,
      '/api/favorites',
      `/api/orders/${order.id}`,
    ]) {
      const { body } = await market.request('GET', path, { as });
      const read = JSON.stringify(body);
      for (const secret of ['SLV-0042', 'row B', 'Antwerp', 'privateNote', '9137', '91.37', 'cost"'])
        expect(read, `${who} reads ${path}`).not.toContain(secret);
    }
  }
  expect((await market.request('GET', `/api/listings/${id}`, { as: seller })).body).toMatchObject(notes);
  const mine = (await market.request('GET', '/api/listings?seller=me&status=all', { as: seller })).body.items;
  expect(mine).toEqual([expect.objectContaining({ id, ...notes })]);
});

test('they are changed and taken away by the seller, within their limits, and found by SKU and place', async () => {
  const { id } = await listed(market, other, { name: 'Lugia', game: 'pokemon', ...notes });
  const patch = (body: object, as = other) => market.request('PATCH', `/api/listings/${id}`, { as, body });
  expect((await patch({ sku: 'x' }, seller)).status).toBe(403);
  const found = async (search: string) =>
    (await listOwnListings(market.platform, actorOf(other), new URLSearchParams(), { limit: 5, search })).items.length;
  expect([await found('slv-0042'), await found('box row'), await found('antwerp')]).toEqual([1, 1, 0]);
  expect((await patch({ place: null, privateNote: 'Sold at the fair.' })).body).toMatchObject({
    sku: 'SLV-0042',
    place: null,
    privateNote: 'Sold at the fair.',
    cost: notes.cost,
  });
  expect((await patch({ cost: { amount: 0, currency: 'USD' } })).body.cost).toEqual({ amount: 0, currency: 'USD' });
  expect((await patch({ cost: null })).body.cost).toBeNull();
  expect((await patch({ cost: { amount: -1, currency: 'USD' } })).body.errors).toEqual({
    'cost.amount': 'Enter an amount from 0.00 to 1,000,000.00.',
  });
  expect((await patch({ sku: 'x'.repeat(41), place: '', privateNote: 'x'.repeat(501) })).body.errors).toEqual({
    sku: 'Enter at most 40 characters.',
    place: 'Enter the storage location.',
    privateNote: 'Enter at most 500 characters.',
  });
});
