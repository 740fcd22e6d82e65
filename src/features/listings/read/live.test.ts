import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let seller: TestMember;
let url: string;

beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp();
  url = `${market.url.replace(/^http/, 'ws')}/api/realtime`;
});
afterAll(() => market.close());

async function listed(status: 'draft' | 'active'): Promise<string> {
  const body = {
    game: 'pokemon',
    name: 'Live one',
    condition: 'near_mint',
    price: { amount: 450, currency: 'USD' },
    status,
  };
  const answer = await market.request('POST', '/api/listings', { as: seller, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  // The event of its creation is over before the subscription.
  await market.runJobs();
  return answer.body.id;
}

test('viewers of a listing are notified of each change once, with its version', async () => {
  const id = await listed('active');
  const visitor = await connectLive(url);
  await visitor.hello();
  expect(await visitor.subscribe('l', 'listing', { id })).toMatchObject({ type: 'subscribed' });
  const { body } = await market.request('PATCH', `/api/listings/${id}`, {
    as: seller,
    body: { price: { amount: 400, currency: 'USD' } },
  });
  const event = await visitor.frame({ type: 'event' });
  expect(event).toEqual({
    type: 'event',
    eventId: expect.any(Number),
    subscription: 'l',
    kind: 'listing.changed',
    data: { id, version: body.version },
  });
});

test('viewers are notified of a favourite, and never of the member', async () => {
  const id = await listed('active');
  const fan = await market.signUp();
  const [visitor, owner] = await Promise.all([
    connectLive(url),
    connectLive(url, { cookie: seller.cookie, origin: market.url }),
  ]);
  await Promise.all([visitor.hello(), owner.hello()]);
  await Promise.all([visitor.subscribe('l', 'listing', { id }), owner.subscribe('m', 'me')]);
  const version = (await market.request('GET', `/api/listings/${id}`)).body.version;
  expect((await market.request('PUT', `/api/favorites/${id}`, { as: fan })).status).toBe(200);
  const notified = { type: 'event', eventId: expect.any(Number), kind: 'listing.changed', data: { id, version } };
  expect(await visitor.frame({ type: 'event' })).toEqual({ ...notified, subscription: 'l' });
  expect(await owner.frame({ type: 'event' })).toEqual({ ...notified, subscription: 'm' });
  const page = (await market.request('GET', `/api/listings/${id}`)).body;
  expect(page.favoriteCount).toBe(1);
  for (const text of [JSON.stringify(page), JSON.stringify(visitor.frames), JSON.stringify(owner.frames)])
    expect(text).not.toContain(fan.id);
});

test('only the seller is notified of a draft, by cookie and by token', async () => {
  const id = await listed('draft');
  const { token } = (await market.request('POST', '/api/auth/token', { as: seller })).body;
  const other = await market.signUp();
  const granted = async (cookie?: string, bearer?: string) => {
    const client = await connectLive(url, cookie ? { cookie, origin: market.url } : {});
    await client.hello(bearer ? { token: bearer } : {});
    const answer = await client.subscribe('l', 'listing', { id });
    client.cut();
    return answer.type === 'error' ? answer.code : answer.type;
  };
  expect([
    await granted(),
    await granted(other.cookie),
    await granted(seller.cookie),
    await granted(undefined, token),
  ]).toEqual(['not_found', 'not_found', 'subscribed', 'subscribed']);
});

test('signing out ends the live connections of that session within a second, also one that a token opened', async () => {
  const member = await market.signUp();
  const { token } = (await market.request('POST', '/api/auth/token', { as: member })).body;
  const [byCookie, byToken, other] = await Promise.all([
    connectLive(url, { cookie: member.cookie, origin: market.url }),
    connectLive(url),
    connectLive(url, { cookie: seller.cookie, origin: market.url }),
  ]);
  await Promise.all([byCookie.hello(), byToken.hello({ token }), other.hello()]);
  expect((await market.request('POST', '/api/auth/sign-out', { as: member })).status).toBe(200);
  // Waits for the event: the schedule runs once a minute. The channel's own tests cover the interval with a fake clock.
  for (const client of [byCookie, byToken]) expect(await client.closed).toMatchObject({ code: 4401 });
  await other.settled();
});

test('the monitor counts live connections', async () => {
  const client = await connectLive(url);
  await client.hello();
  await client.subscribe('p', 'profile', { id: seller.id });
  const { body } = await market.request<string>('GET', '/metrics');
  expect(body).toMatch(/^sleeved_live_connections [1-9]/m);
  expect(body).toMatch(/^sleeved_live_listeners [1-9]/m);
});
