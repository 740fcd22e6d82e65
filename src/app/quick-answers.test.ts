import { request as ask } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

async function listed(more: Record<string, unknown> = {}): Promise<string> {
  const body = { game: 'pokemon', name: 'Umbreon', condition: 'good', price: { amount: 450, currency: 'USD' }, status: 'active', ...more };
  const answer = await market.request('POST', '/api/listings', { as: seller, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

/** An address with a question mark is not one of the quick ones: the framework answers it. */
const slowly = (path: string) => `${path}?`;
/** What is another one each time. */
const changing = new Set(['x-request-id', 'date']);
const headersOf = (headers: Headers) => [...headers].filter(([name]) => !changing.has(name)).sort();

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

test('[10-2] a listing is answered before the framework as through it, header by header, and the look is counted either way', async () => {
  const id = await listed();
  const path = `/api/listings/${id}`;
  const [quick, slow] = [await market.request('GET', path), await market.request('GET', slowly(path))];
  expect(quick.status).toBe(200);
  expect(quick.body).toEqual(slow.body);
  expect(headersOf(quick.headers)).toEqual(headersOf(slow.headers));
  expect(quick.headers.get('x-request-id')).toMatch(/^[0-9a-z]{20}$/);
  expect(quick.headers.get('x-request-id')).not.toBe(slow.headers.get('x-request-id'));
});

test('[10-2] what it cannot give is refused by the call itself: a draft, an unknown id, one that was taken down', async () => {
  const draft = await listed({ status: 'draft' });
  const gone = await listed();
  expect((await market.request('DELETE', `/api/listings/${gone}`, { as: seller })).status).toBe(204);
  for (const id of [draft, 'nobody', gone]) {
    const [quick, slow] = [await market.request('GET', `/api/listings/${id}`), await market.request('GET', slowly(`/api/listings/${id}`))];
    expect([id, quick.status, quick.body.code]).toEqual([id, slow.status, slow.body.code]);
    expect(quick.status).toBeGreaterThanOrEqual(404);
    expect(headersOf(quick.headers)).toEqual(headersOf(slow.headers));
  }
  expect((await market.request('GET', `/api/listings/${draft}`, { as: seller })).body).toMatchObject({ id: draft, pausedBy: null });
});

test('[10-2] another price is in the very next answer, and other methods are the framework’s', async () => {
  const other = await market.signUp();
  seller = other;
  const id = await listed();
  const path = `/api/listings/${id}`;
  expect((await market.request('GET', path)).body.price.amount).toBe(450);
  await market.request('PATCH', path, { as: other, body: { price: { amount: 777, currency: 'USD' } } });
  expect((await market.request('GET', path)).body.price.amount).toBe(777);
  expect(await raw('HEAD', path)).toBe(200);
  expect(await raw('TRACE', path)).toBe(405);
  expect(await raw('POST', path)).toBe(405);
});

test('[10-2] a search is answered before the framework as through it, whether it finds, pages, or is refused', async () => {
  seller = await market.signUp();
  await listed({ name: 'Bulbasaur' });
  // The same question, told apart by a filter that means nothing: with a cookie the framework answers.
  const through = (path: string) => market.request('GET', path, { headers: { cookie: 'theme=dark' } });
  for (const question of [
    '',
    '?q=bulbasaur',
    '?q=bulbasaur&limit=1&sort=price_asc',
    '?q=seller:nobody+bulbasaur',
    '?game=pokemon',
    '?limit=0',
    '?cursor=x',
    '?sort=best',
    '?status=all',
    '?seller=me',
    '?q=name:bulbasaur',
  ]) {
    const path = `/api/listings${question}`;
    const [quick, slow] = [await market.request('GET', path), await through(path)];
    expect([question, quick.status]).toEqual([question, slow.status]);
    if (quick.status === 200) expect(quick.body).toEqual(slow.body);
    else expect(quick.body.code).toBe(slow.body.code);
    expect(headersOf(quick.headers)).toEqual(headersOf(slow.headers));
  }
});

test('[11-1] cards are found before the framework as through it while somebody types, whether words find, page, or are refused', async () => {
  await importTestCards(market);
  const through = (path: string) => market.request('GET', path, { headers: { cookie: 'theme=dark' } });
  let found = 0;
  for (const question of [
    '',
    '?q=',
    '?q=%00',
    '?q=char',
    '?q=pikahcu&limit=8',
    '?q=base&limit=1',
    '?q=base&limit=1&game=pokemon&set=base1',
    '?q=base&game=nothing',
    '?q=base&limit=0',
    '?q=base&cursor=x',
    '?q=base&q=other',
    '?q=rarity:common',
    `?q=base&set=${'a'.repeat(201)}`,
  ]) {
    const path = `/api/catalogue/cards${question}`;
    const [quick, slow] = [await market.request('GET', path), await through(path)];
    expect([question, quick.status]).toEqual([question, slow.status]);
    if (quick.status === 200) expect(quick.body).toEqual(slow.body);
    else expect(quick.body.code).toBe(slow.body.code);
    expect(headersOf(quick.headers)).toEqual(headersOf(slow.headers));
    found += quick.body.items?.length ?? 0;
  }
  expect(found).toBeGreaterThan(5);
});
