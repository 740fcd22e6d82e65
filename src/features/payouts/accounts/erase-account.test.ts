import { afterAll, beforeAll, expect, test } from 'vitest';
import { passTime, signInAgain } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { readAccount } from '#platform/payments/connect/connect.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { deliveredOrder } from '../payouts.testing.ts';
import { activatePayouts } from './accounts.testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const leave = (as: TestMember) =>
  market.request('POST', '/api/users/delete-account', { as, body: { password: as.password } });

test('an account that is deleted keeps nothing that Stripe said, and is closed at Stripe once it can’t be restored', async () => {
  const seller = await market.signUp();
  const id = await activatePayouts(market, seller);
  expect((await leave(seller)).status).toBe(200);
  await passTime(market);
  const [row] = await rows('select * from payout_account where seller_id = $1', [seller.id]);
  expect(row).toMatchObject({ email: '', requirements: null, bank_print: null, stripe_account_id: id });
  expect((await readAccount(market.platform.payments, id)).isClosed).toBe(false);
  await passTime(market, 15 * dayMs);
  expect((await readAccount(market.platform.payments, id)).isClosed).toBe(true);
  expect(await rows('select state, email from payout_account where seller_id = $1', [seller.id])).toEqual([
    { state: 'closed', email: '' },
  ]);
});

test('an account can’t be deleted while its seller is owed money, or owes some', async () => {
  const [seller, buyer] = [await market.signUp(), await market.signUp()];
  await deliveredOrder(market, seller, buyer);
  await passTime(market, 4 * dayMs);
  const refused = { status: 409, body: { code: 'money_owed' } };
  expect(await leave(await signInAgain(market, seller))).toMatchObject(refused);
  await rows("update order_payout set state = 'sent' where seller_id = $1", [seller.id]);
  await rows("insert into seller_balance (seller_id, currency, debt) values ($1, 'USD', 1)", [seller.id]);
  expect(await leave(await signInAgain(market, seller))).toMatchObject(refused);
  await rows('update seller_balance set debt = 0 where seller_id = $1', [seller.id]);
  expect((await leave(await signInAgain(market, seller))).status).toBe(200);
});
