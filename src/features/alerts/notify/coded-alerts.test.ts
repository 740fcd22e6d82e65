import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editListing, getListing } from '#features/listings/index.server.ts';
import { actorOf } from '#testing/actor.ts';
import { alertMarket, usd } from '../alerts.testing.ts';
import { priceAlertOf } from '../favorites/price-alert.server.ts';
import { saveSearch } from '../saved-searches/saved-searches.server.ts';
import { defaultName } from '../saved-searches/search-name.server.ts';

const { at, entries, list, save } = alertMarket();

const rows = async (query: string, values: unknown[] = []) => (await at.market.platform.pool.query(query, values)).rows;
const migrate = (name: string) =>
  rows(readFileSync(join(import.meta.dirname, `../../../../migrations/${name}.sql`), 'utf8'));
const searchesOf = async (as: Parameters<typeof entries>[0]) =>
  (await at.market.request('GET', '/api/saved-searches', { as })).body.items;

const gone = 'It costs $1,234.50 with post now.';
/** Kind, title and body of an earlier release; code, title and body of today. */
const former: [kind: string, title: string, body: string, ...today: [code: string, title: string, body: string]][] = [
  ['alerts', '1 new card for “Mew, under $5”', 'Mew.', 'search', 'New listing: Mew, under $5', 'Mew.'],
  ['alerts', '1,200 new cards on “Deck”', 'A, B and C.', 'list', 'New matches: Deck', 'A, B and C.'],
  ['alerts', '2 new cards from {name}', 'A and B.', 'seller', 'New listings from alert_seller', 'A and B.'],
  ['alerts', 'Sold: Mew: foil', 'Your favourite is gone. Others may have the card.', 'sold', 'Sold: Mew: foil', ''],
  ['alerts', 'Price lowered: Mew', gone, 'price', 'Price lowered: Mew', 'It now costs $1,234.50 incl. shipping.'],
  [
    'alerts',
    'For sale again: Mew',
    'It costs CHF\u00a05.00.',
    'back',
    'For sale again: Mew',
    'It costs CHF\u00a05.00.',
  ],
  [
    'alerts',
    'Ends soon: Mew',
    'It costs €5.00, and is not renewed by itself.',
    'ending',
    'Ends soon: Mew',
    'It costs €5.00.',
  ],
  [
    'wanted',
    'Mew is for sale',
    '1 copy for sale fits what you look for.',
    'found',
    'For sale: Mew',
    '1 listing matches your wanted post.',
  ],
  [
    'wanted',
    'For sale: Mew',
    '2 copies for sale match your wanted post.',
    'found',
    'For sale: Mew',
    '2 listings match your wanted post.',
  ],
  [
    'wanted',
    'Your wanted post “Mew “ex”” ends soon',
    'It ends on 3 Sep 2026. Keep it for 90 more days with one press.',
    'ends',
    'Ends soon: Mew “ex”',
    'Your wanted post ends on 3 Sep 2026. Renew it for 90 days if you still want the card.',
  ],
];
const unknown: [kind: string, title: string, body: string][] = [
  ['alerts', '1 new card from a_member', 'An earlier release wrote the name.'],
  ['alerts', 'Price lowered: Mew', 'It costs 5 florins now.'],
  ['wanted', 'Your wanted post “Mew” ends soon', 'It ends on 3 Sol 2026. Keep it for 90 more days with one press.'],
];

test('sentences that earlier releases stored become codes and read as the sentences of today; other texts stay', async () => {
  const ann = await at.market.signUp('coded_ann');
  for (const [index, entry] of [...former, ...unknown].entries())
    await rows(
      `insert into notification (id, user_id, kind, about, title, body, link, named_id, created_at)
       values ($1, $2, $3, $1, $4, $5, '/wanted', $6, now())`,
      [
        `0198${String(index).padStart(4, '0')}-1111-7111-8111-111111111111`,
        ann.id,
        ...entry.slice(0, 3),
        entry[1].includes('{name}') ? at.ben.id : null,
      ],
    );
  await migrate('1250-code-notifications-of-wanted-posts-and-alerts');
  const stored = await rows('select code, title from notification where user_id = $1 order by id', [ann.id]);
  expect(stored.map(({ code }) => code)).toEqual([...former.map(([, , , code]) => code), null, null, null]);
  expect(stored.slice(0, former.length).filter(({ title }) => title !== '')).toEqual([]);
  const { items } = (await at.market.request('GET', '/api/notifications', { as: ann })).body;
  expect(items.map(({ title, body }: { title: string; body: string }) => [title, body]).reverse()).toEqual([
    ...former.map(([, , , , title, body]) => [
      title,
      body || 'Your favorite was sold. Other sellers may have this card.',
    ]),
    ...unknown.map(([, title, body]) => [title, body]),
  ]);
});

test('an alert stores a code with the titles of its listings, which the deletion of their seller takes out', async () => {
  const [cat, dan] = await Promise.all([at.market.signUp('coded_cat'), at.market.signUp('coded_dan')]);
  await save(cat, 'q=pikachu', 'now', 'Pikas');
  const { id, title } = await list('base1-58', { price: usd(600) }, dan);
  await at.market.request('PUT', `/api/favorites/${id}`, { as: cat });
  await at.market.runJobs();
  await editListing(at.market.platform, actorOf(dan), id, { price: usd(500) });
  await at.market.runJobs();
  const stored = () =>
    rows('select code, params, title, body from notification where user_id = $1 order by code', [cat.id]);
  expect(await stored()).toMatchObject([
    { code: 'price', params: { title, total: { currency: 'USD' } }, title: '', body: '' },
    { code: 'search', params: { name: 'Pikas', count: 1, titles: [title] }, title: '', body: '' },
  ]);
  await at.market.request('POST', '/api/users/delete-account', { as: dan, body: { password: dan.password } });
  await at.market.runJobs();
  expect(await stored()).toMatchObject([
    { params: { title: 'a card that is gone' } },
    { params: { name: 'Pikas', titles: ['a card that is gone'] } },
  ]);
  expect((await entries(cat)).map((entry: { title: string }) => entry.title)).toContain(
    'Price lowered: a card that is gone',
  );
});

test('a name that the app makes is a code: it is read from the search, in the list, notifications and export', async () => {
  const eve = await at.market.signUp('coded_eve');
  const query = 'q=umbreon&maxPrice=50';
  const { query: stored } = await save(eve, query, 'now', defaultName(query));
  await save(eve, 'q=pikachu', 'now', 'My own name');
  const sale = await list('base1-4', { price: usd(1_000) });
  const alert = priceAlertOf(await getListing(at.market.platform, sale.id, eve.id));
  await saveSearch(at.market.platform, actorOf(eve), alert, sale.id);
  const names = ['Charizard, Base Set under $10.00', 'My own name', 'umbreon, Up to $50'];
  expect((await searchesOf(eve)).map(({ name }: { name: string }) => name)).toEqual(names);
  const columns = 'select name, name_code, name_params from saved_search where owner_id = $1 order by created_at, id';
  expect(await rows(columns, [eve.id])).toEqual([
    { name: '', name_code: 'search', name_params: null },
    { name: 'My own name', name_code: null, name_params: null },
    {
      name: '',
      name_code: 'price_alert',
      name_params: { card: 'Charizard, Base Set', price: usd(1_000), from: usd(1_000) },
    },
  ]);
  // As an earlier release stored it.
  await rows(
    `update saved_search set name = $2, name_code = null, name_params = null where owner_id = $1 and listing_id is not null`,
    [eve.id, names[0]],
  );
  await migrate('1252-read-names-of-price-alerts');
  expect((await searchesOf(eve)).map(({ name }: { name: string }) => name)).toEqual(names);
  expect((await rows(columns, [eve.id]))[2]).toMatchObject({ name: '', name_code: 'price_alert' });
  await list('swsh7-215', { price: usd(1_900) });
  expect((await entries(eve)).map(({ title }: { title: string }) => title)).toContain(
    `New listing: ${defaultName(stored)}`,
  );
});
