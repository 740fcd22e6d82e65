import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePremium, passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { dashboardLink } from '#platform/payments/connect/connect.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { post } from '#testing/servers/stripe-sandbox.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { auditPayouts, large, readyOrder, send } from '../payouts.testing.ts';

/** Payouts that sellers start themselves, in Stripe's dashboard: Stripe names no lines of them. */
let market: TestMarket;
let [seller, buyer] = [] as unknown as [TestMember, TestMember];
let account: string;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp();
}, 60_000);
afterAll(() => market?.close());
beforeEach(async () => {
  await setFaults(market, null);
  seller = await market.signUp();
  await makePremium(market, seller);
  account = await activatePayouts(market, seller);
  await market.platform.payments.stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'manual' } } } },
    { stripeAccount: account },
  );
});
afterEach(async () => {
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

/** An order of 30.00 that is sent to Stripe, and available there. */
async function sentOrder(): Promise<string> {
  [seller, buyer] = [await signInAgain(market, seller), await signInAgain(market, buyer)];
  const id = await readyOrder(market, seller, buyer, large);
  await send(market);
  await passTime(market, 2 * hourMs);
  return id;
}
async function start(amount: string, method = 'standard'): Promise<string> {
  const url = `${await dashboardLink(market.platform.payments, account)}/payout`;
  const form = new URLSearchParams({ amount, currency: 'usd', method }).toString();
  const answer = await post(url, form, 'application/x-www-form-urlencoded');
  await passTime(market);
  return `${answer.status} ${/role="alert">([^<]*)/.exec(answer.text)?.[1] ?? ''}`.trim();
}
const get = async (path: string) => {
  seller = await signInAgain(market, seller);
  return (await market.request('GET', path, { as: seller })).body;
};
const payouts = async () =>
  (await get('/api/payouts/bank-payouts')).items.map(
    ({ amount, status, isAutomatic, orders }: Record<string, unknown> & { amount: { amount: number } }) =>
      [amount.amount, status, isAutomatic ? 'schedule' : 'seller', orders].join(' '),
  );
/** The states of these orders. */
const states = async (ids: readonly string[]) => {
  const { items } = await get('/api/payouts');
  return ids.map((id) => items.find((one: { orderId: string }) => one.orderId === id)?.state);
};
const schedule = (interval: 'daily' | 'manual') =>
  market.platform.payments.stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval } } } },
    { stripeAccount: account },
  );

test('a payout that the seller starts pays the oldest orders whole; what is left over counts for the next one', async () => {
  const ids = [await sentOrder(), await sentOrder(), await sentOrder()];
  expect(await start('95.00')).toBe('422 You have insufficient available funds.');
  expect(await start('50.00')).toBe('200');
  expect(await payouts()).toEqual(['5000 in_transit seller 1']);
  expect(await states(ids)).toEqual(['on_the_way', 'on_the_way', 'on_the_way']);
  await passTime(market, 3 * dayMs);
  expect(await states(ids)).toEqual(['paid_out', 'on_the_way', 'on_the_way']);
  const balance = (await get('/api/payouts/balance')).currencies[0];
  expect([balance.onTheWay.amount, balance.paidOut.amount]).toEqual([6_000, 3_000]);
  expect(await start('40.00')).toBe('200');
  await passTime(market, 3 * dayMs);
  expect(await payouts()).toEqual(['4000 paid seller 2', '5000 paid seller 1']);
  expect(await states(ids)).toEqual(['paid_out', 'paid_out', 'paid_out']);
});

test('of an instant payout Stripe’s fee counts too', async () => {
  const ids = [await sentOrder(), await sentOrder()];
  expect(await start('59.41', 'instant')).toBe('200');
  await passTime(market, hourMs);
  expect(await payouts()).toEqual(['5941 paid seller 2']);
  expect(await states(ids)).toEqual(['paid_out', 'paid_out']);
});

test('one that fails goes back: its orders are on the way, and the oldest of the next one', async () => {
  await setFaults(market, { payouts: 'fail' });
  const ids = [await sentOrder(), await sentOrder()];
  expect(await start('30.00')).toBe('200');
  await passTime(market, 3 * dayMs);
  expect(await payouts()).toEqual(['3000 failed seller 1']);
  expect(await states(ids)).toEqual(['on_the_way', 'on_the_way']);
  await setFaults(market, null);
  const bank = `${await dashboardLink(market.platform.payments, account)}/bank`;
  await post(bank, 'accountNumber=FR7630006000011234567890189', 'application/x-www-form-urlencoded');
  expect(await start('30.00')).toBe('200');
  expect(await payouts()).toEqual(['3000 in_transit seller 1', '3000 failed seller 0']);
  await schedule('daily');
  await passTime(market, 4 * dayMs);
  expect(await payouts()).toEqual(['3000 paid schedule 1', '3000 paid seller 1', '3000 failed seller 0']);
  expect(await states(ids)).toEqual(['paid_out', 'paid_out']);
});

test('a payout by the schedule that has one of the seller’s among its lines leaves that one its orders', {
  timeout: 120_000,
}, async () => {
  const ids = [await sentOrder(), await sentOrder()];
  expect(await start('40.00')).toBe('200');
  await schedule('daily');
  await passTime(market, 4 * dayMs);
  expect(await payouts()).toEqual(['2000 paid schedule 1', '4000 paid seller 1']);
  expect(await states(ids)).toEqual(['paid_out', 'paid_out']);
  await schedule('manual');
  ids.push(await sentOrder(), await sentOrder());
  // What the one before left over is in the payout by the schedule: it doesn't count again.
  expect(await start('40.00')).toBe('200');
  await passTime(market, 3 * dayMs);
  expect(await payouts()).toEqual(['4000 paid seller 1', '2000 paid schedule 1', '4000 paid seller 1']);
  expect((await states(ids)).slice(2)).toEqual(['paid_out', 'on_the_way']);
});
