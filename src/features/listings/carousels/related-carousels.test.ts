import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { tileFacts } from '../components/listing-words.ts';
import type { Listing } from '../contract.ts';
import { editListing } from '../lifecycle/edit-listing.server.ts';
import { pauseListing } from '../lifecycle/move-listing.server.ts';
import { findListingsByIds, getListing } from '../read/listing.queries.server.ts';
import { importTestCards, listed, premium } from '../testing.ts';
import { copiesOfCard } from './listing.carousels.server.ts';
import { findCarousels } from './related-carousels.server.ts';

let market: TestMarket;
let mara: TestMember;
let ben: TestMember;
let shown: Listing;
const made: Record<string, Listing> = {};

beforeAll(async () => {
  market = await startTestMarket();
  mara = await premium(market, await market.signUp());
  ben = await premium(market, await market.signUp());
  const cards = await importTestCards(market);
  const list = async (name: string, seller: TestMember, card: string, amount: number) => {
    made[name] = await listed(market, seller, {
      catalogueCardId: cards[card] as string,
      price: { amount, currency: 'USD' },
    });
    market.clock.advance(1_000);
  };
  await list('dear copy', ben, 'lea-161', 900);
  await list('cheap copy', ben, 'lea-161', 500);
  await list('same set', ben, 'lea-232', 700);
  shown = await listed(market, mara, { catalogueCardId: cards['lea-161'] as string });
  await list('more of hers', mara, 'lea-161', 1_200);
}, 60_000);
afterAll(() => market?.close());

const limits = { row: 6, copies: 20 };
const relatedCarousels = (listing: Listing, most = limits, without: readonly string[] = []) =>
  findCarousels(market.platform, listing, most, without);
const named = (listings: readonly Pick<Listing, 'id'>[]) =>
  listings.map(({ id }) => Object.entries(made).find(([, one]) => one.id === id)?.[0] ?? `an unknown ${id}`);
const carousels = async (more: { limits?: typeof limits; without?: string[] } = {}) => {
  const { copies, similar, fromSeller } = await relatedCarousels(shown, more.limits ?? limits, more.without);
  return { copies: named(copies), similar: named(similar), fromSeller: named(fromSeller) };
};

test('the carousels beside a listing: copies of its card by price, others of its set, more of its seller', async () => {
  const all = {
    copies: ['cheap copy', 'dear copy', 'more of hers'],
    similar: ['same set'],
    fromSeller: ['more of hers'],
  };
  expect(await carousels()).toEqual(all);
  // The same as a look at each.
  const { copies } = await relatedCarousels(shown, limits);
  for (const copy of copies) expect(copy).toEqual(tileFacts(await getListing(market.platform, copy.id)));
  expect(await carousels({ limits: { row: 1, copies: 2 } })).toEqual({ ...all, copies: ['cheap copy', 'dear copy'] });
  expect(await carousels({ without: [ben.id] })).toEqual({
    copies: ['more of hers'],
    similar: [],
    fromSeller: ['more of hers'],
  });
});

test('a price that changes and a copy that is not for sale any more show at once', async () => {
  await carousels();
  const { id, version } = made['dear copy'] as Listing;
  await editListing(market.platform, actorOf(ben), id, { version, price: { amount: 400, currency: 'USD' } });
  const { copies } = await relatedCarousels(shown, limits);
  expect(named(copies)).toEqual(['dear copy', 'cheap copy', 'more of hers']);
  expect(copies[0]?.price.amount).toBe(400);
  await pauseListing(market.platform, actorOf(ben), made['cheap copy']?.id ?? '');
  expect((await carousels()).copies).toEqual(['dear copy', 'more of hers']);
});

test('the cheapest copies are those that cost least with post, whatever their price says alone', async () => {
  const card = (await importTestCards(market))['base1-58'] as string;
  const sold = (amount: number, post: number, currency: 'USD' | 'EUR' = 'USD') =>
    listed(market, ben, {
      catalogueCardId: card,
      price: { amount, currency },
      shipping: [
        { name: 'Parcel', price: { amount: post + 900, currency }, tracked: true },
        { name: 'Letter', price: { amount: post, currency }, tracked: false },
      ],
    });
  const about = await listed(market, mara, { catalogueCardId: card });
  for (let n = 0; n < 12; n++) await sold(100, 2_000);
  const [free, abroad] = [await sold(300, 0), await sold(280, 5, 'EUR')];
  const { copies } = await relatedCarousels(about, { row: 6, copies: 12 });
  expect(copies).toHaveLength(12);
  expect(copies.slice(0, 2).map(({ id }) => id)).toEqual([free.id, abroad.id]);
  // The card's own page has the same order.
  const ofCard = await copiesOfCard(market.platform, card, 12);
  expect(ofCard.slice(0, 2).map(({ id }) => id)).toEqual([free.id, abroad.id]);
});

test('a copy that was typed in has no copies beside it, and one without a set what its game has', async () => {
  const typed = await listed(market, ben, { game: 'magic', name: 'A misprint' });
  const { copies, similar } = await relatedCarousels(typed, limits);
  expect(copies).toEqual([]);
  expect(named(similar)).toContain('same set');
  expect(similar.map(({ id }) => id)).not.toContain(typed.id);
});

test('the query for one listing or a few is planned once and not each time', async () => {
  const { pool, clock } = market.platform;
  const line = await pool.connect();
  try {
    // As with more data: PostgreSQL reads a table of six rows whole for any query.
    await line.query('set enable_seqscan = off');
    const look = (ids: string[]) => findListingsByIds({ pool: line as never, clock }, ids);
    for (let looks = 0; looks < 12; looks++) expect(await look([shown.id])).toHaveLength(1);
    expect(await look([shown.id, ...Object.values(made).map(({ id }) => id)])).toHaveLength(5);
    const { rows } = await line.query(
      `select custom_plans as anew from pg_prepared_statements where name = 'listings-by-id'`,
    );
    // PostgreSQL makes five plans for the very values before it compares them with one for any.
    expect(rows).toEqual([{ anew: 5 }]);
  } finally {
    line.release(true);
  }
});
