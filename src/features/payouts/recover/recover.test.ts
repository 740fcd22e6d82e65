import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bankDoes, makePremium, passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { forgetKeys, withStripeLists } from '../lost-answers.testing.ts';
import { auditPayouts, booksOfOrder, large, payoutOf, readyOrder, send, transfersOf } from '../payouts.testing.ts';
import { claimTransfer } from '../send/claim-transfer.server.ts';
import { sendTransfer } from '../send/send-transfer.server.ts';
import { recoverDebt } from './recover-debt.server.ts';

let market: TestMarket;
let buyer: TestMember;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp();
});
afterAll(() => market.close());
beforeEach(async () => {
  seller = await market.signUp();
  await makePremium(market, seller);
  await activatePayouts(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

const rows = async (text: string, values: unknown[]) => (await market.platform.pool.query(text, values)).rows;

async function ready(sale: object = large): Promise<string> {
  [buyer, seller] = [await signInAgain(market, buyer), await signInAgain(market, seller)];
  return readyOrder(market, seller, buyer, sale);
}

async function sent(sale: object = large): Promise<string> {
  const id = await ready(sale);
  await send(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'sent' });
  return id;
}

/** A refund that an operator makes in Stripe's dashboard. */
async function refundAtStripe(orderId: string, amount: number): Promise<void> {
  const [paid] = await rows(
    'select p.payment_intent_id as intent from orders o join purchase p on p.id = o.purchase_id where o.id = $1',
    [orderId],
  );
  await market.platform.payments.stripe.refunds.create({ payment_intent: paid.intent, amount });
  await passTime(market);
}

const reversalsOf = (orderId: string) =>
  rows('select amount::int, state from transfer_reversal where order_id = $1 order by claimed_at, id', [orderId]);
const debt = async () =>
  (await rows('select debt::int from seller_balance where seller_id = $1', [seller.id]))[0]?.debt ?? 0;

test('a refund after the transfer is taken back from the account of the seller', async () => {
  const id = await sent();
  await refundAtStripe(id, 1_000);
  expect(await reversalsOf(id)).toEqual([{ amount: 1_000, state: 'done' }]);
  expect([await booksOfOrder(market, id), await debt()]).toEqual([{}, 0]);
  await refundAtStripe(id, 2_000);
  expect(await reversalsOf(id)).toHaveLength(2);
  expect([await booksOfOrder(market, id), await debt()]).toEqual([{}, 0]);
});

test('a refund between release and transfer lowers what is sent', async () => {
  const id = await ready();
  await refundAtStripe(id, 400);
  expect(await booksOfOrder(market, id)).toEqual({ seller: -2_600 });
  await send(market);
  expect(await transfersOf(market, id)).toMatchObject([{ amount: 2_600, state: 'sent' }]);
});

test('a refund of all of it between release and transfer leaves nothing to send', async () => {
  const id = await ready();
  await refundAtStripe(id, 3_000);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'returned' });
  expect(await booksOfOrder(market, id)).toEqual({});
  await send(market);
  expect(await transfersOf(market, id)).toEqual([]);
});

test('what a reversal doesn’t bring is debt and is set off once', async () => {
  const id = await sent();
  await setFaults(market, { reversals: 'refuse' });
  await refundAtStripe(id, 1_000);
  expect((await reversalsOf(id)).map(({ state }) => state)).toEqual(['refused', 'refused']);
  expect([await booksOfOrder(market, id), await debt()]).toEqual([{ debt: 1_000 }, 1_000]);
  await setFaults(market, null);
  const [next, third] = [await ready(), await ready()];
  await send(market);
  expect([...(await transfersOf(market, next)), ...(await transfersOf(market, third))]).toMatchObject([
    { amount: 2_000 },
    { amount: 3_000 },
  ]);
  expect([await booksOfOrder(market, id), await booksOfOrder(market, next), await debt()]).toEqual([{}, {}, 0]);
});

test('a reversal takes what the account has, and the rest is debt', async () => {
  const first = await sent();
  // The account's own payouts take it to the bank.
  await passTime(market, 10 * dayMs);
  await sent({ ...large, price: 1_500 });
  await refundAtStripe(first, 3_000);
  expect(await reversalsOf(first)).toEqual([
    { amount: 3_000, state: 'refused' },
    { amount: 2_600, state: 'done' },
  ]);
  expect([await booksOfOrder(market, first), await debt()]).toEqual([{ debt: 400 }, 400]);
});

test('a chargeback after the transfer is taken back, and sent again when the bank returns it', async () => {
  const id = await sent();
  const bank = await bankDoes(market, 'disputes', { orderId: id });
  await passTime(market);
  expect(await reversalsOf(id)).toEqual([{ amount: 3_000, state: 'done' }]);
  expect(await booksOfOrder(market, id)).toEqual({});
  await bankDoes(market, `disputes/${bank.id}/decide`, { outcome: 'won' });
  await passTime(market);
  expect(await booksOfOrder(market, id)).toEqual({ seller: -3_000 });
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready' });
  await send(market);
  expect(await transfersOf(market, id)).toMatchObject([{ state: 'sent' }, { amount: 3_000, state: 'sent' }]);
  // All of the first was taken back.
  await refundAtStripe(id, 500);
  expect((await reversalsOf(id)).slice(1)).toEqual([{ amount: 500, state: 'done' }]);
});

test('a refund that meets a claimed transfer is recovered once it is sent', async () => {
  const id = await ready();
  await setFaults(market, { down: true });
  await claimTransfer(market.platform, id);
  const [claimed] = await transfersOf(market, id);
  await expect(sendTransfer(market.platform, claimed?.id ?? '')).rejects.toThrow();
  await setFaults(market, null);
  await refundAtStripe(id, 1_000);
  // The call that failed may still be answered until then.
  await passTime(market, minuteMs);
  await sendTransfer(market.platform, claimed?.id ?? '');
  await passTime(market);
  expect(await transfersOf(market, id)).toMatchObject([{ amount: 3_000, state: 'sent' }]);
  expect(await reversalsOf(id)).toEqual([{ amount: 1_000, state: 'done' }]);
  expect(await debt()).toBe(0);
});

test('a reversal whose answer was lost is found again', async () => {
  const id = await sent();
  await setFaults(market, { reversals: 'refuse' });
  await refundAtStripe(id, 1_000);
  await setFaults(market, { loseAnswers: true });
  await expect(recoverDebt(market.platform, id)).rejects.toThrow();
  await setFaults(market, null);
  await passTime(market, 2 * dayMs);
  await recoverDebt(market.platform, id);
  expect((await reversalsOf(id)).filter(({ state }) => state !== 'refused')).toEqual([
    { amount: 1_000, state: 'done' },
  ]);
  expect(await debt()).toBe(0);
});

test('a refusal of a reversal that an earlier call made is not taken for the answer', async () => {
  const id = await sent();
  await setFaults(market, { reversals: 'refuse' });
  await refundAtStripe(id, 1_000);
  await setFaults(market, { loseAnswers: true });
  await expect(recoverDebt(market.platform, id)).rejects.toThrow();
  await forgetKeys(market);
  await setFaults(market, { reversals: 'refuse' });
  // Stripe’s list lags behind.
  await recoverDebt(withStripeLists(market.platform, { isEmptyAtFirst: true }), id);
  expect((await reversalsOf(id)).filter(({ state }) => state !== 'refused')).toEqual([
    { amount: 1_000, state: 'done' },
  ]);
  expect(await debt()).toBe(0);
});

test('a run that waits for the lock while another claims the debt claims no more', async () => {
  const id = await sent();
  await setFaults(market, { reversals: 'refuse' });
  await refundAtStripe(id, 1_000);
  await setFaults(market, null);
  const holder = await market.platform.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from orders where id = $1 for update', [id]);
    const runs = [1, 2].map(() => recoverDebt(market.platform, id));
    await expect
      .poll(() =>
        rows("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", []),
      )
      .toHaveLength(2);
    await holder.query('commit');
    await Promise.all(runs);
  } finally {
    holder.release();
  }
  expect((await reversalsOf(id)).filter(({ state }) => state !== 'refused')).toEqual([
    { amount: 1_000, state: 'done' },
  ]);
});

test('two processes take a debt back once', async () => {
  const id = await sent();
  await setFaults(market, { reversals: 'refuse' });
  await refundAtStripe(id, 1_000);
  await setFaults(market, null);
  await Promise.all([1, 2, 3, 4].map(() => recoverDebt(market.platform, id)));
  expect((await reversalsOf(id)).filter(({ state }) => state === 'done')).toEqual([{ amount: 1_000, state: 'done' }]);
  expect([await booksOfOrder(market, id), await debt()]).toEqual([{}, 0]);
});
