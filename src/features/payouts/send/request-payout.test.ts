import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePremium, passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { auditPayouts, large, payoutOf, readyOrder, send } from '../payouts.testing.ts';

let market: TestMarket;
let buyer: TestMember;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  [buyer, seller] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

const ready = async (sale: object) => {
  const id = await readyOrder(market, seller, buyer, sale);
  [buyer, seller] = [await signInAgain(market, buyer), await signInAgain(market, seller)];
  return id;
};
const request = () => market.request('POST', '/api/payouts/request', { as: seller });
const refused = (code: string, message: string) => ({
  status: 409,
  body: { code, message: expect.stringContaining(message) },
});

test('a request sends what is ready, also below the minimum, once a day', async () => {
  expect(await request()).toMatchObject(refused('account_inactive', 'isn’t active'));
  await activatePayouts(market, seller);
  expect(await request()).toMatchObject(refused('nothing_ready', 'no earnings that are ready'));
  const id = await ready({ price: 100 });
  expect((await request()).status).toBe(204);
  await passTime(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'sent' });
  await ready({ price: 100 });
  expect((await request()).status).toBe(204);
  await passTime(market);
  expect((await request()).status).toBe(409);
});

test('a request while all of it is paused is refused with the reason', async () => {
  await activatePayouts(market, seller);
  const id = await ready({ price: 100 });
  await market.platform.pool.query("update orders set attention = 'It differs.' where id = $1", [id]);
  expect(await request()).toMatchObject(refused('all_paused', 'We’re checking this order.'));
  await market.platform.pool.query('update orders set attention = null where id = $1', [id]);
  expect((await request()).status).toBe(204);
  await passTime(market);
});

test('a request of a seller who owes as much is refused', async () => {
  await activatePayouts(market, seller);
  const sent = await ready(large);
  await send(market);
  await setFaults(market, { reversals: 'refuse' });
  const { rows } = await market.platform.pool.query(
    'select p.payment_intent_id as intent from orders o join purchase p on p.id = o.purchase_id where o.id = $1',
    [sent],
  );
  await market.platform.payments.stripe.refunds.create({ payment_intent: rows[0].intent });
  await passTime(market);
  expect(await payoutOf(market, sent)).toMatchObject({ state: 'returned' });
  await ready({ price: 100 });
  expect(await request()).toMatchObject(refused('nothing_ready', 'You owe us as much'));
});
