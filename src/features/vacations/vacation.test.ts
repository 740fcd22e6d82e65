import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditOrders, buy, makePremium, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/**
 * Sellers on vacation, over HTTP and by the app's clock: what is paused, what is refused, and who is notified of the
 * return.
 */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
}, 120_000);
afterAll(() => market?.close());
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

const people = async () => {
  [seller, buyer, other] = (await Promise.all([1, 2, 3].map(() => market.signUp()))) as [
    TestMember,
    TestMember,
    TestMember,
  ];
  await makePremium(market, seller);
};
/** Advances the clock; all members sign in again. */
const later = async (ms: number) => {
  await passTime(market, ms);
  [seller, buyer, other] = await Promise.all([
    signInAgain(market, seller),
    signInAgain(market, buyer),
    signInAgain(market, other),
  ]);
};
const inMs = (ms: number) => new Date(market.platform.clock.now().getTime() + ms).toISOString();
const leave = (fromMs: number, toMs: number, extra = {}) =>
  market.request('PUT', '/api/profile/vacation', {
    as: seller,
    body: { from: inMs(fromMs), to: inMs(toMs), ...extra },
  });
const comeBack = () => market.request('DELETE', '/api/profile/vacation', { as: seller });
const own = async () => (await market.request('GET', '/api/profile', { as: seller })).body.vacation;
const shown = async () => (await market.request('GET', `/api/profiles/${seller.id}`)).body.vacation;
const listingOf = async (id: string) => (await market.request('GET', `/api/listings/${id}`)).body;
const usd = (amount: number) => ({ amount, currency: 'USD' });
const offer = (listingId: string, as = buyer) =>
  market.request('POST', `/api/listings/${listingId}/offers`, { as, body: { amount: usd(900) } });
const act = (as: TestMember, verb: string, id: string, body = {}) =>
  market.request('POST', `/api/offers/${id}/${verb}`, { as, body });
const read = async (id: string, as = buyer) => (await market.request('GET', `/api/offers/${id}`, { as })).body;
const wait = (method: 'PUT' | 'DELETE', as = buyer) =>
  market.request(method, `/api/profiles/${seller.id}/return-notice`, { as });
const notified = async (as: TestMember) =>
  (await market.request('GET', '/api/notifications', { as })).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'returns',
  );
const mailed = async ({ email }: TestMember) =>
  (
    (await (await fetch(`${market.url}/sandbox/mail.json?to=${encodeURIComponent(email)}`)).json()) as {
      subject: string;
    }[]
  ).filter(({ subject }) => subject.endsWith('is back'));
const exported = async (as: TestMember) =>
  (await market.request('GET', '/api/export', { as })).body.account.returnsAwaited;
const page = async (path: string, as?: TestMember) =>
  String((await market.request('GET', path, as ? { as } : {})).body)
    .replace(/<!-- -->/g, '')
    .replaceAll('&#x27;', '’');
const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  fetch(`${market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: as.cookie,
      origin: market.url,
      referer: `${market.url}/profile/${seller.id}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });

test('a vacation is planned, starts and ends by the clock; only the seller sees a planned one', async () => {
  await people();
  const listing = await putUpForSale(market, seller, { price: 1_000 });
  const planned = await leave(hourMs, 10 * dayMs, { note: ' Skiing ' });
  expect([planned.status, planned.body.vacation]).toEqual([
    200,
    { from: expect.any(String), to: expect.any(String), note: 'Skiing' },
  ]);
  expect([await own(), await shown(), (await listingOf(listing)).sellerAway]).toEqual([
    planned.body.vacation,
    null,
    null,
  ]);
  await later(hourMs + 1_000);
  expect([await shown(), (await listingOf(listing)).sellerAway]).toEqual([
    planned.body.vacation,
    planned.body.vacation,
  ]);
  const found = await market.request('GET', `/api/listings?seller=${seller.id}`);
  expect(found.body.items).toMatchObject([{ id: listing, sellerAway: { note: 'Skiing' } }]);
  expect(await buy(market, buyer, listing)).toMatchObject({
    status: 409,
    body: {
      code: 'seller_away',
      until: planned.body.vacation.to,
      message: expect.stringContaining('The seller is on vacation until'),
    },
  });
  await later(10 * dayMs);
  expect([await own(), await shown()]).toEqual([null, null]);
});

test('a vacation that is past, too long, reversed or overlapping is refused at its field; the same first day changes the existing one; DELETE ends it', async () => {
  await people();
  const refused = async (from: number, to: number) => (await leave(from, to)).body.errors;
  expect(await refused(-2 * dayMs, dayMs)).toEqual({ from: 'This day is in the past. Choose today or a later day.' });
  expect(await refused(0, -hourMs)).toEqual({ to: expect.stringContaining('after today') });
  expect(await refused(2 * dayMs, 93 * dayMs)).toEqual({
    to: 'Choose a return date at most 90 days after the first day.',
  });
  const words = await market.request('PUT', '/api/profile/vacation', {
    as: seller,
    body: { from: 'soon', to: inMs(dayMs), note: 'x'.repeat(201) },
  });
  expect([words.status, words.body.errors]).toEqual([
    422,
    { from: 'Enter the first day.', note: 'Enter at most 200 characters.' },
  ]);
  expect(
    (await market.request('PUT', '/api/profile/vacation', { body: { from: inMs(0), to: inMs(dayMs) } })).status,
  ).toBe(401);
  expect((await leave(3 * dayMs, 6 * dayMs)).status).toBe(200);
  expect(await refused(5 * dayMs, 9 * dayMs)).toEqual({
    from: expect.stringContaining('You already planned a vacation'),
  });
  expect((await comeBack()).body.vacation).toBeNull();
  expect((await leave(0, 6 * dayMs)).status).toBe(200);
  const { from } = await own();
  expect((await leave(0, 8 * dayMs, { note: 'Longer' })).body.vacation).toEqual({
    from,
    to: expect.any(String),
    note: 'Longer',
  });
  expect(await shown()).toMatchObject({ from, note: 'Longer' });
  expect((await comeBack()).body.vacation).toBeNull();
  expect(await shown()).toBeNull();
  expect((await comeBack()).status).toBe(200);
  // The timer of the first vacation fires at its old end, and ends nothing.
  expect((await leave(0, 9 * dayMs)).status).toBe(200);
  await later(7 * dayMs);
  expect(await shown()).not.toBeNull();
  await comeBack();
});

test('an open offer to an away seller is paused: its time does not run, nothing is accepted or made, but it can be declined or withdrawn', async () => {
  await people();
  const [listing, second, third] = [
    await putUpForSale(market, seller),
    await putUpForSale(market, seller),
    await putUpForSale(market, seller),
  ];
  const { id, expiresAt } = (await offer(listing)).body;
  const gone = (await offer(second)).body.id;
  const later47 = (await offer(third)).body.id;
  await later(24 * hourMs);
  expect((await leave(0, 5 * dayMs)).status).toBe(200);
  await passTime(market);
  const paused = await read(id);
  const { from, to } = await own();
  expect(Date.parse(paused.expiresAt) - Date.parse(expiresAt)).toBe(Date.parse(to) - Date.parse(from));
  expect([paused.status, paused.pausedUntil, paused.actions]).toEqual(['pending', to, ['withdraw', 'clear']]);
  expect((await read(id, seller)).actions).toEqual(['decline', 'clear']);
  for (const made of [
    act(seller, 'accept', id),
    act(seller, 'counter', id, { amount: usd(950) }),
    offer(await putUpForSale(market, seller), other),
  ])
    expect(await made).toMatchObject({ status: 409, body: { code: 'seller_away' } });
  expect((await act(seller, 'decline', gone)).status).toBe(200);
  await later(4 * dayMs);
  expect((await read(id)).status).toBe('pending');
  // A day earlier than planned: the offer's remaining time runs from here.
  expect((await comeBack()).status).toBe(200);
  await passTime(market);
  const back = await read(id);
  expect(back.pausedUntil).toBeNull();
  expect(Math.round((Date.parse(back.expiresAt) - Date.parse(expiresAt)) / hourMs)).toBe(96);
  await later(23 * hourMs);
  expect((await act(seller, 'accept', later47)).body).toMatchObject({ status: 'accepted' });
  expect((await read(id)).status).toBe('pending');
  await later(2 * hourMs);
  expect((await read(id)).status).toBe('expired');
});

test('a vacation that starts and ends between two clock ticks still pauses an offer, and an offer accepted before is paid during it', async () => {
  await people();
  const [listing, sold] = [await putUpForSale(market, seller), await putUpForSale(market, seller)];
  const { id } = (await offer(listing)).body;
  const agreed = (await offer(sold)).body.id;
  expect((await act(seller, 'accept', agreed)).status).toBe(200);
  expect((await leave(hourMs, 3 * dayMs)).status).toBe(200);
  await later(2 * hourMs);
  const order = await market.request('POST', '/api/orders', { as: buyer, body: { offerId: agreed } });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  expect((await pay(order.body.checkoutUrl)).status).toBe(200);
  await later(4 * dayMs);
  expect((await read(id)).status).toBe('pending');
  await later(dayMs);
  expect((await read(id)).status).toBe('expired');
});

test('buyers who order after the seller’s vacation starts are refused, and no stock is held for them', async () => {
  await people();
  const listing = await putUpForSale(market, seller, { quantity: 9 });
  const buyers = await Promise.all([1, 2, 3, 4].map(() => market.signUp()));
  const [left, ...answers] = await Promise.all([leave(0, dayMs), ...buyers.map((as) => buy(market, as, listing))]);
  expect(left?.status).toBe(200);
  const placed = answers.filter(({ status }) => status === 201);
  for (const { status, body } of answers) if (status !== 201) expect([status, body.code]).toEqual([409, 'seller_away']);
  const after = await Promise.all([buy(market, buyer, listing), buy(market, other, listing)]);
  expect(after.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'seller_away']));
  expect((await listingOf(listing)).quantityAvailable).toBe(9 - placed.length);
  // A buyer who is already paying may finish.
  for (const { body } of placed) expect((await pay(body.checkoutUrl)).status).toBe(200);
  await comeBack();
  expect((await buy(market, buyer, listing)).status).toBe(201);
});

test('a member who requested it is notified of the return once, in the app and by mail, and no other member is', async () => {
  await people();
  expect(await wait('PUT')).toMatchObject({ status: 409, body: { code: 'not_away' } });
  await leave(0, 4 * dayMs);
  expect((await market.request('PUT', `/api/profiles/${seller.id}/return-notice`, {})).status).toBe(401);
  expect(await wait('PUT', seller)).toMatchObject({ status: 403 });
  expect(await wait('PUT')).toMatchObject({
    status: 200,
    body: { memberId: seller.id, asked: true, until: (await own()).to },
  });
  expect((await wait('PUT')).body.asked).toBe(true);
  expect((await wait('PUT', other)).body.asked).toBe(true);
  expect((await wait('DELETE', other)).body.asked).toBe(false);
  expect(await exported(buyer)).toMatchObject([{ sellerId: seller.id }]);
  // A longer vacation is no return.
  await leave(0, 5 * dayMs);
  await later(4 * dayMs + hourMs);
  expect([await notified(buyer), await mailed(buyer)]).toEqual([[], []]);
  await later(dayMs);
  expect(await notified(buyer)).toMatchObject([
    { title: expect.stringMatching(/ is back$/), link: `/profile/${seller.id}` },
  ]);
  expect([(await mailed(buyer)).length, await notified(other), await mailed(other)]).toEqual([1, [], []]);
  expect(await exported(buyer)).toEqual([]);
  await leave(0, dayMs);
  await comeBack();
  await passTime(market);
  expect([(await notified(buyer)).length, (await mailed(buyer)).length]).toEqual([1, 1]);
});

test('pages show a vacation, and its forms work without JavaScript: start, request a notice, cancel it, end', async () => {
  await people();
  const listing = await putUpForSale(market, seller);
  const [from, to] = [inMs(0).slice(0, 10), inMs(6 * dayMs).slice(0, 10)];
  expect(await page('/settings/vacation', seller)).toContain('Turn on vacation mode');
  const wrong = await post('/settings/vacation', seller, { from, to: from, note: '' });
  expect(await wrong.text()).toContain('Choose a return date');
  expect((await post('/settings/vacation', seller, { from, to, note: 'Skiing' })).status).toBe(200);
  expect(await page('/settings/vacation', seller)).toContain('End vacation');
  for (const path of [`/listings/${listing}`, `/profile/${seller.id}`]) {
    expect(await page(path)).toMatch(/On vacation until .*“Skiing”.*Sign in to get notified/s);
    expect(await page(path, buyer)).toContain('Get return notification');
    expect(await page(path, seller)).toContain('You’re on vacation until');
  }
  expect(await page(`/listings/${listing}`, buyer)).not.toContain('Reserved for 30 minutes');
  expect(await page(`/browse?seller=${seller.id}`)).toContain('On vacation until');
  const response = await post(`/profile/${seller.id}/return`, buyer, { told: '1' });
  expect([response.status, response.headers.get('location')]).toEqual([302, `/profile/${seller.id}`]);
  expect(await page(`/profile/${seller.id}`, buyer)).toContain('We’ll notify you once when they’re back.');
  await post(`/profile/${seller.id}/return`, buyer, { told: '0' });
  expect(await page(`/profile/${seller.id}`, buyer)).toContain('Get return notification');
  expect((await post('/settings/vacation', seller, { intent: 'end' })).status).toBe(200);
  expect(await page(`/listings/${listing}`, buyer)).toContain('Reserved for 30 minutes');
});
