import { request as ask } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { importTestCards } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

async function listed(more: Record<string, unknown> = {}): Promise<string> {
  const body = {
    game: 'pokemon',
    name: 'Umbreon',
    condition: 'good',
    price: { amount: 450, currency: 'USD' },
    status: 'active',
    ...more,
  };
  const answer = await market.request('POST', '/api/listings', { as: seller, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

/** As it is sent, without what a browser would add or leave out. */
function raw(method: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = ask(market.url + path, { method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}

/** The headers that protect a JSON answer, on success and on refusal alike. */
function expectApiHeaders(headers: Headers, contentType: RegExp): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': expect.stringMatching(contentType),
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-z]{20}$/),
  });
  expect(headers.get('set-cookie')).toBeNull();
}

test('a visitor reads a listing with the API’s headers, and each request has its own id', async () => {
  const id = await listed();
  const [one, other] = [
    await market.request('GET', `/api/listings/${id}`),
    await market.request('GET', `/api/listings/${id}?`),
  ];
  expect(one.status).toBe(200);
  expect(one.body).toMatchObject({ id, name: 'Umbreon', price: { amount: 450, currency: 'USD' }, viewCount: 0 });
  expect(one.body).not.toHaveProperty('sku');
  expect(other.body).toEqual(one.body);
  for (const { headers } of [one, other]) expectApiHeaders(headers, /^application\/json/);
  expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
});

test('a draft and an unknown id are 404, a listing that was taken down is 410, and the seller reads the draft', async () => {
  const draft = await listed({ status: 'draft' });
  const gone = await listed();
  expect((await market.request('DELETE', `/api/listings/${gone}`, { as: seller })).status).toBe(204);
  for (const [id, status] of [
    [draft, 404],
    ['nobody', 404],
    [gone, 410],
  ] as const) {
    const answer = await market.request('GET', `/api/listings/${id}`);
    expect([id, answer.status]).toEqual([id, status]);
    expect(answer.body.code).toEqual(expect.any(String));
    expectApiHeaders(answer.headers, /^application\/problem\+json/);
  }
  const own = await market.request('GET', `/api/listings/${draft}`, { as: seller });
  expect(own.body).toMatchObject({ id: draft, pausedBy: null });
});

test('another price is in the very next answer, and a listing takes no other methods', async () => {
  const other = await market.signUp();
  seller = other;
  const id = await listed();
  const path = `/api/listings/${id}`;
  for (const price of [450, 777, 888]) {
    if (price !== 450)
      await market.request('PATCH', path, { as: other, body: { price: { amount: price, currency: 'USD' } } });
    for (let look = 0; look < 3; look++) expect((await market.request('GET', path)).body.price.amount).toBe(price);
  }
  expect(await raw('HEAD', path)).toBe(200);
  expect(await raw('TRACE', path)).toBe(405);
  expect(await raw('POST', path)).toBe(405);
});

test('a visitor searches listings: what is found, paged and refused', async () => {
  seller = await market.signUp();
  const id = await listed({ name: 'Bulbasaur' });
  for (const [question, status, found] of [
    ['', 200, true],
    ['?q=bulbasaur', 200, true],
    ['?q=bulbasaur&limit=1&sort=price_asc', 200, true],
    ['?game=pokemon', 200, true],
    ['?q=nothing+of+that+name', 200, false],
    ['?limit=0', 422, false],
    ['?cursor=x', 422, false],
    ['?sort=best', 422, false],
    ['?status=all', 401, false],
    ['?seller=me', 401, false],
  ] as const) {
    const answer = await market.request('GET', `/api/listings${question}`);
    expect([question, answer.status]).toEqual([question, status]);
    expect([question, (answer.body.items ?? []).some((item: { id: string }) => item.id === id)]).toEqual([
      question,
      found,
    ]);
    expectApiHeaders(answer.headers, status === 200 ? /^application\/json/ : /^application\/problem\+json/);
  }
});

test('cards are found while a visitor types: what is found, paged and refused', async () => {
  await importTestCards(market);
  for (const [question, status, least] of [
    ['', 200, 1],
    ['?q=', 200, 1],
    ['?q=%00', 200, 1],
    ['?q=char', 200, 1],
    ['?q=pikahcu&limit=8', 200, 1],
    ['?q=base&limit=1', 200, 1],
    ['?q=base&limit=1&game=pokemon&set=base1', 200, 1],
    ['?q=base&game=nothing', 200, 0],
    ['?q=base&limit=0', 422, 0],
    ['?q=base&cursor=x', 422, 0],
    [`?q=base&set=${'a'.repeat(201)}`, 422, 0],
  ] as const) {
    const answer = await market.request('GET', `/api/catalogue/cards${question}`);
    expect([question, answer.status]).toEqual([question, status]);
    expect(answer.body.items?.length ?? 0).toBeGreaterThanOrEqual(least);
    expectApiHeaders(answer.headers, status === 200 ? /^application\/json/ : /^application\/problem\+json/);
  }
});
