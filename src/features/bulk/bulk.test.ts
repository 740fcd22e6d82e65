import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { reconcileChanges } from './change/reconcile-changes.server.ts';
import { makeNext, sweepChanges } from './change/run-change.server.ts';
import { usd } from './testing.ts';

let market: TestMarket;
let shop: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  shop = await seller();
}, 60_000);
afterAll(() => market?.close());

const seller = async () => premium(market, await market.signUp());
const sells = (as: TestMember, name: string, price = usd(1000), more = {}) =>
  listed(market, as, { name, game: 'pokemon', price, ...more });
const post = (path: string, body?: object, as: TestMember = shop) =>
  market.request('POST', `/api/listings/bulk${path}`, { as, body });
const see = async (id: string, as: TestMember = shop) =>
  (await market.request('GET', `/api/listings/bulk/${id}`, { as })).body;
const priceOf = async (id: string) =>
  (await market.request('GET', `/api/listings/${id}`, { as: shop })).body.price.amount;
const less = { percent: -5, floor: usd(50) };

test('prices are previewed, change in the background, and are undone except for listings that changed since', async () => {
  const cheap = await sells(shop, 'Cheap', usd(52));
  const cheaper = await sells(shop, 'Cheaper', usd(30));
  const plain = await sells(shop, 'Plain');
  const meanwhile = await sells(shop, 'Meanwhile');
  const since = await sells(shop, 'Since');
  const bargain = await sells(shop, 'Bargain', usd(1000), { offerFloor: usd(980) });
  const euro = await sells(shop, 'Euro', { amount: 1000, currency: 'EUR' });
  const ids = [cheap, cheaper, plain, meanwhile, since, bargain, euro].map(({ id }) => id);

  const preview = await post('', { ids, change: less });
  expect([preview.status, preview.body.status, preview.body.said]).toEqual([
    201,
    'preview',
    'Lower prices by 5% · Minimum price $0.50',
  ]);
  const shown = preview.body.changes.map(({ title, state, from, to, why }: Record<string, { amount: number }>) => [
    title,
    state,
    from?.amount,
    to?.amount,
    why,
  ]);
  expect(shown).toEqual([
    ['Cheap', 'will', 52, 50, null],
    ['Cheaper', 'stays', 30, 30, null],
    ['Plain', 'will', 1000, 950, null],
    ['Meanwhile', 'will', 1000, 950, null],
    ['Since', 'will', 1000, 950, null],
    [
      'Bargain',
      'refused',
      1000,
      950,
      'This price is below your minimum offer of $9.80. Lower the minimum offer first.',
    ],
    ['Euro', 'refused', 1000, undefined, 'The price is in EUR. The change is in USD.'],
  ]);
  await market.runJobs();
  expect(await priceOf(plain.id)).toBe(1000);

  await market.request('PATCH', `/api/listings/${meanwhile.id}`, { as: shop, body: { price: usd(1200) } });
  const { id } = preview.body;
  const commits = await Promise.all([post(`/${id}/commit`), post(`/${id}/commit`)]);
  expect(commits.map(({ status }) => status).sort()).toEqual([200, 409]);
  await market.runJobs();
  const made = await see(id);
  expect([made.status, made.counts]).toEqual([
    'committed',
    { will: 0, stays: 1, refused: 2, done: 3, failed: 1, undone: 0, kept: 0 },
  ]);
  expect(made.changes[3]).toMatchObject({
    state: 'failed',
    why: 'The price was changed to $12.00 in the meantime. It stays unchanged.',
  });
  expect(await Promise.all(ids.map(priceOf))).toEqual([50, 30, 950, 1200, 950, 1000, 1000]);

  await market.request('PATCH', `/api/listings/${since.id}`, { as: shop, body: { price: usd(940) } });
  expect((await post(`/${id}/undo`)).status).toBe(200);
  await market.runJobs();
  const undone = await see(id);
  expect([undone.status, undone.counts.undone, undone.counts.kept]).toEqual(['undone', 2, 1]);
  expect(await Promise.all(ids.map(priceOf))).toEqual([52, 30, 1000, 1200, 940, 1000, 1000]);
  expect((await post(`/${id}/undo`)).status).toBe(409);
});

test('amounts, floors and sold listings are previewed, and the preview holds', async () => {
  const shop2 = await seller();
  const dear = await sells(shop2, 'Dear', usd(1900));
  const bought = await sells(shop2, 'Bought');
  const dust = await sells(shop2, 'Dust', usd(40));
  const buyer = await market.signUp();
  await market.request('POST', '/api/orders', { as: buyer, body: { listingId: bought.id } });
  const up = (await post('', { filter: {}, change: { percent: 10 } }, shop2)).body;
  const whyOf = (one: { changes: { title: string; why: string | null }[] }) =>
    Object.fromEntries(one.changes.map(({ title, why }) => [title, why]));
  expect(whyOf(up)).toEqual({
    Dear: 'Add at least 1 photo. Listings of $20.00 or more need one.',
    Bought: 'This listing is reserved for a buyer. You can’t change it now.',
    Dust: null,
  });
  const down = (await post('', { filter: {}, change: { amount: usd(-50) } }, shop2)).body;
  expect(whyOf(down)).toMatchObject({ Dust: 'The new price would be below the minimum.', Dear: null });
  // The second preview replaced the first.
  expect((await market.request('GET', `/api/listings/bulk/${up.id}`, { as: shop2 })).status).toBe(404);
  expect(dear.id < dust.id).toBe(true);
});

test('an exact price, a rounded price and the lowest price for sale are previewed', async () => {
  const [shop3, rival] = [await seller(), await seller()];
  const catalogueCardId = (await importTestCards(market))['lea-161'];
  const copy = { catalogueCardId, condition: 'near_mint', finish: 'nonfoil' } as const;
  const mine = await listed(market, shop3, { ...copy, title: 'Mine', price: usd(1000) });
  const alone = await sells(shop3, 'Alone', usd(1283));
  await listed(market, rival, { ...copy, price: usd(808) });
  const pricesOf = async (change: object) => {
    const { body } = await post('', { ids: [mine.id, alone.id], change }, shop3);
    return body.changes.map(({ to }: { to: { amount: number } | null }) => to?.amount ?? null);
  };
  expect(await pricesOf({ price: usd(419) })).toEqual([419, 419]);
  expect(await pricesOf({ percent: -5, rounding: 'ends_in_9' })).toEqual([949, 1219]);
  expect(await pricesOf({ lowest: usd(0) })).toEqual([808, null]);
  expect(await pricesOf({ lowest: usd(10), rounding: 'ends_in_5' })).toEqual([795, null]);
  expect(await pricesOf({ lowest: usd(10), floor: usd(900) })).toEqual([900, null]);
  const { body } = await post('', { ids: [mine.id, alone.id], change: { lowest: usd(10) } }, shop3);
  expect(body.changes.map(({ state, why }: { state: string; why: string }) => [state, why])).toEqual([
    ['will', 'The lowest price for sale is $8.08.'],
    ['refused', 'There is no other listing of this card in the same condition, finish, language and currency.'],
  ]);
  const wrong = await post('', { ids: [mine.id], change: { price: usd(419), rounding: 'whole' } }, shop3);
  expect(wrong.body.errors).toEqual({ 'change.rounding': 'Use rounding with percent, amount, lowest or market only.' });
});

test('a filter selects all that the search of “Your listings” finds, and its rows are paged', async () => {
  const many = await seller();
  for (let n = 0; n < 7; n++)
    await sells(many, n % 2 ? `Pikachu ${n}` : `Mew ${n}`, usd(100 + n), { status: n === 5 ? 'draft' : 'active' });
  const found = (await post('', { filter: { search: 'pika' }, change: { amount: usd(10) } }, many)).body;
  expect(found.changes.map(({ title }: { title: string }) => title)).toEqual(['Pikachu 1', 'Pikachu 3', 'Pikachu 5']);
  const live = (await post('', { filter: { search: 'pika', status: ['active'] }, change: { amount: usd(10) } }, many))
    .body;
  expect(live.counts.will).toBe(2);
  const all = (await post('', { filter: {}, change: { amount: usd(10) } }, many)).body;
  const titles: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body: page }: { body: { items: { title: string }[]; nextCursor: string | null } } = await market.request(
      'GET',
      `/api/listings/bulk/${all.id}/changes?limit=3${cursor && `&cursor=${cursor}`}`,
      { as: many },
    );
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  expect(titles).toHaveLength(7);
  expect(
    (await post('', { filter: { search: 'nothing like it' }, change: { amount: usd(10) } }, many)).body.errors,
  ).toEqual({
    filter: 'No listings match. Choose other listings.',
  });
});

test('more listings than one run of the job takes are each changed once, also when two processes take the same run', async () => {
  const big = await seller();
  const made: Awaited<ReturnType<typeof sells>>[] = [];
  for (let n = 0; n < 60; n += 20)
    made.push(...(await Promise.all(Array.from({ length: 20 }, (_, m) => sells(big, `Card ${n + m}`, usd(1000))))));
  const { body } = await post('', { filter: {}, change: { percent: -10 }, preview: false }, big);
  expect(body.status).toBe('committing');
  await Promise.all([makeNext(market.platform, body.id), makeNext(market.platform, body.id)]);
  await market.runJobs();
  const done = await see(body.id, big);
  expect([done.status, done.counts.done, done.counts.failed]).toEqual(['committed', 60, 0]);
  const { rows } = await market.platform.pool.query('select price_amount, version from listing where id = any($1)', [
    made.map(({ id }) => id),
  ]);
  expect(new Set(rows.map(({ price_amount, version }) => `${price_amount} ${version}`))).toEqual(new Set(['900 2']));
});

test('of two processes that read the same listing one pauses it, and the other leaves the result', async () => {
  const owner = await seller();
  const { id: listingId } = await sells(owner, 'Taken up twice');
  const { id } = (await post('', { ids: [listingId], change: { pause: true } }, owner)).body;
  // Locked while the job and this call read what is next: both wait for the same listing.
  const holder = await market.platform.pool.connect();
  let beside: Promise<void> | undefined;
  try {
    await holder.query('begin');
    await holder.query('select from listing where id = $1 for update', [listingId]);
    expect((await post(`/${id}/commit`, {}, owner)).status).toBe(200);
    beside = makeNext(market.platform, id);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await market.platform.pool.query(waiting)).rowCount).toBe(2);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  await beside;
  await market.runJobs();
  const made = await see(id, owner);
  expect([made.status, made.counts.done, made.counts.failed]).toEqual(['committed', 1, 0]);
});

test('a change whose job was given up is resumed after a while, and done once', async () => {
  const owner = await seller();
  const made = await Promise.all(Array.from({ length: 3 }, (_, n) => sells(owner, `Lost ${n}`, usd(1000))));
  const { body } = await post('', { filter: {}, change: { percent: -10 } }, owner);
  // The state after a job that failed too often.
  await market.platform.pool.query("update bulk_change set status = 'committing', committed_at = $2 where id = $1", [
    body.id,
    market.clock.now(),
  ]);
  await market.runJobs();
  expect((await see(body.id, owner)).status).toBe('committing');
  const lookAgain = async () => {
    await market.advance(20 * minuteMs);
    await reconcileChanges(market.platform);
    await market.runJobs();
  };
  await lookAgain();
  expect((await see(body.id, owner)).status).toBe('committing');
  await lookAgain();
  expect(await see(body.id, owner)).toMatchObject({ status: 'committed', counts: { done: 3 } });
  expect(await Promise.all(made.map(({ id }) => priceOf(id)))).toEqual([900, 900, 900]);
});

test('pausing many can be undone; renewing cannot', async () => {
  const owner = await seller();
  const one = await sells(owner, 'One');
  const draft = await sells(owner, 'Draft', usd(100), { status: 'draft' });
  const paused = (await post('', { filter: {}, change: { pause: true }, preview: false }, owner)).body;
  await market.runJobs();
  const statusOf = async (id: string) =>
    (await market.request('GET', `/api/listings/${id}`, { as: owner })).body.status;
  expect([await statusOf(one.id), await statusOf(draft.id)]).toEqual(['paused', 'draft']);
  expect((await see(paused.id, owner)).changes[1]).toMatchObject({
    state: 'refused',
    why: 'This listing is a draft. It can’t be paused now.',
  });
  await post(`/${paused.id}/undo`, undefined, owner);
  await market.runJobs();
  expect(await statusOf(one.id)).toBe('active');
  const renewed = (await post('', { ids: [one.id], change: { renew: true }, preview: false }, owner)).body;
  await market.runJobs();
  expect(await see(renewed.id, owner)).toMatchObject({ status: 'committed', counts: { done: 1 }, undoUntil: null });
  expect((await post(`/${renewed.id}/undo`, undefined, owner)).body.message).toBe('A renewal can’t be undone.');
});

test('[RO-03] it requires premium, is private to its seller, and validates its input', async () => {
  const free = await market.signUp();
  const own = await sells(free, 'Own');
  const change = { percent: -5 };
  expect(await post('', { ids: [own.id], change }, free)).toMatchObject({ status: 403, body: { code: 'tier_limit' } });
  expect((await market.request('POST', '/api/listings/bulk', { body: { filter: {}, change } })).status).toBe(401);
  expect((await post('', { ids: [own.id], change })).body.errors).toEqual({
    ids: 'No listings match. Choose other listings.',
  });
  const other = await seller();
  const lapsed = await seller();
  await sells(lapsed, 'Lapsed');
  const { body } = await post('', { filter: {}, change }, lapsed);
  for (const path of ['/commit', '/undo'])
    expect((await post(`/${body.id}${path}`, undefined, other)).status).toBe(404);
  for (const path of ['', '/changes'])
    expect((await market.request('GET', `/api/listings/bulk/${body.id}${path}`, { as: other })).status).toBe(404);
  await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [lapsed.id]);
  await market.platform.pool.query('delete from subscription where user_id = $1', [lapsed.id]);
  expect(await post(`/${body.id}/commit`, undefined, lapsed)).toMatchObject({
    status: 403,
    body: { code: 'tier_limit' },
  });
  for (const [input, errors] of [
    [
      { filter: {}, change: {} },
      { change: 'Choose one change: percent, amount, price, lowest, market, pause, resume or renew.' },
    ],
    [
      { filter: {}, change: { percent: -5, pause: true } },
      { change: 'Choose one change: percent, amount, price, lowest, market, pause, resume or renew.' },
    ],
    [
      { filter: {}, change: { percent: 0 } },
      { 'change.percent': 'Enter a percentage other than 0, from -99 to 1,000, with at most 2 decimals.' },
    ],
    [{ change: { percent: 5 } }, { ids: 'Send either ids or a filter.' }],
    [
      { filter: {}, change: { amount: usd(5), floor: { amount: 5, currency: 'EUR' } } },
      { 'change.floor': 'Use the currency of the amount for the minimum price.' },
    ],
  ] as const)
    expect((await post('', input)).body.errors).toEqual(errors);
});

test('after a day nothing can be undone, and after a week the change is deleted', async () => {
  const owner = await seller();
  const card = await sells(owner, 'Card');
  const { body } = await post('', { ids: [card.id], change: { percent: 10 }, preview: false }, owner);
  await market.runJobs();
  market.clock.advance(dayMs + hourMs);
  expect((await post(`/${body.id}/undo`, undefined, owner)).body.message).toBe(
    'Changes can be undone for 24 hours only. Edit the listings instead.',
  );
  market.clock.advance(7 * dayMs);
  await sweepChanges(market.platform);
  expect((await market.request('GET', `/api/listings/bulk/${body.id}`, { as: owner })).status).toBe(404);
});
