import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePremium, passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { dashboardLink } from '#platform/payments/connect/connect.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { post } from '#testing/servers/stripe-sandbox.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { readPayoutAccounts } from '../accounts/read/read-account.server.ts';
import { findAccountBanner } from '../accounts/show-account.server.ts';
import { auditPayouts, large, readyOrder, send } from '../payouts.testing.ts';
import { bankPayout } from './bank-payout.tables.ts';
import { followBankPayout } from './follow-bank-payout.server.ts';
import { readBankPayouts } from './read-bank-payouts.server.ts';

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
  [seller, account] = await newSeller();
});
afterEach(async () => {
  await setFaults(market, null);
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

async function newSeller(): Promise<[TestMember, string]> {
  const member = await market.signUp();
  await makePremium(market, member);
  return [member, await activatePayouts(market, member)];
}
const usd = (amount: number) => ({ amount, currency: 'USD' });
/** An order of 30.00 that is sent to Stripe. */
async function sentOrder(of: TestMember = seller): Promise<string> {
  buyer = await signInAgain(market, buyer);
  const id = await readyOrder(market, await signInAgain(market, of), buyer, large);
  await send(market);
  return id;
}
const read = async (path: string, of: TestMember = seller) => {
  const { status, body } = await market.request('GET', path, { as: await signInAgain(market, of) });
  expect(status).toBe(200);
  return body;
};
const figures = async (of?: TestMember) => {
  const { onTheWay, paidOut } = (await read('/api/payouts/balance', of)).currencies[0];
  return { onTheWay: onTheWay.amount, paidOut: paidOut.amount };
};
const payoutsOf = async (of?: TestMember) => (await read('/api/payouts/bank-payouts', of)).items;
const stateOf = async (orderId: string) => {
  const { items } = await read('/api/payouts');
  const { state, bankPayout } = items.find((one: { orderId: string }) => one.orderId === orderId);
  return [state, bankPayout?.status ?? null];
};
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const subjects = async () =>
  (await rows('select subject from sandbox_mail where recipient = $1 order by id', [seller.email])).map(
    (m) => m.subject,
  );
async function changeBank(): Promise<void> {
  const url = `${await dashboardLink(market.platform.payments, account)}/bank`;
  await post(url, 'accountNumber=FR7630006000011234567890189', 'application/x-www-form-urlencoded');
  await passTime(market);
}
const failed = 'A payout didn’t reach your bank';

test('a payout is on the way until Stripe says that it is at the bank, and names its orders', async () => {
  const id = await sentOrder();
  expect(await figures()).toEqual({ onTheWay: 3_000, paidOut: 0 });
  expect(await stateOf(id)).toEqual(['on_the_way', null]);
  await passTime(market, 3 * dayMs);
  expect(await figures()).toEqual({ onTheWay: 0, paidOut: 3_000 });
  const [payout] = await payoutsOf();
  expect(payout).toMatchObject({ status: 'paid', amount: usd(3_000), orders: 1, problem: null });
  const { items } = await read(`/api/payouts?bankPayout=${payout.id}`);
  expect(items).toMatchObject([{ orderId: id, state: 'paid_out', bankPayout: { id: payout.id, status: 'paid' } }]);
  expect((await read('/api/payouts?state=paid_out')).items).toHaveLength(1);
  expect((await read('/api/payouts?state=on_the_way')).items).toEqual([]);
});

test('a payout that the bank sends back is on the way again, with the reason, until another bank account gets it', async () => {
  await setFaults(market, { payouts: 'fail' });
  const id = await sentOrder();
  await passTime(market, 5 * dayMs);
  expect(await stateOf(id)).toEqual(['on_the_way', 'failed']);
  const problem = 'Your bank account is closed. Enter another bank account.';
  expect(await payoutsOf()).toMatchObject([{ status: 'failed', problem, orders: 1 }]);
  expect(await figures()).toEqual({ onTheWay: 3_000, paidOut: 0 });
  expect((await subjects()).filter((subject) => subject === failed)).toHaveLength(1);
  expect(
    await rows("select code, params from notification where user_id = $1 and code = 'bank_failed'", [seller.id]),
  ).toEqual([{ code: 'bank_failed', params: { ...usd(3_000), failure: 'account_closed' } }]);
  const banner = () => findAccountBanner(market.platform, seller.id);
  expect(await banner()).toEqual({ kind: 'bank_failed', amount: usd(3_000), problem });
  const leave = { as: await signInAgain(market, seller), body: { password: seller.password } };
  expect(await market.request('POST', '/api/users/delete-account', leave)).toMatchObject({
    status: 409,
    body: { code: 'money_owed', message: expect.stringContaining('isn’t at your bank yet') },
  });
  await setFaults(market, null);
  await changeBank();
  expect(await banner()).toBeNull();
  await passTime(market, 4 * dayMs);
  expect(await stateOf(id)).toEqual(['paid_out', 'paid']);
  expect(await payoutsOf()).toMatchObject([
    { status: 'paid', orders: 1 },
    { status: 'failed', orders: 0 },
  ]);
  expect(await figures()).toEqual({ onTheWay: 0, paidOut: 3_000 });
});

test('a payout that fails after it was paid is on the way again', async () => {
  await setFaults(market, { payouts: 'fail_after_paid' });
  const id = await sentOrder();
  // Made at midnight, paid two days later, and sent back on the day after that.
  await passTime(market, 3 * dayMs);
  expect(await stateOf(id)).toEqual(['paid_out', 'paid']);
  await passTime(market, dayMs);
  expect(await stateOf(id)).toEqual(['on_the_way', 'failed']);
  expect(await figures()).toEqual({ onTheWay: 3_000, paidOut: 0 });
  expect((await read('/api/payouts?state=paid_out')).items).toEqual([]);
  expect(await subjects()).toContain(failed);
});

test('when no event arrives, the nightly reading finds all of it, and notifies once', async () => {
  const id = await sentOrder();
  await setFaults(market, { payouts: 'fail', dropWebhooks: true });
  await passTime(market, 5 * dayMs);
  expect(await payoutsOf()).toEqual([]);
  await readPayoutAccounts(market.platform);
  await passTime(market);
  await readPayoutAccounts(market.platform);
  await passTime(market);
  expect(await stateOf(id)).toEqual(['on_the_way', 'failed']);
  expect((await subjects()).filter((subject) => subject === failed)).toHaveLength(1);
});

test('events that come twice and shuffled lead to the same', async () => {
  await setFaults(market, { payouts: 'fail_after_paid', duplicateWebhooks: true, shuffleWebhooks: true });
  const id = await sentOrder();
  await passTime(market, 8 * dayMs);
  expect(await stateOf(id)).toEqual(['on_the_way', 'failed']);
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  await changeBank();
  await passTime(market, 6 * dayMs);
  expect(await stateOf(id)).toEqual(['paid_out', 'paid']);
  expect((await subjects()).filter((subject) => subject === failed)).toHaveLength(1);
});

test('each seller has their own payouts', async () => {
  const [other] = await newSeller();
  await sentOrder();
  await sentOrder(other);
  await passTime(market, 6 * dayMs);
  const [[mine], [theirs]] = [await payoutsOf(), await payoutsOf(other)];
  expect([await figures(), await figures(other)]).toEqual([
    { onTheWay: 0, paidOut: 3_000 },
    { onTheWay: 0, paidOut: 3_000 },
  ]);
  expect(mine.id).not.toBe(theirs.id);
  expect((await read(`/api/payouts?bankPayout=${theirs.id}`)).items).toEqual([]);
  const as = await signInAgain(market, seller);
  expect((await market.request('GET', '/api/payouts?bankPayout=%00', { as })).status).toBe(422);
});

test('a transfer that is found later is linked to the payout that had taken it', async () => {
  const id = await sentOrder();
  const [{ payment }] = await rows(
    'update transfer t set destination_payment = null from transfer b where b.id = t.id and t.order_id = $1 returning b.destination_payment as payment',
    [id],
  );
  await passTime(market, 3 * dayMs);
  expect(await payoutsOf()).toMatchObject([{ orders: 0 }]);
  await rows('update transfer set destination_payment = $2 where order_id = $1', [id, payment]);
  await readBankPayouts(market.platform, seller.id);
  expect(await payoutsOf()).toMatchObject([{ orders: 1 }]);
});

test('two readings at once, one of them older, end with what Stripe said last', async () => {
  const id = await sentOrder();
  await passTime(market, 3 * dayMs);
  await setFaults(market, { dropWebhooks: true });
  market.clock.advance(3 * dayMs);
  await passTime(market, hourMs);
  await Promise.all([1, 2, 3].map(() => readBankPayouts(market.platform, seller.id)));
  expect(await stateOf(id)).toEqual(['paid_out', 'paid']);
  const [payout] = await market.platform.db.select().from(bankPayout).where(eq(bankPayout.sellerId, seller.id));
  if (!payout) throw new Error('no payout was read');
  const older = { ...payout, status: 'in_transit', amount: money(3_000, 'USD'), hasLines: false, lines: null };
  await write(market.platform, (tx) =>
    followBankPayout(tx, { sellerId: seller.id, accountId: account }, older, market.clock.now()),
  );
  expect(await stateOf(id)).toEqual(['paid_out', 'paid']);
});
