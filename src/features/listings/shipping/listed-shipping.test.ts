import { afterAll, beforeAll, expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { totalOf } from '../components/listing-words.ts';
import type { Listing, ListingPage } from '../contract.ts';
import { findMatchableListing } from '../search/matching/matching-listings.server.ts';
import { importTestCards, listed, premium } from '../testing.ts';

/** Listings of a seller with a shipping table, as others read them. */
let market: TestMarket;
let seller: TestMember;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
  seller = await premium(market, await market.signUp());
}, 60_000);
afterAll(() => market?.close());

const usd = (amount: number) => money(amount, 'USD');
const own = [{ name: 'Own letter', price: usd(700), tracked: false }];
const letter = {
  destination: 'EU',
  name: 'Letter',
  tracked: false,
  price: usd(120),
  maxSlabs: 0,
  maxValue: usd(2_000),
};
const tracked = { destination: 'EU', name: 'Tracked letter', tracked: true, price: usd(450) };
const parcel = { destination: 'world', name: 'Parcel', tracked: true, price: usd(900), freeFrom: usd(50_000) };
const methods = [letter, tracked, parcel];

async function put(as: TestMember, fields: object = {}): Promise<void> {
  const { version } = (await market.request('GET', '/api/shipping', { as })).body;
  const body = { version, sendsFrom: 'DE', shipDays: 2, methods, ...fields };
  expect((await market.request('PUT', '/api/shipping', { as, body })).status).toBe(200);
}
const read = async ({ id }: Pick<Listing, 'id'>) => (await market.request<Listing>('GET', `/api/listings/${id}`)).body;
const find = async (query: string) => (await market.request<ListingPage>('GET', `/api/listings?${query}`)).body;

test('a listing is shipped by its own methods until its seller has a table, and by the table from then on', async () => {
  const as = await premium(market, await market.signUp());
  const listing = await listed(market, as, { price: usd(500), shipping: own });
  expect(await read(listing)).toMatchObject({ shipping: own, shipsFrom: null, shipsTo: null });
  await put(as);
  const letters = [
    { name: 'Letter', price: usd(120), tracked: false },
    { name: 'Tracked letter', price: usd(450), tracked: true },
  ];
  expect(await read(listing)).toMatchObject({ shipping: letters, shipsFrom: 'DE', shipsTo: ['EU', 'world'] });
  const later = await listed(market, as, { price: usd(600), shipping: own });
  expect((await read(later)).shipping).toEqual(letters);
  expect((await findMatchableListing(market.platform.db, listing.id, market.clock.now()))?.postage).toEqual(usd(120));
});

test('what a copy is worth and its case decide which methods it has', async () => {
  await put(seller);
  const first = async (fields: object) => (await read(await listed(market, seller, fields))).shipping[0];
  // From 10.00 sellers without delivered orders ship with tracking.
  expect(await first({ price: usd(1_000) })).toMatchObject({ name: 'Tracked letter' });
  expect(await first({ price: usd(900), grading: { company: 'PSA', grade: 9 } })).toMatchObject({
    name: 'Tracked letter',
  });
  expect(await first({ price: usd(900) })).toMatchObject({ name: 'Letter' });
});

test('without a method for its currency a listing says that it has none', async () => {
  await put(seller);
  const listing = await listed(market, seller, { price: money(700, 'GBP') });
  expect(await read(listing)).toMatchObject({ shipping: [], shipsTo: [] });
});

test('copies of a card are ordered by the price with the shipping that is paid', async () => {
  const [cheap, dear] = [await market.signUp(), await market.signUp()];
  for (const as of [cheap, dear]) await premium(market, as);
  const of = { catalogueCardId: cards['lea-232'] ?? '', condition: 'mint' as const };
  const dearest = await listed(market, dear, { ...of, price: usd(800), shipping: [] });
  const cheapest = await listed(market, cheap, { ...of, price: usd(850), shipping: own });
  await put(dear, { methods: [{ ...parcel, price: usd(500) }] });
  await put(cheap);
  const copies = await Promise.all([dearest, cheapest].map(read));
  expect(copies.map(({ price, shipping }) => totalOf(price, shipping[0]?.price ?? null).amount)).toEqual([1_300, 970]);
  const { body } = await market.request<{ cards: { from: unknown }[] }>('GET', '/api/search/suggestions?q=black lotus');
  expect(body.cards[0]?.from).toEqual(usd(850));
});

test('a search finds listings by the seller’s country and by destination, from the commit of a table on', async () => {
  const as = await premium(market, await market.signUp());
  const { id } = await listed(market, as, { name: 'Shipped Dragon', shipping: own });
  const ids = async (query: string) => (await find(`q=shipped dragon&${query}`)).items.map((item) => item.id);
  expect([await ids('shipsFrom=AT'), await ids('shipsTo=JP')]).toEqual([[], [id]]);
  await put(as, { sendsFrom: 'AT', methods: [letter] });
  for (const query of ['shipsFrom=AT', 'shipsTo=FR', 'shipsTo=EU', 'shipsFrom=AT,DE&shipsTo=AT'])
    expect([query, await ids(query)]).toEqual([query, [id]]);
  for (const query of ['shipsFrom=DE', 'shipsTo=JP', 'shipsTo=world'])
    expect([query, await ids(query)]).toEqual([query, []]);
  const { facets } = await find('q=shipped dragon');
  expect(facets.shipsFrom).toEqual([{ value: 'AT', label: 'Austria', count: 1 }]);
  expect(facets.shipsTo).toEqual([{ value: 'EU', label: 'European Union', count: 1 }]);
  const without = await find('q=shipped dragon&shipsTo=JP');
  expect([without.total, without.withoutFilter]).toEqual([0, [{ filter: 'shipsTo', total: 1 }]]);
  expect((await market.request('GET', '/api/listings?shipsTo=XX')).body.errors.shipsTo).toContain('EU or world');
});
