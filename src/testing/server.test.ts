import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from './server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

test('a member signs up over HTTP and is identified by the cookie', async () => {
  const member = await market.signUp();
  const own = await market.request('GET', '/api/profile', { as: member });
  expect(own.status).toBe(200);
  expect(own.body.username).toBe(member.username);
});

test('an unknown address is 404, a wrong method 405, a body that is not JSON 400, each a problem document with the request id', async () => {
  const unknown = await market.request('GET', '/api/nothing');
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  expect(unknown.body.requestId).toBe(unknown.headers.get('x-request-id'));
  expect((await market.request('PUT', '/api/tiers')).status).toBe(405);
  const broken = { body: '{"email":', headers: { 'content-type': 'application/json' } };
  expect((await market.request('POST', '/api/auth/sign-in/email', broken)).status).toBe(400);
  const form = { body: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect((await market.request('POST', '/api/auth/sign-in/email', form)).status).toBe(400);
});

test("a wrong method gets the allowed ones, also at the host's addresses", async () => {
  const api = await market.request('PUT', '/api/listings');
  expect([api.status, api.headers.get('allow'), api.body.status]).toEqual([405, 'GET, POST', 405]);
  expect((await market.request('POST', '/sitemap.xml', { headers: { origin: market.url } })).status).toBe(405);
  expect((await market.request('PUT', '/metrics', { headers: { origin: market.url } })).status).toBe(405);
});

test('a visitor gets 401 before any message about fields; messages name the fields in plain words', async () => {
  expect((await market.request('POST', '/api/listings', { body: {} })).status).toBe(401);
  expect((await market.request('PATCH', '/api/profile', { body: { nonsense: 1 } })).status).toBe(401);
  const member = await market.signUp();
  const listing = await market.request('POST', '/api/listings', {
    as: member,
    body: { game: 'pokemon', name: 'Pikachu', condition: 'mint', acceptsOffers: 'yes', nonsense: 1 },
  });
  expect(listing.status).toBe(422);
  expect(listing.body.errors).toMatchObject({
    acceptsOffers: 'Use true or false.',
    nonsense: 'This field isn’t supported. Remove it.',
  });
  expect(JSON.stringify(listing.body)).not.toMatch(/Invalid input|expected|Unrecognized/);
});

test('NUL in an address of the sandbox is no error', async () => {
  expect((await market.request('GET', '/sandbox/mail.json?to=%00')).status).toBe(200);
  expect((await market.request('GET', '/sandbox/stripe/checkout/%00')).status).toBe(404);
});

test('a write with a cookie from a foreign origin changes nothing', async () => {
  const member = await market.signUp();
  const foreign = await market.request('PATCH', '/api/profile', {
    as: member,
    body: { bio: 'taken over' },
    headers: { origin: 'https://evil.example' },
  });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'origin_required']);
  const bare = await market.request('PATCH', '/api/profile', {
    body: { bio: 'taken over' },
    headers: { cookie: member.cookie },
  });
  expect([bare.status, bare.body.code]).toEqual([403, 'origin_required']);
  const own = await market.request('GET', '/api/profile', { as: member });
  expect(own.body.bio).not.toBe('taken over');
});

test('every response has the security headers', async () => {
  const { headers } = await market.request('GET', '/api/health');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the sitemap lists the static pages, the sets with cards, and the active listings', async () => {
  const index = await market.request('GET', '/sitemap.xml');
  expect([index.status, index.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(index.body).toContain('/sitemaps/pages.xml');
  expect((await market.request('GET', '/sitemaps/sets.xml')).status).toBe(200);
  expect((await market.request('GET', '/sitemaps/pages.xml')).body).toContain('/browse</loc>');
  const seller = await market.signUp();
  const card = {
    game: 'pokemon',
    name: 'Pikachu',
    condition: 'good',
    price: { amount: 500, currency: 'USD' },
    status: 'active',
  };
  const { body } = await market.request('POST', '/api/listings', { as: seller, body: card });
  const { body: parts } = await market.request('GET', '/sitemap.xml');
  expect(parts).toContain(`/sitemaps/listings-${body.id}.xml`);
  expect((await market.request('GET', `/sitemaps/listings-${body.id}.xml`)).body).toContain(
    `/listings/${body.id}</loc>`,
  );
  expect((await market.request('GET', '/sitemaps/other.xml')).status).toBe(404);
});
