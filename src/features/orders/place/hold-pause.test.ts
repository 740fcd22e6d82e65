import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import type { Limit } from '#platform/limits/limits.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { reconcileOrders } from '../lifecycle/reconcile-orders.server.ts';
import { buyRefusalCode, buyRefusalSentence } from '../model/buy-refusals.ts';
import { holdPauses, pauseAfter } from '../model/order.rules.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { auditOrders, buy, buyPlaced, makePremium, passTime, pay, putUpForSale, signInAgain } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let honest: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, honest] = await Promise.all([market.signUp('pause_sells'), market.signUp('pause_other')]);
  await makePremium(market, seller);
});
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const cancel = (as: TestMember, id: string) => market.request('POST', `/api/orders/${id}/cancel`, { as, body: {} });
/** The limit of calls to Stripe is another one's test. */
const forgetCalls = () => rows("delete from limit_counter where key like 'orders.payment-calls%'");

async function letGo(buyer: TestMember, listingId: string, headers: Record<string, string> = {}): Promise<void> {
  await forgetCalls();
  const bought = await buy(market, buyer, listingId, {}, headers);
  expect([bought.status, bought.body.message]).toEqual([201, undefined]);
  expect((await cancel(buyer, bought.body.order.id)).status).toBe(200);
}

test('the pause grows with each further hold that is not paid', () => {
  const minutes = Array.from({ length: 9 }, (_, n) => pauseAfter(n, 3) / minuteMs);
  expect(minutes).toEqual([0, 0, 0, 0, 15, 60, 240, 720, 1_440]);
  expect(pauseAfter(99, 3)).toBe(holdPauses.stepsMs.at(-1));
});

test('the same copies held again and again: a sentence with when, Retry-After, longer each time; others and other copies are free', async () => {
  const hoarder = await market.signUp('hoards_one');
  const [listingId, other] = [await putUpForSale(market, seller), await putUpForSale(market, seller)];
  for (let n = 0; n < holdPauses.freeOfListing; n++) await letGo(hoarder, listingId);
  // A hold that expires counts like one that is canceled.
  await forgetCalls();
  await buyPlaced(market, hoarder, listingId);
  await passTime(market, 31 * minuteMs);
  const refused = await buy(market, hoarder, listingId);
  expect([refused.status, refused.body.code]).toEqual([429, 'hold_paused']);
  expect(refused.body.message).toMatch(/You can reserve again on \d+ \w{3}, \d\d:\d\d UTC\.$/);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(13 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'active', quantity_held: 0 },
  ]);

  const elsewhere = await buyPlaced(market, hoarder, other);
  expect((await cancel(hoarder, elsewhere.order.id)).status).toBe(200);
  const bought = await buyPlaced(market, honest, listingId);
  expect((await cancel(honest, bought.order.id)).status).toBe(200);

  await passTime(market, seconds * 1_000 + 1_000);
  await letGo(hoarder, listingId);
  const longer = Number((await buy(market, hoarder, listingId)).headers.get('retry-after'));
  expect(longer).toBeGreaterThan(50 * 60);
  await passTime(market, 25 * hourMs);
  expect((await buy(market, await signInAgain(market, hoarder), listingId)).status).toBe(201);
});

test('many holds of any copies bring a pause for all of them; what was paid counts for nothing', async () => {
  const hoarder = await market.signUp('hoards_all');
  const listingIds = await Promise.all(Array.from({ length: 11 }, () => putUpForSale(market, seller)));
  const { order, checkoutUrl } = await buyPlaced(market, hoarder, listingIds[10] ?? '');
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  for (let n = 0; n < holdPauses.free; n++) await letGo(hoarder, listingIds[n % 10] ?? '');
  expect(await rows('select 1 from hold_pause where buyer_id = $1', [hoarder.id])).toEqual([]);
  await letGo(hoarder, listingIds[0] ?? '');
  for (const listingId of listingIds.slice(0, 3))
    expect((await buy(market, hoarder, listingId)).body.code).toBe('hold_paused');
  expect((await market.request('GET', `/api/orders/${order.id}`, { as: hoarder })).body.status).toBe('paid');
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('accounts of one network that take turns with the same copies wait together; who has paid before, other copies and other networks do not', async () => {
  const [listingId, other] = [await putUpForSale(market, seller, { quantity: 5 }), await putUpForSale(market, seller)];
  const dormitory = { 'x-forwarded-for': '203.0.113.50' };
  const paying = await market.signUp('pause_paid');
  const { checkoutUrl } = await buyPlaced(market, paying, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);

  const turns = await Promise.all(['turn_1', 'turn_2', 'turn_3'].map((name) => market.signUp(`pause_${name}`)));
  for (let n = 0; n <= holdPauses.freeOfListingFromNetwork; n++)
    await letGo(turns[n % 3] ?? honest, listingId, dormitory);
  const fresh = await market.signUp('pause_fresh');
  const refused = await buy(market, fresh, listingId, {}, dormitory);
  expect([refused.status, refused.body.code]).toEqual([429, 'hold_paused']);
  expect(refused.body.message).toMatch(/^This card was reserved from your network .* on \d+ \w{3}, \d\d:\d\d UTC\.$/);
  // Without script one sentence covers every pause: it must not blame a buyer who has held nothing, and gives the
  // longest duration.
  const plain = buyRefusalSentence(buyRefusalCode(refused.body));
  expect(plain).toContain('reserved from your account, network or browser');
  expect([plain?.includes('for up to 24 hours'), holdPauses.stepsMs.at(-1)]).toEqual([true, dayMs]);
  const seconds = Number(refused.headers.get('retry-after'));
  expect([seconds > 13 * 60, seconds <= 15 * 60]).toEqual([true, true]);
  await letGo(fresh, other, dormitory);
  await letGo(fresh, listingId, { 'x-forwarded-for': '203.0.113.51' });
  await letGo(paying, listingId, dormitory);
  await passTime(market, 61 * minuteMs);
  expect((await buy(market, fresh, listingId, {}, dormitory)).status).toBe(201);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('another account in the same browser is no way around a pause', async () => {
  const listingId = await putUpForSale(market, seller);
  const [hoarder, second] = [await market.signUp('browser_one'), await market.signUp('browser_two')];
  for (let n = 0; n <= holdPauses.freeOfListing; n++) await letGo(hoarder, listingId);
  const one = await signInAgain(market, hoarder);
  const answer = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: second.email, password: second.password },
    headers: { cookie: one.cookie, origin: market.url },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const refused = await buy(market, { ...second, cookie }, listingId);
  expect([refused.status, refused.body.code]).toEqual([429, 'hold_paused']);
  expect(refused.body.message).toMatch(/^This card was reserved in this browser several times/);
  expect((await buy(market, await signInAgain(market, second), listingId)).status).toBe(201);
});

test('deleting the account and bringing it back ends no pause, nor does a deletion for good: it is swept when it is over', async () => {
  const listingId = await putUpForSale(market, seller);
  const hoarder = await market.signUp('hoards_leaves');
  for (let n = 0; n <= holdPauses.freeOfListing; n++) await letGo(hoarder, listingId);
  const leave = (as: TestMember, body: unknown) => market.request('POST', '/api/users/delete-account', { as, body });
  expect((await leave(await signInAgain(market, hoarder), { password: hoarder.password })).status).toBe(200);
  await market.runJobs();
  const mails: { links: string[] }[] = (
    await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(hoarder.email)}`)
  ).body;
  const link =
    mails.flatMap(({ links }) => links).find((one) => one.includes('/auth/undo-deletion')) ?? 'http://none.test';
  const token = new URL(link).searchParams.get('token');
  expect((await market.request('POST', '/api/auth/undo-deletion', { body: { token } })).status).toBe(200);
  const back = await signInAgain(market, hoarder);
  const refused = await buy(market, back, listingId);
  expect([refused.status, refused.body.code]).toEqual([429, 'hold_paused']);

  expect((await leave(back, { password: hoarder.password })).status).toBe(200);
  expect(await rows('select 1 from hold_pause where buyer_id = $1', [hoarder.id])).not.toEqual([]);
  await rows("update hold_pause set until = 'epoch' where buyer_id = $1", [hoarder.id]);
  await reconcileOrders(market.platform);
  expect(await rows('select 1 from hold_pause where buyer_id = $1', [hoarder.id])).toEqual([]);
});

test('how often one may begin to buy in an hour is limited for a member and for a network, with when it goes on', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 9 });
  const { limits } = market.platform;
  const [eager, neighbour] = [await market.signUp('holds_eager'), await market.signUp('holds_near')];
  const from = { 'x-forwarded-for': '203.0.113.60' };
  const use = async (limit: Limit, subject: string) => {
    await limits.take(limit, subject);
    await rows('update limit_counter set points = $2 where key like $1', [`${limit.name}:%`, limit.points - 1]);
  };
  await use(ordersLimits.holds, eager.id);
  // A refused purchase is not counted.
  expect((await buy(market, eager, listingId, { quantity: 50 }, from)).status).toBe(409);
  expect((await buy(market, eager, listingId, {}, from)).status).toBe(201);
  const refused = await buy(market, eager, listingId, {}, from);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(refused.body.message).toMatch(/^You can start 60 purchases an hour\. Try again in (59|60) minutes\.$/);
  await use(ordersLimits.holdsOfNetwork, '203.0.113.60');
  expect((await buy(market, neighbour, listingId, {}, from)).status).toBe(201);
  const crowded = await buy(market, neighbour, listingId, {}, from);
  expect([crowded.status, crowded.body.message]).toEqual([
    429,
    expect.stringMatching(/^Your network can start 240 purchases an hour\. Try again in \d+ minutes\.$/),
  ]);
  expect((await buy(market, neighbour, listingId)).status).toBe(201);
});
