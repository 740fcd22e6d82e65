import { afterAll, beforeAll, expect, test } from 'vitest';
import { cheapestMethodSql } from '#features/shipping/index.server.ts';
import { money } from '#kernel/numbers/money.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { postWords } from '#ui/card/price.tsx';
import { shippingWords, tileFacts, totalOf } from '../components/listing-words.ts';
import type { Listing, ListingPage } from '../contract.ts';
import { findMatchableListing } from '../search/matching/matching-listings.server.ts';
import { byPrice, cheapestWithPost } from '../search/sql/total-rank.server.ts';
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
  const as = await market.signUp();
  const pounds = [{ name: 'Own letter', price: money(100, 'GBP'), tracked: false }];
  const listing = await listed(market, as, { price: money(700, 'GBP'), shipping: pounds });
  await put(as);
  expect(await read(listing)).toMatchObject({ shipping: [], shipsTo: [] });
  // Another one is refused at once.
  await expect(listed(market, as, { price: money(700, 'GBP'), shipping: pounds })).rejects.toThrow(
    'Your shipping methods are in USD.',
  );
  await listed(market, as, { price: usd(700) });
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

test('a price that depends on the country is “from”, and that of the country which the search names', async () => {
  const as = await premium(market, await market.signUp());
  const { id } = await listed(market, as, { name: 'Varied Wyvern', price: usd(600), shipping: [] });
  const said = (listing: Listing) => {
    const { post, postVaries } = tileFacts(listing);
    return [postWords(post, postVaries), shippingWords(listing)];
  };
  const found = async (query: string) => {
    const [item] = (await find(`q=varied wyvern${query}`)).items;
    return item ? said(item) : [];
  };
  expect(said(await read({ id }))).toEqual(['Free shipping', 'Free shipping']);
  const free = { destination: 'DE', name: 'Letter', tracked: true, price: usd(0) };
  await put(as, { methods: [free, parcel] });
  expect(said(await read({ id }))).toEqual([
    'Free shipping to some countries',
    'Letter, tracked: free to some countries',
  ]);
  expect(await found('')).toEqual(['Free shipping to some countries', 'Letter, tracked: free to some countries']);
  expect(await found('&shipsTo=DE')).toEqual(['Free shipping', 'Letter, tracked: Free']);
  expect(await found('&shipsTo=FR')).toEqual(['+ $9.00 shipping', 'Parcel, tracked: $9.00']);
  await put(as, { methods: [{ ...tracked, price: usd(300) }, parcel] });
  expect(said(await read({ id }))).toEqual(['+ shipping from $3.00', 'Tracked letter: from $3.00']);
  // One price, though not to every country.
  await put(as, { methods: [{ ...free, destination: 'EU' }] });
  expect(said(await read({ id }))[0]).toBe('Free shipping to some countries');
  await put(as, { methods: [{ ...free, destination: 'world' }] });
  expect(said(await read({ id }))[0]).toBe('Free shipping');
  await put(as, { methods: [{ ...letter, maxValue: usd(100) }] });
  expect(said(await read({ id }))).toEqual(['Contact seller for shipping', 'Contact seller for shipping']);
});

test('a search by destination leaves out what the methods don’t take', async () => {
  const as = await premium(market, await market.signUp());
  const { id } = await listed(market, as, { name: 'Heavy Hydra', price: usd(600) });
  const { id: slab } = await listed(market, as, {
    name: 'Heavy Hydra',
    price: usd(600),
    grading: { company: 'PSA', grade: 9 },
  });
  await put(as, { methods: [{ ...letter, maxValue: usd(700) }] });
  const ids = async () => (await find('q=heavy hydra&shipsTo=FR')).items.map((item) => item.id);
  expect(await ids()).toEqual([id]);
  await put(as, { methods: [{ ...letter, maxValue: usd(500) }] });
  expect(await ids()).toEqual([]);
  await put(as, { methods: [{ ...letter, maxSlabs: 3, maxValue: usd(700) }] });
  expect((await ids()).sort()).toEqual([id, slab].sort());
});

test('copies are ordered by the shipping that is shown, with tracking where it is required', async () => {
  const sellers = await Promise.all([market.signUp(), market.signUp()]);
  const of = { catalogueCardId: cards['lea-161'] ?? '', condition: 'mint' as const };
  const [untracked, cheap] = await Promise.all(
    sellers.map(async (as, n) => {
      await premium(market, as);
      const listing = await listed(market, as, { ...of, price: usd(n === 0 ? 1_100 : 1_200), shipping: [] });
      // From 10.00 a new seller ships with tracking, so the first one's letter doesn't count.
      await put(as, { methods: n === 0 ? [letter, tracked] : [{ ...tracked, price: usd(200) }] });
      return listing;
    }),
  );
  const { rows } = await market.platform.pool.query<{ id: string }>(
    `select l.id ${byPrice('l.card_id = $1', 10)} order by ${cheapestWithPost}`,
    [of.catalogueCardId],
  );
  expect(rows.map((row) => row.id)).toEqual([cheap?.id, untracked?.id]);
});

test('the price in SQL is that of the first method that is shown, for each table and copy', async () => {
  const as = await premium(market, await market.signUp());
  const grading = { company: 'PSA', grade: 9 } as const;
  const ids: string[] = [];
  for (const price of [300, 900, 1_000, 1_900])
    for (const copy of [{ price: usd(price) }, { price: usd(price), grading }])
      ids.push((await listed(market, as, { ...copy, shipping: own })).id);
  const tables = [
    [letter],
    [tracked],
    methods,
    [{ ...parcel, freeFrom: usd(1_000) }],
    [letter, { ...tracked, maxGrams: 100, price: usd(50) }],
    [
      { ...letter, maxCards: 0, maxSlabs: null },
      { ...letter, destination: 'DE', maxValue: usd(500), price: usd(90) },
    ],
  ];
  for (const table of tables) {
    await put(as, { methods: table });
    const shown = await Promise.all(ids.map((id) => read({ id })));
    const { rows } = await market.platform.pool.query<{ id: string; price: number }>(
      `select l.id, ${cheapestMethodSql}::int as price from listing l where l.seller_id = $1`,
      [as.id],
    );
    const priceOf = new Map(rows.map(({ id, price }) => [id, price]));
    expect(ids.map((id) => priceOf.get(id))).toEqual(shown.map(({ shipping: [first] }) => first?.price.amount ?? 0));
  }
});

test('an offer for what no method ships to the buyer is refused, when it is made and when it is accepted', async () => {
  const as = await premium(market, await market.signUp());
  const buyer = await market.signUp();
  const listing = await listed(market, as, { price: usd(800), acceptsOffers: true });
  const offer = () =>
    market.request('POST', `/api/listings/${listing.id}/offers`, { as: buyer, body: { amount: usd(700) } });
  const home = { name: 'Ada Byron', line1: '1 Main Street', city: 'Zürich', postalCode: '8001', country: 'CH' };
  expect((await market.request('POST', '/api/addresses', { as: buyer, body: home })).status).toBe(201);
  await put(as, { methods: [letter] });
  expect(await offer()).toMatchObject({ status: 409, body: { code: 'no_shipping' } });
  await put(as, { methods: [parcel] });
  const made = await offer();
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await put(as, { methods: [letter] });
  const accepted = await market.request('POST', `/api/offers/${made.body.id}/accept`, { as, body: {} });
  expect(accepted).toMatchObject({ status: 409, body: { code: 'no_shipping' } });
  expect(accepted.body.message).toMatch(
    /^No shipping method of the seller takes this card to the buyer’s country\. The offer/,
  );
});
