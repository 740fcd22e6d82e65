import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { answerMany } from './answer-many.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = [await market.signUp(), await market.signUp()];
}, 60_000);
afterAll(() => market?.close());

test('one refusal does not block the others, and all get the same reason', async () => {
  const card = { game: 'pokemon', condition: 'good', price: { amount: 1_000, currency: 'USD' }, status: 'active' };
  const offered = async (name: string): Promise<string> => {
    const { id } = (await market.request('POST', '/api/listings', { as: seller, body: { ...card, name } })).body;
    return (await market.request('POST', `/api/listings/${id}/offers`, { as: buyer, body: { amount: 800 } })).body.id;
  };
  const [gone, open] = [await offered('Mew'), await offered('Lugia')];
  await market.request('POST', `/api/offers/${gone}/withdraw`, { as: buyer, body: {} });
  const reason = 'Both are promised.';
  expect(
    await answerMany(market.platform, actorOf(seller), 'decline', [gone, open, open, 'unknown'], { reason }),
  ).toEqual({
    done: 1,
    told: 1,
    refused: [
      { id: gone, title: expect.stringContaining('Mew'), message: 'This offer was withdrawn.' },
      { id: 'unknown', title: 'An offer', message: 'We couldn’t find this offer.' },
    ],
  });
  expect((await market.request('GET', `/api/offers/${open}`, { as: buyer })).body).toMatchObject({
    status: 'declined',
    declineReason: reason,
  });
  await expect(answerMany(market.platform, actorOf(seller), 'decline', [], {})).rejects.toMatchObject({ status: 422 });
  const many = Array.from({ length: 101 }, (_, n) => `o${n}`);
  await expect(answerMany(market.platform, actorOf(seller), 'decline', many, {})).rejects.toMatchObject({
    status: 422,
  });
});
