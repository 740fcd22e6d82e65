import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { movedSentence } from '../components/own/own-answer.tsx';
import { headOf, type OwnSort } from '../components/own/own-query.ts';
import type { Listing } from '../contract.ts';
import { actOnOwnListings, loadOwnListings } from '../pages/own-listings.server.ts';
import { getListing } from '../read/listing.queries.server.ts';
import { holdStock } from '../stock/stock.server.ts';
import { importTestCards, listed, premium } from '../testing.ts';
import { lowestForSale } from './lowest-for-sale.server.ts';
import { listOwnListings } from './own-listings.server.ts';

let market: TestMarket;
let seller: TestMember;
let stranger: TestMember;
let made: Listing[];
let foreign: Listing;

beforeAll(async () => {
  market = await startTestMarket();
  seller = await premium(market, await market.signUp());
  stranger = await market.signUp();
  made = [];
  for (const [name, amount, status] of [
    ['Pikachu', 300, 'active'],
    ['Mewtwo', 900, 'active'],
    ['Pikachu Illustrator', 600, 'draft'],
    ['Lugia 100%', 600, 'active'],
  ] as const)
    made.push(await listed(market, seller, { name, game: 'pokemon', price: { amount, currency: 'USD' }, status }));
  foreign = await listed(market, stranger, {});
}, 60_000);
afterAll(() => market?.close());

const act = (fields: Record<string, string>, ids: string[] = [], as = seller) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const id of ids) form.append('id', id);
  return actOnOwnListings(market.platform, actorOf(as), form);
};
const idOf = (at: number) => made[at]?.id ?? '';
const statusOf = async (id: string) => (await getListing(market.platform, id, seller.id)).status;

test('one’s own listings are searched by words and sorted, page by page', async () => {
  const names = async (sort: OwnSort, search = '') => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listOwnListings(market.platform, actorOf(seller), new URLSearchParams(), {
        limit: 1,
        cursor,
        sort,
        search,
      });
      found.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    return found;
  };
  expect(await names('oldest')).toEqual(['Pikachu', 'Mewtwo', 'Pikachu Illustrator', 'Lugia 100%']);
  expect(await names('newest')).toEqual(['Lugia 100%', 'Pikachu Illustrator', 'Mewtwo', 'Pikachu']);
  const low = await names('price-low');
  expect([low[0], low[3]]).toEqual(['Pikachu', 'Mewtwo']);
  expect(await names('price-high')).toEqual([...low].reverse());
  // A draft has no end yet and goes last, either way.
  expect((await names('ending')).at(-1)).toBe('Pikachu Illustrator');
  expect((await names('ending-last')).at(-1)).toBe('Pikachu Illustrator');
  const byName = ['Lugia 100%', 'Mewtwo', 'Pikachu', 'Pikachu Illustrator'];
  expect(await names('name')).toEqual(byName);
  expect(await names('name-last')).toEqual([...byName].reverse());
  await market.platform.pool.query('update listing set favorite_count = 3 where id = $1', [idOf(1)]);
  await market.platform.pool.query('insert into listing_view (listing_id, views) values ($1, 5)', [idOf(2)]);
  expect([(await names('favorites-high'))[0], (await names('favorites-low')).at(-1)]).toEqual(['Mewtwo', 'Mewtwo']);
  const viewed = 'Pikachu Illustrator';
  expect([(await names('views-high'))[0], (await names('views-low')).at(-1)]).toEqual([viewed, viewed]);
  expect(await names('oldest', 'pika')).toEqual(['Pikachu', 'Pikachu Illustrator']);
  expect(await names('newest', 'illu PIKA')).toEqual(['Pikachu Illustrator']);
  expect(await names('newest', '100%')).toEqual(['Lugia 100%']);
  expect(await names('newest', '1%%')).toEqual([]);
});

test('a head sorts one way, then the other', () => {
  expect(headOf('price', 'newest')).toEqual({ way: undefined, next: 'price-low' });
  expect(headOf('price', 'price-low')).toEqual({ way: 'ascending', next: 'price-high' });
  expect(headOf('price', 'price-high')).toEqual({ way: 'descending', next: 'price-low' });
  expect(headOf('views', 'newest').next).toBe('views-high');
});

test('a copy is compared with the lowest price of others in the same condition, finish, language and currency', async () => {
  const catalogueCardId = (await importTestCards(market))['lea-161'] ?? '';
  const copy = {
    name: 'Lightning Bolt',
    game: 'magic',
    catalogueCardId,
    condition: 'near_mint',
    finish: 'nonfoil',
  } as const;
  const lists = (as: TestMember, amount: number, more = {}) =>
    listed(market, as, { ...copy, price: { amount, currency: 'USD' }, ...more });
  const rival = await premium(market, await market.signUp());
  const mine = await lists(seller, 500);
  await lists(seller, 100);
  const of = async (more: object = {}) => {
    const kind = { ...mine, cardId: catalogueCardId, currency: 'USD' as const, ...more };
    return (await lowestForSale(market.platform.pool, seller.id, [kind], market.clock.now())).get(mine.id);
  };
  expect(await of()).toBeUndefined();
  await lists(rival, 400);
  await lists(rival, 300);
  await lists(rival, 200, { condition: 'played' });
  await lists(rival, 150, { signed: true });
  expect(await of()).toBe(300);
  expect(await of({ condition: 'played' })).toBe(200);
  for (const other of [{ language: 'de' }, { currency: 'EUR' }, { cardId: null }, { signed: true }, { grading: {} }])
    expect(await of(other)).toBeUndefined();
});

test('a verb for many does what it can and says of each of the others why not', async () => {
  const held = made[1] as Listing;
  const now = market.clock.now();
  await write(market.platform, (tx) =>
    holdStock(tx, { listingId: held.id, quantity: 1, buyerId: stranger.id, expectedPrice: held.price, now }),
  );
  const { moved } = await act({ move: 'pause' }, [idOf(0), held.id, idOf(3), foreign.id, idOf(0), 'nothing']);
  expect(moved?.done).toEqual([idOf(0), idOf(3)]);
  expect(moved?.refused.map(({ id }) => id)).toEqual([held.id, foreign.id, 'nothing']);
  for (const { message } of moved?.refused ?? []) expect(message).toMatch(/\.$/);
  expect(moved?.names).toMatchObject({ [held.id]: 'Mewtwo', nothing: 'A listing' });
  expect(moved && movedSentence(moved)).toBe('2 listings paused. 3 listings couldn’t be paused:');
  expect(await Promise.all([idOf(0), held.id, idOf(3)].map(statusOf))).toEqual(['paused', 'reserved', 'paused']);
  expect((await getListing(market.platform, foreign.id, stranger.id)).status).toBe('active');

  const back = await act({ move: 'resume' }, [idOf(0), idOf(3)]);
  expect(back.moved && movedSentence(back.moved)).toBe('2 listings resumed.');
  expect(await statusOf(idOf(0))).toBe('active');
});

test('deleting many needs a confirmation; none and more than a page are refused', async () => {
  const ids = [idOf(2), idOf(3)];
  expect(await act({ move: 'remove' }, [...ids, idOf(2)])).toEqual({ asksToDelete: ids });
  expect(await statusOf(idOf(2))).toBe('draft');
  expect((await act({ move: 'remove', sure: '1' }, ids)).moved).toMatchObject({ done: ids, refused: [] });
  await expect(statusOf(idOf(2))).rejects.toMatchObject({ code: 'removed' });
  await expect(act({ move: 'pause' })).rejects.toMatchObject({ errors: { id: 'Select at least 1 listing.' } });
  await expect(act({ move: 'sell' }, ids)).rejects.toMatchObject({ status: 422 });
  const many = Array.from({ length: 51 }, (_, at) => `listing-${at}`);
  await expect(act({ move: 'remove' }, many)).rejects.toMatchObject({ errors: { id: 'Select 50 listings at most.' } });
  await expect(act({ move: 'pause' }, many)).rejects.toMatchObject({ errors: { id: 'Select 50 listings at most.' } });
});

test('a price is one field: as people write it, in the listing’s currency, and only one’s own', async () => {
  expect(await act({ listing: idOf(0), price: '9,80' })).toEqual({ priced: { name: 'Pikachu', price: '$9.80' } });
  expect((await getListing(market.platform, idOf(0), seller.id)).price).toEqual({ amount: 980, currency: 'USD' });
  await expect(act({ listing: idOf(0), price: 'dear' })).rejects.toMatchObject({
    errors: { price: '“dear” isn’t an amount in USD. Enter a number such as 34.50.' },
  });
  await expect(act({ listing: idOf(0), price: '9.90' }, [], stranger)).rejects.toMatchObject({ status: 403 });
  await expect(act({ listing: idOf(1), price: '9.90' })).rejects.toMatchObject({ code: 'frozen' });
});

test('columns, row height and views of the table are stored for each seller', async () => {
  const tableOf = async (as = seller) =>
    (await loadOwnListings(market.platform, actorOf(as), new URLSearchParams())).table;
  const nothing = { hidden: [], isCompact: false, views: [] };
  expect(await tableOf()).toEqual(nothing);
  await act({ table: 'columns', column: 'views', compact: 'on' });
  await act({ table: 'save-view', name: ' Ending soon ', tab: 'live', sort: 'ending', q: 'pika' });
  await act({ table: 'save-view', name: 'Other', tab: 'nowhere', sort: 'backwards' });
  await act({ table: 'save-view', name: 'Ending soon', tab: 'live', sort: 'ending' });
  const view = (name: string, tab: string, sort: string) => ({ name, tab, sort, search: '' });
  expect(await tableOf()).toEqual({
    hidden: ['condition', 'compared', 'quantity', 'favorites', 'ending'],
    isCompact: true,
    views: [view('Other', 'all', 'newest'), view('Ending soon', 'live', 'ending')],
  });
  await act({ table: 'delete-view', name: 'Other' });
  expect((await tableOf()).views).toEqual([view('Ending soon', 'live', 'ending')]);
  expect(await tableOf(stranger)).toEqual(nothing);
  await expect(act({ table: 'save-view', name: '' })).rejects.toMatchObject({
    errors: { name: 'Enter a name of at most 40 characters.' },
  });
  await expect(act({ table: 'unknown' })).rejects.toMatchObject({ status: 422 });
  for (let n = 1; n < 20; n++) await act({ table: 'save-view', name: `View ${n}` });
  await expect(act({ table: 'save-view', name: 'One more' })).rejects.toMatchObject({
    errors: { name: 'You can save 20 views. Delete one first.' },
  });
});
