import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Order } from '../contract.ts';
import { listOwedOrders } from '../lifecycle/erase-member.server.ts';
import {
  auditOrders,
  bankDoes,
  makeAdmin,
  makePremium,
  passTime,
  placePaidOrder,
  readOrderAs,
  signInAgain,
} from '../testing.ts';
import { caseTimes } from './case.process.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let third: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer, third] = await Promise.all([
    market.signUp('case_sells'),
    market.signUp('case_buys'),
    market.signUp('case_third'),
  ]);
  await makePremium(market, seller);
});
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

/** Sessions end in days. */
async function pass(ms: number): Promise<void> {
  await passTime(market, ms);
  [seller, buyer] = await Promise.all([signInAgain(market, seller), signInAgain(market, buyer)]);
}
const act = (as: TestMember, id: string, verb: string, body: object = {}) =>
  market.request('POST', `/api/orders/${id}/${verb}`, { as, body });
const read = (id: string, as = buyer): Promise<Order> => readOrderAs(market, as, id);
/** The version of the order's case, which an answer names. */
const seen = async (id: string) => ({ version: (await read(id)).case?.version });
const refunds = async (id: string) =>
  (
    await market.platform.pool.query('select amount::int, cause, state from refund where order_id = $1 order by id', [
      id,
    ])
  ).rows;

const paidOrder = (from = seller): Promise<Order> => placePaidOrder(market, from, buyer);

async function shippedOrder(from = seller): Promise<Order> {
  const { id } = await paidOrder(from);
  await act(from, id, 'ship', { carrier: 'DHL', trackingNumber: 'X1' });
  return read(id);
}

async function reportedOrder(): Promise<Order> {
  const { id } = await shippedOrder();
  await act(buyer, id, 'dispute', { reason: 'damaged', text: 'A corner is bent.' });
  return read(id);
}

test('a buyer asks to cancel; the seller agrees, and all of it is refunded', async () => {
  const { id, totals, actions } = await paidOrder();
  expect(actions).toContain('request_cancellation');
  expect((await act(seller, id, 'case/cancellation')).status).toBe(403);
  expect((await act(third, id, 'case/cancellation')).status).toBe(404);
  expect((await act(buyer, id, 'case/cancellation', { reason: 'Bought twice' })).body).toMatchObject({
    case: { kind: 'cancellation', state: 'proposed', actions: ['take_back'] },
  });
  expect(await act(buyer, id, 'case/cancellation')).toMatchObject({ status: 409, body: { code: 'case_open' } });
  expect((await act(buyer, id, 'case/accept', await seen(id))).status).toBe(409);
  expect((await act(seller, id, 'case/accept', await seen(id))).body).toMatchObject({ status: 'canceled', case: null });
  expect(await refunds(id)).toMatchObject([{ amount: totals.total.amount, cause: 'cancel' }]);
});

test('while the buyer’s bank decides, nothing is offered that pays back', async () => {
  const { id } = await paidOrder();
  await act(buyer, id, 'case/cancellation');
  await bankDoes(market, 'disputes', { orderId: id });
  await pass(0);
  const { body } = await market.request('GET', `/api/orders/${id}`, { as: seller });
  expect(body.case).toMatchObject({ state: 'proposed', actions: ['decline'] });
  expect((await act(seller, id, 'case/accept', await seen(id))).body.code).toBe('charged_back');
});

test('a seller who does not answer a request to cancel for 48 hours has agreed; shipping is a no', async () => {
  const [silent, shipped, declined] = await Promise.all([paidOrder(), paidOrder(), paidOrder()]);
  for (const { id } of [silent, shipped, declined])
    expect((await act(buyer, id, 'case/cancellation')).status).toBe(200);
  await act(seller, shipped.id, 'ship', { carrier: 'DHL' });
  await act(seller, declined.id, 'case/decline', { ...(await seen(declined.id)), reason: 'Packed already' });
  await pass(caseTimes.cancelWithinMs - hourMs);
  expect((await read(silent.id)).status).toBe('awaiting_shipping');
  await pass(hourMs);
  expect(await read(silent.id)).toMatchObject({ status: 'canceled', case: null });
  expect((await read(silent.id)).history.at(-1)).toMatchObject({
    by: 'timer',
    note: 'Cancelled at the buyer’s request.',
  });
  expect(await read(shipped.id)).toMatchObject({ status: 'shipped', case: null });
  expect(await read(declined.id)).toMatchObject({ status: 'awaiting_shipping', case: null });
});

test('both sides propose until one accepts: a part is refunded, and the order is completed', async () => {
  const { id } = await reportedOrder();
  expect((await read(id)).case).toMatchObject({ kind: 'problem', state: 'open', actions: ['propose'] });
  const first = await seen(id);
  expect((await act(seller, id, 'case/propose', { ...first, proposal: 'refund', amount: 100 })).status).toBe(200);
  const stale = await act(buyer, id, 'case/propose', { ...first, proposal: 'return' });
  expect(stale).toMatchObject({ status: 409, body: { code: 'case_changed' } });
  expect((await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'nothing' })).status).toBe(409);
  await act(buyer, id, 'case/propose', { ...(await seen(id)), proposal: 'refund', amount: 300, reason: 'Half' });
  expect((await read(id, seller)).case).toMatchObject({
    proposal: { kind: 'refund', amount: { amount: 300 }, by: 'buyer' },
    actions: ['propose', 'accept', 'decline'],
  });
  await act(seller, id, 'case/decline', await seen(id));
  expect((await read(id)).case).toMatchObject({ state: 'open', proposal: null });
  await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'refund', amount: 250 });
  expect((await act(buyer, id, 'case/accept', await seen(id))).body).toMatchObject({
    status: 'completed',
    case: null,
    refunded: { amount: 250 },
  });
  expect(await refunds(id)).toMatchObject([{ amount: 250, cause: 'agreement' }]);
});

test('a proposal is refused with the name of its field: too much, another currency, an amount with a return', async () => {
  const { id, totals } = await reportedOrder();
  const version = await seen(id);
  const errors = async (body: object) => {
    const answer = await act(buyer, id, 'case/propose', { ...version, ...body });
    return [answer.status, Object.keys((answer.body as { errors?: object }).errors ?? {})];
  };
  for (const body of [
    { proposal: 'refund', amount: totals.total.amount + 1 },
    { proposal: 'refund', amount: 0 },
    { proposal: 'refund', amount: -5 },
    { proposal: 'refund', amount: { amount: 100, currency: 'CHF' } },
    { proposal: 'refund' },
    { proposal: 'return', amount: 100 },
  ])
    expect([body, await errors(body)]).toEqual([body, [422, ['amount']]]);
  expect(await errors({ proposal: 'double' })).toEqual([422, ['proposal']]);
  expect((await read(id)).case).toMatchObject(version);
});

test('an agreed return is refunded when the seller has it back, and by silence fourteen days after it was sent', async () => {
  for (const confirms of [true, false]) {
    const { id, totals } = await reportedOrder();
    await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'return' });
    await act(buyer, id, 'case/accept', await seen(id));
    expect((await read(id)).case).toMatchObject({ state: 'return_awaited', actions: ['send_return'] });
    expect((await act(seller, id, 'case/send-return', { carrier: 'DHL' })).status).toBe(409);
    await act(buyer, id, 'case/send-return', { carrier: 'DHL', trackingNumber: 'R1' });
    expect((await read(id, seller)).case).toMatchObject({
      state: 'return_sent',
      tracking: { carrier: 'DHL', trackingNumber: 'R1' },
      actions: ['receive_return', 'contest_return'],
    });
    expect((await act(buyer, id, 'case/receive-return')).status).toBe(409);
    if (confirms) await act(seller, id, 'case/receive-return');
    else await pass(caseTimes.receiveWithinMs);
    expect(await read(id)).toMatchObject({ status: 'refunded', case: null, refunded: totals.total });
    expect(await refunds(id)).toHaveLength(1);
  }
});

test('the carrier of a return is that of its tracking number; one that neither says is refused at its field', async () => {
  const { id } = await reportedOrder();
  await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'return' });
  await act(buyer, id, 'case/accept', await seen(id));
  for (const body of [{}, { trackingNumber: 'R1' }]) {
    const refused = await act(buyer, id, 'case/send-return', body);
    expect([refused.status, refused.body.errors]).toEqual([422, { carrier: 'Enter the carrier.' }]);
  }
  await act(buyer, id, 'case/send-return', { trackingNumber: 'RR123456785GB' });
  expect((await read(id)).case?.tracking).toEqual({ carrier: 'Royal Mail', trackingNumber: 'RR123456785GB' });
});

test('two sides that do not agree in five days, and a return that is not sent, are for an admin', async () => {
  const [open, unsent] = await Promise.all([reportedOrder(), reportedOrder()]);
  await act(seller, unsent.id, 'case/propose', { ...(await seen(unsent.id)), proposal: 'return' });
  await act(buyer, unsent.id, 'case/accept', await seen(unsent.id));
  await pass(caseTimes.agreeWithinMs);
  expect(await read(open.id)).toMatchObject({ status: 'disputed', case: { state: 'decision' } });
  expect((await read(open.id)).decision?.askedAt).not.toBeNull();
  expect((await read(unsent.id)).case?.state).toBe('return_awaited');
  await pass(caseTimes.returnWithinMs);
  expect(await read(unsent.id)).toMatchObject({ status: 'disputed', case: { state: 'decision' } });
  // They may still agree.
  await act(buyer, open.id, 'case/propose', { ...(await seen(open.id)), proposal: 'nothing' });
  expect((await act(seller, open.id, 'case/accept', await seen(open.id))).body).toMatchObject({ status: 'completed' });
  expect(await refunds(open.id)).toEqual([]);
});

test('proposals don’t postpone the decision', async () => {
  const { id } = await reportedOrder();
  await pass(caseTimes.agreeWithinMs - hourMs);
  await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'refund', amount: 1 });
  await act(buyer, id, 'case/decline', await seen(id));
  await pass(hourMs);
  expect((await read(id)).case?.state).toBe('decision');
});

test('two answers to one proposal at once: one of them counts', async () => {
  const { id } = await reportedOrder();
  await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'refund', amount: 200 });
  const version = await seen(id);
  const answers = await Promise.all([
    act(buyer, id, 'case/accept', version),
    act(buyer, id, 'case/accept', version),
    act(seller, id, 'case/take-back', version),
    act(buyer, id, 'case/decline', version),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await refunds(id)).length).toBeLessThanOrEqual(1);
});

test('the seller’s full refund, and the buyer’s “all is well”, close the case', async () => {
  const [refunded, settled] = await Promise.all([reportedOrder(), reportedOrder()]);
  await act(seller, refunded.id, 'refund', {});
  await act(buyer, settled.id, 'settle', {});
  expect(await read(refunded.id)).toMatchObject({ status: 'refunded', case: null });
  expect(await read(settled.id)).toMatchObject({ status: 'completed', case: null });
  await pass(30 * dayMs);
  expect(await refunds(settled.id)).toEqual([]);
});

const shop = {
  kind: 'trader',
  legalName: 'Mint & More BV',
  street: 'Keizersgracht 1',
  postalCode: '1015 CJ',
  city: 'Amsterdam',
  country: 'NL',
  email: 'hello@mint.example',
  phone: '+31 20 123456',
  register: 'KvK',
  registerNumber: '12345678',
  vatId: 'NL123456789B01',
  certified: true,
};

async function newTrader(name: string): Promise<TestMember> {
  const trader = await market.signUp(name);
  await makePremium(market, trader);
  expect((await market.request('PUT', '/api/profile/seller', { as: trader, body: shop })).status).toBe(200);
  return trader;
}

test('a withdrawal whose cards are not sent ends by itself; one whose return is contested is decided by an admin', async () => {
  const trader = await newTrader('case_contests');
  const [unsent, contested] = [await shippedOrder(trader), await shippedOrder(trader)];
  for (const { id } of [unsent, contested]) {
    await act(buyer, id, 'deliver');
    expect((await act(buyer, id, 'withdraw')).status).toBe(200);
    expect((await read(id)).actions).not.toContain('dispute');
  }
  await act(buyer, contested.id, 'case/send-return', { carrier: 'DHL', trackingNumber: 'R2' });
  expect((await act(trader, contested.id, 'case/contest-return')).status).toBe(422);
  const reason = { reason: 'The parcel was empty' };
  expect((await act(trader, contested.id, 'case/contest-return', reason)).body).toMatchObject({
    case: { state: 'decision', actions: [] },
  });
  await pass(caseTimes.returnWithinMs);
  expect(await read(unsent.id)).toMatchObject({ status: 'completed', case: null });
  expect((await read(unsent.id)).history.at(-1)?.note).toContain('the withdrawal ended');
  expect(await refunds(contested.id)).toEqual([]);
  const admin = await market.signUp('case_admin');
  await makeAdmin(market, admin);
  const decided = await market.request('POST', `/api/admin/orders/${contested.id}/decision`, {
    as: admin,
    body: { decision: 'refund', reason: 'The carrier weighed an empty parcel.' },
  });
  expect([decided.status, await read(contested.id)]).toMatchObject([200, { status: 'completed', case: null }]);
  expect(await refunds(contested.id)).toMatchObject([{ amount: contested.totals.total.amount, cause: 'operator' }]);
});

test('a withdrawal that ends without the cards leaves a report of a missing order as it was', async () => {
  const trader = await newTrader('case_missing');
  const { id, reportMissingFrom } = await shippedOrder(trader);
  await pass(new Date(reportMissingFrom ?? 0).getTime() - market.clock.now().getTime());
  await act(buyer, id, 'dispute', { reason: 'not_received', text: 'It is not here.' });
  expect((await act(buyer, id, 'withdraw')).body).toMatchObject({ case: { kind: 'withdrawal' } });
  await pass(caseTimes.returnWithinMs);
  expect(await read(id)).toMatchObject({ status: 'disputed', case: { kind: 'not_arrived', state: 'open' } });
});

test('cards that the seller has refunded before close the return without a second refund', async () => {
  const trader = await newTrader('case_refunds');
  const { id, totals } = await shippedOrder(trader);
  expect((await act(buyer, id, 'withdraw')).status).toBe(200);
  await act(trader, id, 'refund', { amount: totals.total.amount - 1 });
  expect((await act(trader, id, 'case/receive-return')).body).toMatchObject({ case: null, refunded: totals.total });
  const unshipped = await paidOrder(trader);
  expect(await act(buyer, unshipped.id, 'withdraw', { items: ['nope'] })).toMatchObject({ status: 422 });
});

test('an accepted proposal is never less than it says', async () => {
  const { id, totals } = await reportedOrder();
  await act(seller, id, 'case/propose', { ...(await seen(id)), proposal: 'refund', amount: 400 });
  await act(seller, id, 'refund', { amount: totals.total.amount - 100 });
  expect(await act(buyer, id, 'case/accept', await seen(id))).toMatchObject({
    status: 409,
    body: { code: 'case_changed' },
  });
});

test('a purchase from a trader can be withdrawn from: at once before shipping, by a return until 14 days after delivery', async () => {
  let trader = await newTrader('case_trader');

  const unshipped = await paidOrder(trader);
  expect(unshipped.actions).toContain('withdraw');
  expect((await act(trader, unshipped.id, 'withdraw')).status).toBe(403);
  expect((await act(buyer, unshipped.id, 'withdraw')).body).toMatchObject({ status: 'canceled', case: null });
  expect(await refunds(unshipped.id)).toMatchObject([{ amount: unshipped.totals.total.amount }]);

  const { id, totals } = await shippedOrder(trader);
  await act(buyer, id, 'deliver');
  await pass(3 * dayMs);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect((await act(buyer, id, 'withdraw')).body).toMatchObject({
    status: 'completed',
    case: { kind: 'withdrawal', state: 'return_awaited' },
  });
  expect(await act(buyer, id, 'withdraw')).toMatchObject({
    status: 409,
    body: { message: 'You’ve already withdrawn. The order shows what happens next.' },
  });
  const owed = async ({ id: memberId }: TestMember) => listOwedOrders(market.platform.db, memberId);
  expect(await owed(trader)).toMatchObject({
    orders: [{ id, owed: 'the return of the buyer’s withdrawal isn’t finished' }],
    total: 1,
  });
  // The parcel may be there before the buyer says that it was sent.
  trader = await signInAgain(market, trader);
  expect((await act(trader, id, 'case/receive-return')).body).toMatchObject({
    status: 'completed',
    case: null,
    refunded: totals.total,
  });
  expect(await refunds(id)).toMatchObject([{ amount: totals.total.amount, cause: 'agreement' }]);
  expect(await owed(trader)).toEqual({ orders: [], total: 0 });

  const late = await shippedOrder(trader);
  await act(buyer, late.id, 'deliver');
  await pass(caseTimes.withdrawWithinMs + hourMs);
  expect(await act(buyer, late.id, 'withdraw')).toMatchObject({ status: 409, body: { code: 'no_withdrawal' } });
  const personal = await paidOrder();
  expect(await act(buyer, personal.id, 'withdraw')).toMatchObject({ status: 409, body: { code: 'no_withdrawal' } });
});
