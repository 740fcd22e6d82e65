import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { uploadTo } from '../photos/photos.testing.ts';
import { importTestCards } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let cards: Record<string, string>;
let photo: Buffer;

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  cards = await importTestCards(market);
  seller = await market.signUp();
  photo = await sharp({ create: { width: 200, height: 280, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
}, 60_000);
afterAll(() => market?.close());

const begin = (as: TestMember) => market.request('POST', '/api/listings/unfinished', { as });
const of = (id: string, path = '') => `/api/listings/${id}${path}`;

test('a draft starts with photos alone: one at a time, also from two tabs, and publishing it needs a card and a price', async () => {
  const [first, second] = await Promise.all([begin(seller), begin(seller)]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).toBe(first.body.id);
  const { id } = first.body;
  expect(first.body).toMatchObject({ status: 'draft', photos: [] });
  expect(
    (
      await uploadTo(
        market,
        id,
        [
          ['front.jpg', photo],
          ['back.jpg', photo],
        ],
        seller,
      )
    ).status,
  ).toBe(201);
  expect((await begin(seller)).body.photos).toHaveLength(2);
  const early = await market.request('POST', of(id, '/publish'), { as: seller });
  expect(early).toMatchObject({
    status: 422,
    body: { errors: { card: 'Choose the card, condition and price before you publish.' } },
  });
  // A word about it does not make it whole.
  await market.request('PATCH', of(id), { as: seller, body: { description: 'From my first binder.' } });
  expect((await market.request('POST', of(id, '/publish'), { as: seller })).status).toBe(422);

  const whole = { catalogueCardId: cards['base1-58'], condition: 'near_mint', price: { amount: 900, currency: 'USD' } };
  const edited = await market.request('PATCH', of(id), { as: seller, body: whole });
  expect(edited.body.photos.map(({ alt }: { alt: string }) => alt)).toEqual([
    'Pikachu · Base Set · 58, photo 1',
    'Pikachu · Base Set · 58, photo 2',
  ]);
  expect((await market.request('POST', of(id, '/publish'), { as: seller })).body).toMatchObject({
    status: 'active',
    photos: [{}, {}],
  });
  // The next one is another.
  expect((await begin(seller)).body.id).not.toBe(id);
  expect((await market.request('POST', '/api/listings/unfinished')).status).toBe(401);
});

test('an unfinished draft is announced on the page, and starting over deletes it, without scripts too', async () => {
  const author = await market.signUp();
  const create = '/listings/create';
  const drawn = async () => String((await market.request('GET', create, { as: author })).body);
  expect(await drawn()).not.toContain('You have an unfinished listing.');
  const { id } = (await begin(author)).body;
  expect(await drawn()).toContain('You have an unfinished listing.');
  expect(await drawn()).toContain(`href="/listings/${id}/edit"`);
  const answer = await fetch(`${market.url}${create}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: author.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'startOver=1',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, create]);
  expect(await drawn()).not.toContain('You have an unfinished listing.');
  expect((await begin(author)).body.id).not.toBe(id);
});
