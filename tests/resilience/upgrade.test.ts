import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { auditOrders, makePremium, passTime, readOrderAs, setFaults, signInAgain } from '#features/orders/testing.ts';
import { activatePayouts } from '#features/payouts/accounts/accounts.testing.ts';
import { followDebts } from '#features/payouts/debts/follow-debts.server.ts';
import {
  act,
  auditPayouts,
  days,
  deliveredOrder,
  large,
  paidOrder,
  payoutOf,
  readyOrder,
  send,
} from '#features/payouts/payouts.testing.ts';
import { dayMs } from '#kernel/time.ts';
import { migrate } from '#platform/db/migrate.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { TestDatabase } from '#testing/servers/test-database.ts';
import { createOlderDatabase } from './older-database.testing.ts';

/** The first migration after the release in which sellers are paid out, and before debts are followed. */
const firstNew = '1360-create-bank-payouts.sql';

let market: TestMarket;
let seller: TestMember;
let debtor: TestMember;
let buyer: TestMember;
let database: TestDatabase;
const orders = { held: '', shipped: '', disputed: '', refunded: '', owed: '' };

beforeAll(async () => {
  const older = await startTestMarket();
  [seller, debtor, buyer] = [await older.signUp(), await older.signUp(), await older.signUp()];
  for (const one of [seller, debtor]) {
    await makePremium(older, one);
    await activatePayouts(older, one);
  }
  orders.owed = await readyOrder(older, debtor, buyer, large);
  await send(older);
  await setFaults(older, { reversals: 'refuse' });
  await refundAtStripe(older, orders.owed);
  await setFaults(older, null);
  [seller, buyer] = [await signInAgain(older, seller), await signInAgain(older, buyer)];
  orders.refunded = await paidOrder(older, seller, buyer, large);
  await act(older, seller, orders.refunded, 'refund');
  orders.shipped = await paidOrder(older, seller, buyer, large);
  await act(older, seller, orders.shipped, 'ship', { carrier: 'Post' });
  orders.disputed = await paidOrder(older, seller, buyer, large);
  await act(older, seller, orders.disputed, 'ship', { carrier: 'Post' });
  await act(older, buyer, orders.disputed, 'dispute', { reason: 'wrong_item', text: 'It is another card.' });
  orders.held = await deliveredOrder(older, seller, buyer, large);
  expect(await auditPayouts(older.platform.pool)).toEqual([]);
  database = await createOlderDatabase(older.platform.pool, inject('databaseServer'), firstNew);
  await older.close();
}, 120_000);
afterAll(async () => {
  await market?.close();
  await database?.drop();
});

async function refundAtStripe(at: TestMarket, orderId: string): Promise<void> {
  const { rows } = await at.platform.pool.query(
    'select p.payment_intent_id as intent from orders o join purchase p on p.id = o.purchase_id where o.id = $1',
    [orderId],
  );
  await at.platform.payments.stripe.refunds.create({ payment_intent: rows[0].intent });
  await passTime(at);
}

test('orders, debts and cases of the release before go on after the upgrade, and the books hold', async () => {
  expect((await migrate(database.url))[0]).toBe(firstNew);
  market = await startTestMarket({ env: { DATABASE_URL: database.url } });
  const audit = async () => [
    ...(await auditPayouts(market.platform.pool)),
    ...(await auditOrders(market.platform.pool)),
  ];
  expect(await audit()).toEqual([]);
  [seller, buyer] = [await signInAgain(market, seller), await signInAgain(market, buyer)];
  // It was sent before there was a day from which it can be reported: at any time, and by the process of then.
  expect(await readOrderAs(market, buyer, orders.shipped)).toMatchObject({ status: 'shipped' });
  await act(market, buyer, orders.shipped, 'dispute', { reason: 'not_received', text: 'It is not here.' });
  expect(await readOrderAs(market, buyer, orders.shipped)).toMatchObject({ case: { kind: 'problem' } });
  await act(market, seller, orders.disputed, 'refund');
  await days(market, 7);
  await send(market);
  expect(await payoutOf(market, orders.held)).toMatchObject({ state: 'sent' });
  expect(await payoutOf(market, orders.disputed)).toMatchObject({ state: 'returned' });
  expect(await payoutOf(market, orders.refunded)).toMatchObject({ state: 'returned' });

  await passTime(market, 61 * dayMs);
  await followDebts(market.platform);
  const { rows } = await market.platform.pool.query(
    'select seller_id, debt::int from seller_balance where overdue_since is not null',
  );
  expect(rows).toEqual([{ seller_id: debtor.id, debt: 3_000 }]);
  expect(await audit()).toEqual([]);
});
