import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market?.close());

const body = { game: 'pokemon', name: 'Pikachu', condition: 'good', price: { amount: 500, currency: 'USD' }, status: 'active' };

test('[RC-13] the same key makes one listing, however often and however fast it comes', async () => {
  const seller = await market.signUp();
  const create = (key: string, changed: object = {}) =>
    market.request('POST', '/api/listings', { as: seller, body: { ...body, ...changed }, headers: { 'idempotency-key': key } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('first')));
  expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  const second = await create('second');
  expect(second.body.id).not.toBe(answers[0]?.body.id);
  // Both places are taken now: a repetition is still answered as the first time.
  expect((await create('first')).body.id).toBe(answers[0]?.body.id);
  expect((await create('third')).body.code).toBe('tier_limit');
  expect(await create('first', { name: 'Raichu' })).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  expect(await create('x'.repeat(256))).toMatchObject({ status: 422 });
  const { rows } = await market.platform.pool.query('select count(*) as n from listing where seller_id = $1', [seller.id]);
  expect(rows).toEqual([{ n: 2 }]);
});

test('keys are each seller’s own', async () => {
  const [one, other] = [await market.signUp(), await market.signUp()];
  const made = await Promise.all(
    [one, other].map((as) => market.request('POST', '/api/listings', { as, body, headers: { 'idempotency-key': 'same' } })),
  );
  expect(made.map((answer) => answer.status)).toEqual([201, 201]);
  expect(made[0]?.body.id).not.toBe(made[1]?.body.id);
});
