import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { activeAccount, fillIn, onboarded, payFor } from '#testing/servers/stripe-connect.ts';
import { post, type Sandboxed, startSandbox } from '#testing/servers/stripe-sandbox.ts';
import {
  accountLink,
  closeAccount,
  dashboardLink,
  findTransfer,
  readAccount,
  reverseTransfer,
  sendTransfer,
} from '../../connect/connect.ts';
import { listMovements, listPayouts, readBalance, setSchedule } from '../../connect/connect-balance.ts';

const day = 86_400_000;
let market: Sandboxed;
let stripe: Stripe;
let received: Stripe.Event[] = [];
beforeAll(async () => {
  market = await startSandbox(async (event) => {
    received.push(event);
    return 200;
  });
  ({ stripe } = market);
});
afterAll(() => market.close());
beforeEach(async () => {
  await market.sandbox.setFaults({});
  await market.sandbox.settle();
  received = [];
});

let made = 0;
const eur = (amount: number) => ({ amount, currency: 'EUR' as const });
const send = (accountId: string, chargeId: string, amount: number) => {
  made += 1;
  return sendTransfer({ stripe }, { id: `t${made}`, accountId, chargeId, ...eur(amount) });
};
async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}
const act = (id: string, to: string) => post(`${market.url}/sandbox/stripe/accounts/${id}`, { to });
const pass = async (ms: number) => {
  // A webhook that the clock overtakes is refused as too old.
  await market.sandbox.settle();
  market.clock.advance(ms);
  await market.sandbox.settle();
};
const changeBank = async (id: string) => {
  const url = `${await dashboardLink({ stripe }, id)}/bank`;
  await post(url, 'accountNumber=FR7630006000011234567890189', 'application/x-www-form-urlencoded');
};
const typesOf = (account: string) =>
  received.filter(({ data }) => (data.object as { id?: string }).id === account).map(({ type }) => type);
const total = async (account?: string) =>
  (await readBalance({ stripe }, account)).reduce((sum, one) => sum + one.available.amount + one.pending.amount, 0);

test('a document that follows keeps the bank account', async () => {
  const id = await onboarded(market, 'document_missing');
  const { bankPrint } = await readAccount({ stripe }, id);
  const page = { refreshUrl: 'http://shop.test/again', returnUrl: 'http://shop.test/back' };
  const url = await accountLink({ stripe }, id, page);
  expect(await (await fetch(url)).text()).not.toContain('name="accountNumber"');
  await post(url, 'outcome=complete', 'application/x-www-form-urlencoded');
  await pass(60_000);
  expect(await readAccount({ stripe }, id)).toMatchObject({ transfers: 'active', bankPrint });
});

test('a seller fills in the hosted page: in review, then active; the events say that something changed', async () => {
  const id = await onboarded(market, 'complete');
  expect(await readAccount({ stripe }, id)).toMatchObject({
    transfers: 'pending',
    reason: 'determining_status',
    requirements: [{ by: 'stripe' }],
    bankPrint: expect.stringContaining('eur'),
  });
  await pass(60_000);
  expect(await readAccount({ stripe }, id)).toMatchObject({ transfers: 'active', reason: null, requirements: [] });
  const types = typesOf(id) as string[];
  expect(types).toContain('v2.core.account[configuration.recipient].capability_status_updated');
  expect(types).toContain('v2.core.account[requirements].updated');
  expect(types).toContain('v2.core.account[defaults].updated');
  const listed = await stripe.v2.core.events.list({ object_id: id, limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(listed.map(({ type }) => type).sort()).toEqual([...types].sort());
});

test('a missing document restricts the account until it is there; a rejected account stays rejected', async () => {
  const id = await onboarded(market, 'document_missing');
  const missing = await readAccount({ stripe }, id);
  expect(missing).toMatchObject({
    transfers: 'restricted',
    requirements: [{ by: 'member', error: 'verification_document_not_uploaded', isPastDue: false }],
  });
  expect(missing.deadlineAt?.getTime()).toBeGreaterThan(market.clock.now().getTime() + 13 * day);
  await fillIn(market, id, 'complete');
  await pass(60_000);
  expect((await readAccount({ stripe }, id)).transfers).toBe('active');
  // A document that is asked for later restricts the account at its deadline.
  await act(id, 'document_asked');
  expect(await readAccount({ stripe }, id)).toMatchObject({ transfers: 'active', requirements: [{ by: 'member' }] });
  await pass(14 * day);
  expect(await readAccount({ stripe }, id)).toMatchObject({
    transfers: 'restricted',
    requirements: [{ isPastDue: true }],
  });
  expect((await readAccount({ stripe }, await onboarded(market, 'rejected'))).transfers).toBe('rejected');
  expect((await readAccount({ stripe }, await onboarded(market, 'complete', 'AU'))).transfers).toBe('unsupported');
});

test('a link is used once and lives for minutes; after that its page sends back for a new one', async () => {
  const id = await onboarded(market, 'document_missing');
  const page = { refreshUrl: 'http://shop.test/again', returnUrl: 'http://shop.test/back' };
  const url = await accountLink({ stripe }, id, page);
  expect((await fetch(url)).status).toBe(200);
  const form = new URLSearchParams({ accountNumber: '12' });
  expect((await post(url, form, 'application/x-www-form-urlencoded')).status).toBe(422);
  form.set('accountNumber', '1234567890');
  const type = 'application/x-www-form-urlencoded';
  expect(await post(url, form, type)).toMatchObject({ status: 303, location: page.returnUrl });
  expect(await post(url, form, type)).toMatchObject({ status: 303, location: page.refreshUrl });
  const late = await accountLink({ stripe }, id, page);
  market.clock.advance(300_000);
  const answer = await fetch(late, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, page.refreshUrl]);
});

test('money of a payment goes to a seller before it is available, and to the bank after', async () => {
  const [id, before] = [await activeAccount(market), await total()];
  const chargeId = await payFor(market, 10_000, 'group1');
  expect((await total()) - before).toBe(10_000 - 175);
  const sent = await send(id, chargeId, 9_000);
  expect(await findTransfer({ stripe }, 'group1', `t${made}`)).toEqual(sent);
  expect(await readBalance({ stripe }, id)).toEqual([{ available: eur(0), pending: eur(9_000) }]);
  expect(
    await stripe.transfers.create({ amount: 9_000_000, currency: 'eur', destination: id }).catch((e) => e.code),
  ).toBe('balance_insufficient');
  received = [];
  await pass(3 * day);
  const [payout] = await all(listPayouts({ stripe }, { account: id }));
  expect(payout).toMatchObject({ status: 'in_transit', amount: eur(9_000), failure: null, hasLines: true });
  expect(received.map(({ type, account }) => [type, account])).toContainEqual(['payout.created', id]);
  const lines = await all(listMovements({ stripe }, { account: id, payout: payout?.id ?? '' }));
  expect(lines.map(({ type }) => type).sort()).toEqual(['payment', 'payout']);
  expect(lines.map(({ source }) => source)).toContain('paymentId' in sent ? sent.paymentId : null);
  await pass(2 * day);
  expect((await all(listPayouts({ stripe }, { account: id })))[0]?.status).toBe('paid');
  expect(await total(id)).toBe(0);
});

test('the lines of a payout can be listed an hour after it was made', async () => {
  const id = await activeAccount(market);
  await send(id, await payFor(market, 2_000, 'group9'), 1_500);
  const midnight = Math.ceil((market.clock.now().getTime() + 2 * day) / day) * day;
  await pass(midnight - market.clock.now().getTime());
  const [made] = await all(listPayouts({ stripe }, { account: id }));
  expect(made).toMatchObject({ status: 'in_transit', hasLines: false });
  const lines = stripe.balanceTransactions.list({ payout: made?.id ?? '' }, { stripeAccount: id });
  await expect(lines).rejects.toMatchObject({ statusCode: 400 });
  await pass(3_600_000);
  expect((await all(listPayouts({ stripe }, { account: id })))[0]?.hasLines).toBe(true);
  expect(received.map(({ type }) => String(type))).toContain('payout.reconciliation_completed');
});

test('a payout fails, also after it was paid: the money is in the balance, and paid out to another bank account', async () => {
  const id = await activeAccount(market);
  await send(id, await payFor(market, 2_000, 'group2'), 1_500);
  await market.sandbox.setFaults({ payouts: 'fail_after_paid' });
  await pass(3 * day);
  await pass(2 * day);
  const read = async () => (await all(listPayouts({ stripe }, { account: id }))).map((one) => one.status);
  expect(await read()).toEqual(['paid']);
  await market.sandbox.setFaults({});
  await pass(day);
  expect((await read()).filter((status) => status === 'failed')).toHaveLength(1);
  expect(received.map(({ type }) => String(type))).toContain('payout.failed');
  await pass(4 * day);
  expect([await read(), await total(id)]).toEqual([['failed'], 1_500]);
  await changeBank(id);
  await pass(4 * day);
  expect((await read()).sort()).toEqual(['failed', 'paid']);
  expect(await total(id)).toBe(0);
});

test('manual payouts leave the money in the balance', async () => {
  const id = await activeAccount(market);
  expect(await setSchedule({ stripe }, 'manual', id)).toBe('manual');
  await send(id, await payFor(market, 2_000, 'group3'), 1_500);
  await pass(10 * day);
  expect(await readBalance({ stripe }, id)).toEqual([{ available: eur(1_500), pending: eur(0) }]);
});

test('refunds, their failures and disputes move the platform’s balance; all lines together are the balance', async () => {
  const before = await total();
  const charge = await stripe.charges.retrieve(await payFor(market, 4_000, 'group4'));
  const payment_intent = String(charge.payment_intent);
  await market.sandbox.setFaults({ refunds: 'fail' });
  await stripe.refunds.create({ payment_intent, amount: 500 });
  await market.sandbox.setFaults({});
  await stripe.refunds.create({ payment_intent, amount: 1_000 });
  expect((await total()) - before).toBe(4_000 - 85 - 1_000);
  const dispute = await post(`${market.url}/sandbox/stripe/disputes`, { paymentIntent: payment_intent, amount: 3_000 });
  expect((await total()) - before).toBe(4_000 - 85 - 1_000 - 3_000 - 1_500);
  await post(`${market.url}/sandbox/stripe/disputes/${dispute.json.id}/decide`, { outcome: 'won' });
  expect((await total()) - before).toBe(4_000 - 85 - 1_000 - 1_500);
  const lines = await all(listMovements({ stripe }, {}));
  expect(lines.reduce((sum, { net }) => sum + net.amount, 0)).toBe(await total());
});

test('a seller’s account that is restricted or closed receives nothing', async () => {
  const id = await activeAccount(market);
  const chargeId = await payFor(market, 2_000, 'group5');
  await act(id, 'restricted');
  expect(await send(id, chargeId, 100)).toMatchObject({ refused: 'insufficient_capabilities_for_transfer' });
  await act(id, 'verified');
  expect(await send(id, chargeId, 100)).toMatchObject({ id: expect.any(String) });
  await closeAccount({ stripe }, id);
  expect(await readAccount({ stripe }, id)).toMatchObject({ isClosed: true, transfers: 'restricted' });
  expect(await send(id, chargeId, 100)).toMatchObject({ refused: 'insufficient_capabilities_for_transfer' });
});

test('faults: a short balance, a refused reversal, and an answer that is lost after the act', async () => {
  const id = await activeAccount(market);
  const chargeId = await payFor(market, 2_000, 'group6');
  await market.sandbox.setFaults({ transfers: 'short' });
  expect(await send(id, chargeId, 100)).toEqual({ refused: 'balance_insufficient', isShort: true });
  await market.sandbox.setFaults({ loseAnswers: true });
  const transfer = { id: 'lost', accountId: id, chargeId, ...eur(1_000) };
  await expect(sendTransfer({ stripe }, transfer)).rejects.toMatchObject({ statusCode: 500 });
  await market.sandbox.setFaults({ reversals: 'refuse' });
  const found = await findTransfer({ stripe }, 'group6', 'lost');
  expect(await sendTransfer({ stripe }, transfer)).toEqual(found);
  expect(await total(id)).toBe(1_000);
  const reversal = { id: 'r1', transferId: found?.id ?? '', amount: 400 };
  expect(await reverseTransfer({ stripe }, reversal)).toEqual({ refused: 'balance_insufficient', isShort: true });
  await market.sandbox.setFaults({});
  expect(await reverseTransfer({ stripe }, reversal)).toEqual({ id: expect.any(String) });
  expect(await total(id)).toBe(600);
  // What has gone to the bank can't be taken back.
  await pass(6 * day);
  const rest = { id: 'r2', transferId: found?.id ?? '', amount: 600 };
  expect(await reverseTransfer({ stripe }, rest)).toMatchObject({ isShort: true });
});

test('twenty transfers at once send no more than the payment', async () => {
  const id = await activeAccount(market);
  const chargeId = await payFor(market, 1_000, 'group7');
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(id, chargeId, 300)));
  expect(sent.filter((one) => 'id' in one)).toHaveLength(3);
  expect(await total(id)).toBe(900);
});

test('the seller’s dashboard shows the balance and changes the bank account', async () => {
  const id = await activeAccount(market);
  await send(id, await payFor(market, 2_000, 'group8'), 1_500);
  const url = await dashboardLink({ stripe }, id);
  expect((await post(`${url}/bank`, 'accountNumber=1', 'application/x-www-form-urlencoded')).status).toBe(422);
  const before = (await readAccount({ stripe }, id)).bankPrint;
  await market.sandbox.settle();
  received = [];
  const changed = await post(
    `${url}/bank`,
    'accountNumber=FR7630006000011234567890189',
    'application/x-www-form-urlencoded',
  );
  expect(changed.text).toContain('€15.00');
  expect(changed.text).toContain('0189');
  expect((await readAccount({ stripe }, id)).bankPrint).not.toBe(before);
  await market.sandbox.settle();
  expect(typesOf(id)).toEqual(['v2.core.account[defaults].updated']);
  market.clock.advance(300_000);
  expect((await fetch(url)).status).toBe(410);
});

test('thin events come twice and shuffled like the others; lost ones are in the list', async () => {
  await market.sandbox.setFaults({ duplicateWebhooks: true, shuffleWebhooks: true });
  const id = await activeAccount(market);
  const ids = received.map((event) => event.id);
  expect(new Set(ids).size * 2).toBe(ids.length);
  const types = ['v2.core.account[configuration.recipient].capability_status_updated'];
  const listed = async () => (await stripe.v2.core.events.list({ object_id: id, types })).data.length;
  const before = await listed();
  await market.sandbox.setFaults({ dropWebhooks: true });
  received = [];
  await act(id, 'restricted');
  await market.sandbox.settle();
  expect(received).toEqual([]);
  expect(await listed()).toBe(before + 1);
});
