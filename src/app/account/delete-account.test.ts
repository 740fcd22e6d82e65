import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditOrders, buy, buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { auditRatings } from '#testing/audits/rating-audit.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
  expect(await auditRatings(market.platform)).toEqual([]);
});
afterAll(() => market.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const leave = (as: TestMember | { token: string }, body: unknown = { password: testPassword }) =>
  market.request('POST', '/api/users/delete-account', { as, body });
const statusOf = async (as: TestMember) => (await market.request('GET', '/api/profile', { as })).status;

test('[AP-05] a visitor can neither delete an account nor request an export', async () => {
  expect((await market.request('POST', '/api/users/delete-account', { body: {} })).status).toBe(401);
  expect((await market.request('GET', '/api/export')).status).toBe(401);
});

test('[AP-05] [ER-04] asks for the password each time, also right after a sign-in', async () => {
  const member = await market.signUp();
  const wrong = await leave(member, { password: 'not-the-password' });
  expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
    403,
    'reauth_failed',
    'Failed to reauthenticate. Please try signing in again.',
  ]);
  expect((await leave(member, { password: 7 })).status).toBe(422);
  const missing = await leave(member, {});
  expect([missing.status, missing.body.code, missing.body.errors]).toEqual([
    403,
    'reauth_required',
    { password: 'Enter your password.' },
  ]);
  expect(await statusOf(member)).toBe(200);
  expect((await leave(member, { password: member.password })).status).toBe(200);
});

test('[AP-05] a bearer token does it, ends with every session, and the name stays reserved while the e-mail is free', async () => {
  const member = await market.signUp('gone_by_token');
  const { body } = await market.request('POST', '/api/auth/token', { as: member });
  const answer = await leave({ token: body.token });
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Your account has been deleted.' }]);
  expect(await statusOf(member)).toBe(401);
  expect((await market.request('GET', '/api/profile', { as: { token: body.token } })).status).toBe(401);
  expect((await market.request('GET', `/api/profiles/${member.id}`)).status).toBe(404);
  expect((await market.request('GET', '/api/profiles/gone_by_token')).status).toBe(404);
  expect((await market.request('GET', '/api/usernames/Gone_by_token')).body.available).toBe(false);
  const ended = await rows("select data from outbox_event where kind = 'session.ended' and data ->> 'userId' = $1", [
    member.id,
  ]);
  expect(ended.length).toBeGreaterThan(0);
  const again = await market.request('POST', '/api/auth/sign-up/email', {
    body: { email: member.email, password: member.password, username: 'another_name', location: 'Lyon, FR' },
  });
  expect(again.status).toBeLessThan(300);
  const signIn = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: `deleted-${member.id}@deleted.invalid`, password: member.password },
  });
  expect(signIn.status).toBe(401);
});

test('[AP-05] an order that is paid and not completed refuses on both sides and is named; nothing is changed', async () => {
  const seller = await market.signUp();
  const buyer = await market.signUp();
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await pay(checkoutUrl);
  await passTime(market);
  for (const [side, owed] of [
    [seller, 'you haven’t shipped it yet'],
    [buyer, 'the seller hasn’t shipped it yet'],
  ] as const) {
    const answer = await leave(side);
    expect([answer.status, answer.body.code]).toEqual([409, 'orders_owed']);
    expect(answer.body.message).toContain(`(order ${order.id}): ${owed}`);
    expect(answer.body.orders[0].id).toBe(order.id);
    expect(await statusOf(side)).toBe(200);
  }
});

test('[AP-05] unpaid orders are called off on both sides, listings and favourites go', async () => {
  const seller = await market.signUp();
  const leaver = await market.signUp();
  const buyer = await market.signUp();
  const bought = await putUpForSale(market, seller);
  const sold = await putUpForSale(market, leaver);
  const idle = await putUpForSale(market, leaver);
  await market.request('PUT', `/api/favorites/${bought}`, { as: leaver });
  const mine = await buyPlaced(market, leaver, bought);
  const theirs = await buyPlaced(market, buyer, sold);
  const answer = await leave(leaver);
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Your account has been deleted.' }]);
  const states = await rows('select id, status from orders where id = any ($1)', [[mine.order.id, theirs.order.id]]);
  expect(states.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  expect((await pay(theirs.checkoutUrl)).status).not.toBe(200);
  expect((await market.request('GET', `/api/listings/${bought}`)).body).toMatchObject({
    status: 'active',
    favoriteCount: 0,
  });
  expect((await market.request('GET', `/api/listings/${idle}`)).status).toBe(404);
  expect((await market.request('GET', `/api/listings/${sold}`)).status).toBe(410);
  expect((await market.request('GET', `/api/listings?seller=${leaver.id}`)).body.items ?? []).toEqual([]);
});

test('[AP-05] two deletions at the same moment are one', async () => {
  const member = await market.signUp();
  const answers = await Promise.all([leave(member), leave(member), leave(member)]);
  expect(answers.map(({ status }) => status).sort()).toContain(200);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect(
    await rows("select count(*)::int as n from outbox_event where kind = 'member.deleted' and subject = $1", [
      member.id,
    ]),
  ).toEqual([{ n: 1 }]);
});

test('[AP-05] a purchase and the deletion of its seller at the same moment: never an order without a seller to send it', {
  timeout: 120_000,
}, async () => {
  const buyers = await Promise.all([market.signUp(), market.signUp(), market.signUp()]);
  for (let round = 0; round < 12; round++) {
    const seller = await market.signUp();
    await makePremium(market, seller);
    const listings = await Promise.all(buyers.map(() => putUpForSale(market, seller)));
    const [gone, ...bought] = await Promise.all([
      leave(seller),
      ...buyers.map(async (buyer, i) => {
        const answer = await buy(market, buyer, listings[i] ?? '');
        if (answer.status === 201) await pay(answer.body.checkoutUrl);
        return answer;
      }),
    ]);
    for (const { status } of bought) expect([201, 404, 409]).toContain(status);
    await passTime(market);
    const open = await rows("select id from orders where seller_id = $1 and status not in ('canceled', 'refunded')", [
      seller.id,
    ]);
    if (gone.status === 200) {
      expect(open).toEqual([]);
    } else {
      expect([gone.body.code, await statusOf(seller)]).toEqual([
        gone.status === 409 ? 'orders_owed' : 'deletion_failed',
        200,
      ]);
    }
  }
});
