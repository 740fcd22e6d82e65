import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePremium, passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts, decideAtStripe } from '../accounts/accounts.testing.ts';
import { payoutTroubles } from '../model/payout.troubles.ts';
import {
  auditPayouts,
  booksOfOrder,
  days,
  large,
  payoutOf,
  readyOrder,
  send,
  transfersOf,
} from '../payouts.testing.ts';
import { claimTransfer } from './claim-transfer.server.ts';
import { sendToSeller } from './send-due.server.ts';
import { sendTransfer } from './send-transfer.server.ts';

let market: TestMarket;
let buyer: TestMember;
let seller: TestMember;
let account: string;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp();
});
afterAll(() => market.close());
beforeEach(async () => {
  buyer = await signInAgain(market, buyer);
  seller = await market.signUp();
  await makePremium(market, seller);
  account = await activatePayouts(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

const ready = (sale: object = large) => readyOrder(market, seller, buyer, sale);
const atStripe = async (orderId: string) => {
  const { rows } = await market.platform.pool.query(
    `select s.data ->> 'source_transaction' = p.charge_id as "isOfCharge", s.data ->> 'destination' as account,
       s.data ->> 'transfer_group' = p.id as "isInGroup", (s.data ->> 'amount')::int as amount
     from transfer t join orders o on o.id = t.order_id join purchase p on p.id = o.purchase_id
       join sandbox_stripe_object s on s.object = 'transfer' and s.data #>> '{metadata,transferId}' = t.id
     where t.order_id = $1`,
    [orderId],
  );
  return rows;
};
/** Claims the order and answers the transfer, whose job has not run. */
const claim = async (orderId: string) => {
  await claimTransfer(market.platform, orderId);
  const [transfer] = await transfersOf(market, orderId);
  return transfer?.id ?? '';
};

test('a released order is sent once, from its own payment, to the account of its seller', async () => {
  const id = await ready();
  await send(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'sent', reason: null });
  expect(await booksOfOrder(market, id)).toEqual({});
  expect(await atStripe(id)).toEqual([{ isOfCharge: true, isInGroup: true, account, amount: 3_000 }]);
  await send(market);
  expect(await transfersOf(market, id)).toMatchObject([{ amount: 3_000, state: 'sent', failure: null }]);
});

test('less than the minimum waits until it is 25.00 together, or 30 days have passed', async () => {
  const first = await ready({ price: 1_300 });
  await send(market);
  expect(await payoutOf(market, first)).toMatchObject({ state: 'ready' });
  buyer = await signInAgain(market, buyer);
  seller = await signInAgain(market, seller);
  const second = await ready({ price: 1_300 });
  await send(market);
  for (const id of [first, second]) expect(await payoutOf(market, id)).toMatchObject({ state: 'sent' });
  buyer = await signInAgain(market, buyer);
  seller = await signInAgain(market, seller);
  const third = await ready({ price: 100 });
  await days(market, 29);
  await send(market);
  expect(await payoutOf(market, third)).toMatchObject({ state: 'ready' });
  await days(market, 1);
  await send(market);
  expect(await payoutOf(market, third)).toMatchObject({ state: 'sent' });
});

test('without an active account the money waits, and is sent when there is one', async () => {
  await decideAtStripe(market, account, 'restricted');
  await passTime(market);
  const id = await ready();
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'account' });
  await decideAtStripe(market, account, 'verified');
  await passTime(market);
  await passTime(market, hourMs);
  await days(market, 0);
  await send(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'sent' });
});

test('a transfer whose answer was lost, or whose process died, is found again', async () => {
  const id = await ready();
  await setFaults(market, { loseAnswers: true });
  const transferId = await claim(id);
  await expect(sendTransfer(market.platform, transferId)).rejects.toThrow();
  // The job's own call has failed as well.
  await market.runJobs();
  expect(await transfersOf(market, id)).toMatchObject([{ state: 'claimed' }]);
  await setFaults(market, null);
  // Stripe has forgotten the key by then.
  await passTime(market, 2 * dayMs);
  await sendTransfer(market.platform, transferId);
  expect(await transfersOf(market, id)).toMatchObject([{ state: 'sent' }]);
  expect(await atStripe(id)).toHaveLength(1);
});

test('after a day without Stripe all is sent once', async () => {
  const id = await ready();
  await setFaults(market, { down: true });
  const transferId = await claim(id);
  await expect(sendTransfer(market.platform, transferId)).rejects.toThrow();
  await passTime(market, dayMs);
  await setFaults(market, null);
  await send(market);
  await sendTransfer(market.platform, transferId);
  expect(await transfersOf(market, id)).toMatchObject([{ state: 'sent' }]);
  expect(await atStripe(id)).toHaveLength(1);
});

test('a transfer without balance is booked back, retried and reported', async () => {
  const id = await ready();
  await setFaults(market, { transfers: 'short' });
  await send(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready', reason: 'short' });
  expect(await booksOfOrder(market, id)).toEqual({ seller: -3_000 });
  await send(market);
  expect(await transfersOf(market, id)).toMatchObject([{ state: 'failed', failure: 'balance_insufficient' }]);
  expect(await countShort()).toBe(1);
  await setFaults(market, null);
  await passTime(market, hourMs);
  await send(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'sent', reason: null });
  expect(await countShort()).toBe(0);
});
const countShort = () =>
  payoutTroubles.find(({ name }) => name === 'payouts.short')?.count(market.platform.db, market.clock.now());

test('a claimed transfer to a closed account is booked back and waits with its reason', async () => {
  const id = await ready();
  // Closed at Stripe, and not read yet.
  await setFaults(market, { dropWebhooks: true });
  await decideAtStripe(market, account, 'closed');
  await claim(id);
  await passTime(market);
  expect(await transfersOf(market, id)).toMatchObject([{ state: 'failed' }]);
  await passTime(market, dayMs);
  await send(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready', reason: 'account' });
  expect(await booksOfOrder(market, id)).toEqual({ seller: -3_000 });
  expect(await transfersOf(market, id)).toHaveLength(1);
});

test('a pause that comes between claim and call books the transfer back', async () => {
  const id = await ready();
  await setFaults(market, { down: true });
  const transferId = await claim(id);
  await expect(sendTransfer(market.platform, transferId)).rejects.toThrow();
  await market.runJobs();
  const suspend = 'update auth_user set suspended_at = $2 where id = $1';
  await market.platform.pool.query(suspend, [seller.id, market.clock.now()]);
  await setFaults(market, null);
  // The call that failed may still be answered to another run.
  await expect(sendTransfer(market.platform, transferId)).rejects.toThrow('another run is sending');
  await passTime(market, minuteMs);
  await sendTransfer(market.platform, transferId);
  expect(await transfersOf(market, id)).toMatchObject([{ state: 'failed', failure: 'suspended' }]);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready', reason: 'suspended' });
  expect(await atStripe(id)).toEqual([]);
});

test('two processes send an order once', async () => {
  const ids = [await ready(), await readyAgain(), await readyAgain()];
  const beside = await startTestMarket({ beside: market });
  try {
    await Promise.all([market, beside, market, beside].map(({ platform }) => sendToSeller(platform, seller.id, 'USD')));
    const claimed = (await Promise.all(ids.map((id) => transfersOf(market, id)))).flat();
    expect(claimed).toHaveLength(3);
    const runs = [market, beside].flatMap(({ platform }) => claimed.map(({ id }) => sendTransfer(platform, id)));
    // One of the two is refused because the other is sending.
    await Promise.allSettled(runs);
    await passTime(market, minuteMs);
  } finally {
    await beside.close();
  }
  for (const id of ids) expect(await atStripe(id)).toHaveLength(1);
});
async function readyAgain(): Promise<string> {
  [buyer, seller] = [await signInAgain(market, buyer), await signInAgain(market, seller)];
  return ready();
}

test('an order paid before the upgrade is never transferred; its refund still works', async () => {
  const id = await ready();
  await market.platform.pool.query("update order_payout set state = 'outside', ready_at = null where order_id = $1", [
    id,
  ]);
  await days(market, 60);
  await send(market);
  await sendToSeller(market.platform, seller.id, 'USD');
  expect(await transfersOf(market, id)).toEqual([]);
  await market.platform.pool.query("update order_payout set state = 'ready', ready_at = $2 where order_id = $1", [
    id,
    market.clock.now(),
  ]);
});
