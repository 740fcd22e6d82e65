import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
let listingId: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [ann, ben] = [await market.signUp('page_waiter'), await market.signUp('page_shop')];
  listingId = (await listed(market, ben, { catalogueCardId: (await importTestCards(market))['base1-4'] ?? '' })).id;
  await market.runJobs();
}, 90_000);
afterAll(() => market?.close());

const page = async (path: string, as?: TestMember) => {
  const { status, body } = await market.request('GET', path, as ? { as } : {});
  return { status, text: String(body).replace(/<!-- -->/g, '') };
};
const post = async (path: string, as: TestMember | null, fields: Record<string, string>) => {
  const { status, headers } = await fetch(`${market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...(as && { cookie: as.cookie }),
      origin: market.url,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
  return [status, headers.get('location')];
};
const searches = async () => (await market.request('GET', '/api/saved-searches', { as: ann })).body.items;
const followed = async () => (await market.request('GET', '/api/follows', { as: ann })).body.items;

test('a browse page links to saving its search, and forms without script save, change and delete it', async () => {
  expect((await page('/browse')).text).not.toContain('Save search');
  const browse = (await page('/browse?q=charizard&maxPrice=50&view=table&sort=price_asc', ann)).text;
  expect(browse).toMatch(
    /<form[^>]*action="\/saved-searches\/new\?q=charizard&amp;maxPrice=50"[^>]*method="post"|<form[^>]*method="post"[^>]*action="\/saved-searches\/new\?q=charizard&amp;maxPrice=50"/,
  );
  const form = (await page('/saved-searches/new?q=charizard&maxPrice=50', ann)).text;
  expect(form).toMatch(/value="q=charizard&amp;maxPrice=50"/);
  expect(form).toContain('Up to $50');
  expect(
    await post('/saved-searches/new', ann, { name: 'Fire', query: 'q=charizard&maxPrice=50', frequency: 'weekly' }),
  ).toEqual([302, '/saved-searches']);
  expect((await post('/saved-searches/new', ann, { name: '', query: 'q=charizard', frequency: 'now' }))[0]).toBe(422);
  const [{ id }] = await searches();
  expect((await page('/saved-searches', ann)).text).toMatch(/href="\/browse\?q=charizard&amp;maxPrice=50"[^>]*>Fire</);
  expect((await post('/saved-searches', ann, { intent: 'often-search', id, frequency: 'daily' }))[0]).toBe(200);
  expect(await searches()).toMatchObject([{ frequency: 'daily' }]);
  expect((await post('/saved-searches', ben, { intent: 'remove-search', id }))[0]).toBe(404);
  expect((await post('/saved-searches', ann, { intent: 'remove-search', id }))[0]).toBe(200);
  expect(await searches()).toEqual([]);
});

test('one press saves a search under its own words, once, and its name and notifications can be changed', async () => {
  const visitor = (await page('/browse?q=charizard')).text;
  expect(visitor).toMatch(/<a[^>]*aria-label="Save search"[^>]*href="\/saved-searches\/new\?q=charizard"/);
  const [status, location] = await post('/saved-searches/new', ann, { query: 'q=charizard&maxPrice=50' });
  const edit = String(location);
  expect([status, edit]).toEqual([302, expect.stringMatching(/^\/saved-searches\/\w+$/)]);
  expect(await searches()).toMatchObject([{ name: 'charizard, Up to $50', frequency: 'now' }]);
  expect(await post('/saved-searches/new', ann, { query: 'maxPrice=50&q=charizard&view=table' })).toEqual([302, edit]);
  expect(await searches()).toHaveLength(1);

  expect((await page(edit, ann)).text).toMatch(/name="name"[^>]*value="charizard, Up to \$50"/);
  expect((await page(edit, ben)).status).toBe(404);
  expect((await post(edit, ben, { name: 'Mine', frequency: 'now' }))[0]).toBe(404);
  expect((await post(edit, ann, { name: '', frequency: 'now' }))[0]).toBe(422);
  expect(await post(edit, ann, { name: 'Dragons', frequency: 'weekly' })).toEqual([302, '/saved-searches']);
  expect(await searches()).toMatchObject([{ name: 'Dragons', frequency: 'weekly' }]);
  const [{ id }] = await searches();
  await post('/saved-searches', ann, { intent: 'remove-search', id });
});

test('a search that cannot be read, is outside the plan or has no filter offers no saving, and its address gives the reason', async () => {
  for (const q of ['year>2000 (charizard', 'year>2000 charizard']) {
    const query = new URLSearchParams({ q });
    expect((await page(`/browse?${query}`, ann)).text, q).not.toContain('Save search');
    const { text } = await page(`/saved-searches/new?${query}`, ann);
    expect([q, text.includes('This search can’t be saved'), text.includes('name="frequency"')]).toEqual([
      q,
      true,
      false,
    ]);
  }
  // A price that cannot be read is no filter, is not shown as one, and is not saved.
  const cheap = new URLSearchParams({ q: 'charizard', maxPrice: '€9' });
  expect((await page(`/browse?${cheap}`, ann)).text).not.toContain('Up to €9');
  expect((await page(`/saved-searches/new?${cheap}`, ann)).text).toContain(
    '“€9” isn’t an amount in USD. Enter a number such as 34.50.',
  );
  const input = { name: 'Cheap', query: String(cheap), frequency: 'now' };
  expect(await market.request('POST', '/api/saved-searches', { as: ann, body: input })).toMatchObject({
    status: 422,
    body: { errors: { query: '“€9” isn’t an amount in USD. Enter a number such as 34.50.' } },
  });
  const nothing = (await page('/saved-searches/new', ann)).text;
  expect([nothing.includes('Nothing to save yet'), nothing.includes('name="frequency"')]).toEqual([true, false]);
});

test('a form without script follows a seller from their profile and from a listing, and the page ends it', async () => {
  for (const path of [`/profile/${ben.id}`, `/listings/${listingId}`])
    expect((await page(path, ann)).text, path).toContain('Follow page_shop');
  expect((await page(`/profile/${ann.id}`, ann)).text).not.toContain('Follow page_waiter');
  expect(await post('/follows', null, { memberId: ben.id, follow: '1' })).toEqual([
    302,
    `/auth/sign-in?next=${encodeURIComponent(`/profile/${ben.id}`)}`,
  ]);
  expect(await post('/follows', ann, { memberId: ben.id, follow: '1' })).toEqual([302, `/profile/${ben.id}`]);
  expect((await page(`/profile/${ben.id}`, ann)).text).toContain('Following');
  const row = { id: ben.id };
  expect((await post('/saved-searches', ann, { ...row, intent: 'often-seller', frequency: 'weekly' }))[0]).toBe(200);
  expect(await followed()).toMatchObject([{ memberId: ben.id, frequency: 'weekly' }]);
  expect((await post('/saved-searches', ann, { ...row, intent: 'remove-seller' }))[0]).toBe(200);
  expect(await followed()).toEqual([]);
});

test('the page is part of the dashboard, requires sign-in, and stores how often favourites are notified', async () => {
  expect(await market.request('GET', '/saved-searches')).toMatchObject({ status: 302 });
  expect((await page('/dashboard', ann)).text).toContain('href="/saved-searches"');
  expect((await post('/saved-searches', ann, { intent: 'often-favourites', frequency: 'weekly' }))[0]).toBe(200);
  const { rows } = await market.platform.pool.query('select favourites from alert_choice where member_id = $1', [
    ann.id,
  ]);
  expect(rows).toEqual([{ favourites: 'weekly' }]);
  expect((await post('/saved-searches', ann, { intent: 'often-favourites', frequency: 'hourly' }))[0]).toBe(422);
  expect((await post('/saved-searches', ann, { intent: 'anything' }))[0]).toBe(404);
});

test('a price alert is a form of a listing’s page: a search for copies as good that cost less, saved once, removed by the same form', async () => {
  expect((await page(`/listings/${listingId}`, ann)).text).toMatch(/Price alert<\/button>.*?action="\/price-alerts"/s);
  expect((await page(`/listings/${listingId}`, ben)).text).not.toContain('Price alert');
  expect(await post('/price-alerts', null, { listingId, alert: '1' })).toEqual([
    302,
    `/auth/sign-in?next=${encodeURIComponent(`/listings/${listingId}`)}`,
  ]);
  for (let n = 0; n < 2; n++)
    expect(await post('/price-alerts', ann, { listingId, alert: '1' })).toEqual([302, '/saved-searches#price-alerts']);
  const { price } = (await market.request('GET', `/api/listings/${listingId}`, { as: ann })).body;
  const [saved, ...more] = await searches();
  expect(more).toEqual([]);
  expect(saved.name).toBe(`Charizard, Base Set under $${(price.amount / 100).toFixed(2)}`);
  const query = new URLSearchParams(saved.query);
  expect([
    query.get('q'),
    query.get('game'),
    query.get('set'),
    query.get('maxPrice'),
    query.getAll('condition'),
  ]).toEqual(['Charizard 4', 'pokemon', 'base1', ((price.amount - 1) / 100).toFixed(2), ['mint', 'near_mint']]);
  // It finds a cheaper copy, and not this one.
  const cheaper = await listed(market, await market.signUp(), {
    catalogueCardId: (await importTestCards(market))['base1-4'] ?? '',
    price: { ...price, amount: price.amount - 1 },
  });
  await market.runJobs();
  const found = (await page(`/browse?${saved.query}`, ann)).text;
  expect([found.includes(`/listings/${cheaper.id}`), found.includes(`/listings/${listingId}`)]).toEqual([true, false]);
  expect(await post('/price-alerts', ann, { listingId, alert: '0' })).toEqual([302, '/saved-searches#price-alerts']);
  expect(await searches()).toEqual([]);
  expect((await post('/price-alerts', ann, { listingId: 'nobody', alert: '1' }))[0]).toBe(404);
});

/** The target that the form of a listing's page shows, and whether it can remove the alert. */
const pressed = async (path: string) => {
  const [, form = ''] = /action="\/price-alerts"(.*?)<\/form>/s.exec((await page(path, ann)).text) ?? [];
  const [, target] =
    /name="target"[^>]*value="([\d.]+)"/.exec(form) ?? /value="([\d.]+)"[^>]*name="target"/.exec(form) ?? [];
  return [target, form.includes('Remove alert')];
};

test('a listing’s page shows its price alert as set, and removes it after its price has changed', async () => {
  const { id } = await listed(market, await market.signUp(), {
    name: 'Repriced card',
    price: { amount: 900, currency: 'USD' },
  });
  expect(await pressed(`/listings/${id}`)).toEqual(['9.00', false]);
  await post('/price-alerts', ann, { listingId: id, alert: '1', target: '7,50' });
  expect(await pressed(`/listings/${id}`)).toEqual(['7.50', true]);
  await market.platform.pool.query('update listing set price_amount = 800 where id = $1', [id]);
  expect(await post('/price-alerts', ben, { listingId: id, alert: '0' })).toEqual([
    302,
    '/saved-searches#price-alerts',
  ]);
  expect(await searches()).toHaveLength(1);
  await post('/price-alerts', ann, { listingId: id, alert: '0' });
  expect(await searches()).toEqual([]);
  expect(await pressed(`/listings/${id}`)).toEqual(['8.00', false]);
});

test('a search that a member saved with the same query is no price alert, and stays', async () => {
  await post('/price-alerts', ann, { listingId, alert: '1' });
  const [{ id, query }] = await searches();
  await market.request('DELETE', `/api/saved-searches/${id}`, { as: ann });
  await market.request('POST', '/api/saved-searches', {
    as: ann,
    body: { name: 'My own hunt', query, frequency: 'weekly' },
  });
  expect((await pressed(`/listings/${listingId}`))[1]).toBe(false);
  await post('/price-alerts', ann, { listingId, alert: '1' });
  expect(await searches()).toHaveLength(2);
  await post('/price-alerts', ann, { listingId, alert: '0' });
  const [own, ...more] = await searches();
  expect([own.name, own.frequency, more]).toEqual(['My own hunt', 'weekly', []]);
  await market.request('DELETE', `/api/saved-searches/${own.id}`, { as: ann });
});

test('graded copies have no price alert, and a domain error is an answer to the button, not a page', async () => {
  const grading = { company: 'PSA', grade: '10', certificate: '12345678' };
  const { id } = await listed(market, await market.signUp(), {
    name: 'A slab',
    price: { amount: 1_900, currency: 'USD' },
    grading,
  });
  expect((await page(`/listings/${id}`, ann)).text).not.toContain('action="/price-alerts"');
  expect((await post('/price-alerts', ann, { listingId: id, alert: '1' }))[0]).toBe(422);
  expect(await searches()).toEqual([]);
  for (const [of, sentence] of [
    [id, 'Price alerts aren’t available for graded cards. Save an advanced search for the grade instead.'],
    ['nobody', 'We couldn’t find this listing. It may have been deleted.'],
  ] as const) {
    const answer = await fetch(`${market.url}/price-alerts.data`, {
      method: 'POST',
      headers: { cookie: ann.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ listingId: of, alert: '1' }).toString(),
    });
    const text = await answer.text();
    expect([text.includes('problem'), text.includes('ErrorResponse'), text.includes(sentence)], text).toEqual([
      true,
      false,
      true,
    ]);
  }
});
