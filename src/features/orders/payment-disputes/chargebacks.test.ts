import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Order } from '../contract.ts';
import { listOwedOrders } from '../lifecycle/erase-member.server.ts';
import { attentionText } from '../model/order.texts.ts';
import { orderTroubles } from '../model/order.troubles.ts';
import {
  auditOrders,
  bankDoes,
  buyPlaced,
  makeAdmin,
  makePremium,
  passTime,
  pay,
  placePaidOrder,
  putUpForSale,
  readOrderAs,
  setFaults,
  signInAgain,
} from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let adminMember: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer, adminMember] = await Promise.all([
    market.signUp('bank_sells'),
    market.signUp('bank_buys'),
    market.signUp('bank_op'),
  ]);
  await makePremium(market, seller);
  await makeAdmin(market, adminMember);
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const act = (as: TestMember, id: string, verb: string, body: Record<string, unknown> = {}) =>
  market.request('POST', `/api/orders/${id}/${verb}`, { as, body });
const admin = (method: string, path: string, body?: unknown, as = adminMember) =>
  market.request(method, `/api/admin/orders${path}`, body === undefined ? { as } : { as, body });
const asBuyer = (id: string): Promise<Order> => readOrderAs(market, buyer, id);
const attentionOf = async (id: string) => {
  const [order] = await rows('select attention, attention_params as "attentionParams" from orders where id = $1', [id]);
  return attentionText(order);
};
const count = (name: string) =>
  orderTroubles.find((one) => one.name === name)?.count(market.platform.db, market.clock.now());
const mailsTo = async ({ email }: TestMember, id: string) =>
  (
    await rows('select subject from sandbox_mail where recipient = $1 and body_text like $2 order by subject', [
      email,
      `%${id}%`,
    ])
  ).map(({ subject }) => subject);
/** The balance at Stripe of an order, by the ledger. */
const held = async (id: string) =>
  Number(
    (
      await rows(
        "select coalesce(sum(amount), 0) as sum from ledger_entry where order_id = $1 and account = 'stripe'",
        [id],
      )
    )[0]?.sum,
  );
const refundsAtStripe = (id: string) =>
  rows("select 1 from sandbox_stripe_object where object = 'refund' and data #>> '{metadata,orderId}' = $1", [id]);

const paidOrder = async (): Promise<string> => (await placePaidOrder(market, seller, buyer)).id;

async function deliveredOrder(): Promise<string> {
  const id = await paidOrder();
  expect((await act(seller, id, 'ship', { carrier: 'DHL', trackingNumber: 'JD0146' })).status).toBe(200);
  expect((await act(buyer, id, 'deliver')).status).toBe(200);
  return id;
}

async function asksBack(orderId: string, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await bankDoes(market, 'disputes', { orderId, ...more });
  await passTime(market);
  return id;
}

async function decides(disputeId: string, outcome: string, ms = 0): Promise<void> {
  await bankDoes(market, `disputes/${disputeId}/decide`, { outcome });
  await passTime(market, ms);
}

test('before shipping: nothing moves and nothing is refunded while the bank decides; lost, the money has gone back once', async () => {
  const id = await paidOrder();
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  const dispute = await asksBack(id);
  const open = await asBuyer(id);
  expect(open).toMatchObject({
    status: 'paid',
    chargeback: { state: 'open', amount: usd(1_299) },
    refunded: null,
    buyerRead: false,
  });
  expect(
    open.history.filter(({ note }) => note === 'The buyer’s bank opened a payment dispute for $12.99.'),
  ).toHaveLength(1);
  expect([await held(id), await count('orders.chargeback')]).toEqual([0, 1]);
  expect(await mailsTo(seller, id)).toEqual(['Payment dispute opened: Charizard', 'You sold Charizard']);
  expect(await mailsTo(buyer, id)).toContain('Payment dispute opened: Charizard');
  expect((await admin('GET', '?show=chargeback')).body.items).toMatchObject([{ id }]);
  expect((await market.request('GET', '/metrics')).body).toContain(
    'sleeved_trouble{name="orders.chargeback",severity="urgent"}',
  );

  // The order becomes the seller's to send after an hour; not now.
  await passTime(market, 2 * hourMs);
  const sold = await rows('select status from orders where id = $1', [id]);
  expect(sold).toEqual([{ status: 'paid' }]);
  expect((await readOrderAs(market, seller, id)).actions).toEqual(['ship']);
  for (const answer of [
    await act(seller, id, 'cancel'),
    await act(seller, id, 'refund'),
    await act(seller, id, 'refund', { amount: 100 }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'charged_back']);
    expect(answer.body.message).toContain('payment dispute is open');
  }

  await decides(dispute, 'lost');
  await rows("update sandbox_stripe_delivery set state = 'waiting', next_at = now() - interval '1 hour'");
  await passTime(market);
  const ended = await asBuyer(id);
  expect(ended).toMatchObject({
    status: 'refunded',
    refunded: usd(1_299),
    refundFailed: null,
    chargeback: { state: 'lost' },
  });
  expect(ended.history.at(-1)).toMatchObject({
    status: 'refunded',
    by: 'stripe',
    note: 'The buyer’s bank took $12.99 back in a payment dispute.',
  });
  expect([await held(id), await attentionOf(id), await count('orders.chargeback')]).toEqual([0, null, 0]);
  expect(await mailsTo(seller, id)).toContain('Payment dispute lost: Charizard');
  expect((await act(seller, id, 'refund')).body.code).toBe('wrong_state');
  expect(await refundsAtStripe(id)).toEqual([]);
});

test('after delivery: an admin sends the order’s own record once; won, the order continues in its state', async () => {
  const id = await deliveredOrder();
  const dispute = await asksBack(id, { reason: 'product_not_received' });
  await passTime(market, 4 * dayMs);
  expect((await asBuyer(id)).status).toBe('delivered');

  const path = `/${id}/chargebacks/${dispute}/evidence`;
  const file = await market.request<string>('GET', `/api/admin/orders${path}.pdf`, { as: adminMember });
  expect([file.status, file.headers.get('content-type'), file.body.slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  expect((await admin('GET', `/${id}/chargebacks/du_none/evidence.pdf`)).status).toBe(404);
  expect((await market.request('GET', `/api/admin/orders${path}.pdf`, { as: buyer })).status).toBe(403);
  const statement = 'It was sent in a box.\nThe post says that it arrived.';
  expect((await admin('POST', path, { statement: ' ' })).body.errors).toEqual({
    statement: 'Enter a statement.',
  });
  expect((await admin('POST', `/${id}/chargebacks/du_none/evidence`, { statement })).status).toBe(404);
  expect((await admin('POST', path, { statement }, seller)).status).toBe(403);
  expect((await admin('GET', `/${id}`)).body.chargebacks).toMatchObject([{ id: dispute, canAnswer: true }]);
  const answers = await Promise.all(Array.from({ length: 4 }, () => admin('POST', path, { statement })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('evidence_not_wanted');
  await passTime(market);
  const atStripe = await market.platform.payments.stripe.disputes.retrieve(dispute);
  expect(atStripe).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
  expect(atStripe.evidence).toMatchObject({
    shipping_carrier: 'DHL',
    shipping_tracking_number: 'JD0146',
    product_description: expect.stringContaining('1 × trading card Charizard (condition near mint'),
    uncategorized_text: expect.stringMatching(
      /^It was sent in a box\.\nThe post says[\s\S]*: shipped, by the seller\.\n[\s\S]*: delivered, by the buyer\./,
    ),
  });
  const seen = (await admin('GET', `/${id}`)).body;
  const { fields } = seen.chargebacks[0].evidence;
  expect(seen.chargebacks[0]).toMatchObject({
    id: dispute,
    state: 'open',
    status: 'under_review',
    canAnswer: false,
    evidence: { by: adminMember.id },
  });
  expect([fields.shipping_tracking_number, fields.shipping_address, fields.customer_name]).toEqual([
    'JD0146',
    undefined,
    undefined,
  ]);
  expect(await rows('select by, act, data from audit_log where subject = $1', [id])).toEqual([
    { by: adminMember.id, act: 'evidence.sent', data: { chargebackId: dispute, reason: statement } },
  ]);
  // While a bank reads the evidence an admin has nothing to do, whatever the deadline of the answer was.
  await passTime(market, 8 * dayMs);
  expect([await count('orders.chargeback'), (await asBuyer(id)).status]).toEqual([0, 'delivered']);

  await decides(dispute, 'won');
  const after = await asBuyer(id);
  expect(after).toMatchObject({ status: 'completed', refunded: null, chargeback: { state: 'won' } });
  expect(after.history.at(-1)).toMatchObject({ status: 'completed', by: 'timer' });
  expect(await held(id)).toBe(1_299);
  expect(await mailsTo(seller, id)).toContain('Payment dispute won: Charizard');
});

test('after completion: neither side can delete their account before the bank has decided; what it takes then needs an admin', async () => {
  const id = await deliveredOrder();
  await passTime(market, 4 * dayMs);
  expect((await asBuyer(id)).status).toBe('completed');
  const dispute = await asksBack(id);
  for (const [side, owed] of [
    [buyer, 'the payment dispute of your bank isn’t decided'],
    [seller, 'the payment dispute of the buyer’s bank isn’t decided'],
  ] as const)
    expect((await listOwedOrders(market.platform.db, side.id)).orders.find((one) => one.id === id)?.owed).toBe(owed);
  // No evidence is sent: the bank's deadline passes.
  await passTime(market, 8 * dayMs);
  expect((await market.platform.payments.stripe.disputes.retrieve(dispute)).status).toBe('lost');
  expect(await asBuyer(id)).toMatchObject({ status: 'completed', refunded: usd(1_299), chargeback: { state: 'lost' } });
  expect(await attentionOf(id)).toBe(
    'The buyer’s bank took $12.99 back in a payment dispute. The sale was completed before that.',
  );
  expect([await held(id), await count('orders.attention')]).toEqual([0, 1]);
  expect(await listOwedOrders(market.platform.db, buyer.id)).toEqual({ orders: [], total: 0 });
  expect((await admin('POST', `/${id}/attention/clear`, { reason: 'The market bears it.' })).status).toBe(200);
  expect([await attentionOf(id), (await asBuyer(id)).status]).toEqual([null, 'completed']);
});

test('a refund that was requested before the chargeback waits: won, it is sent; lost, the bank has paid it', async () => {
  const [retained, taken] = [await paidOrder(), await paidOrder()];
  await setFaults(market, { down: true });
  for (const id of [retained, taken]) expect((await act(seller, id, 'cancel')).status).toBe(200);
  const disputes = [
    await bankDoes(market, 'disputes', { orderId: retained }),
    await bankDoes(market, 'disputes', { orderId: taken }),
  ];
  await setFaults(market, null);
  await passTime(market, 30 * minuteMs);
  const states = () =>
    rows('select state, failure from refund where order_id = any($1) order by order_id <> $2', [
      [retained, taken],
      retained,
    ]);
  expect(await states()).toEqual([
    { state: 'asked', failure: null },
    { state: 'asked', failure: null },
  ]);
  await decides(disputes[0]?.id ?? '', 'won');
  await decides(disputes[1]?.id ?? '', 'lost');
  expect(await states()).toEqual([
    { state: 'done', failure: null },
    { state: 'failed', failure: 'charged_back' },
  ]);
  for (const id of [retained, taken]) {
    expect(await asBuyer(id)).toMatchObject({ status: 'canceled', refunded: usd(1_299), refundFailed: null });
    expect([await attentionOf(id), await held(id)]).toEqual([null, 0]);
  }
  expect([
    (await refundsAtStripe(retained)).length,
    (await refundsAtStripe(taken)).length,
    await count('orders.refund-failed'),
  ]).toEqual([1, 0, 0]);
});

test('an inquiry takes no money: timers stop, and a refund ends it', async () => {
  const id = await paidOrder();
  await asksBack(id, { inquiry: true });
  expect([await held(id), await count('orders.chargeback')]).toEqual([1_299, 1]);
  await passTime(market, 2 * hourMs);
  expect(await rows('select status from orders where id = $1', [id])).toEqual([{ status: 'paid' }]);
  expect((await act(seller, id, 'refund')).status).toBe(200);
  await passTime(market);
  expect(await asBuyer(id)).toMatchObject({ status: 'refunded', refunded: usd(1_299), chargeback: { state: 'won' } });
  expect([await held(id), (await refundsAtStripe(id)).length]).toEqual([0, 1]);
});

test('a partial chargeback takes only that part: the order continues, and no more than the rest can be refunded', async () => {
  const id = await paidOrder();
  const dispute = await asksBack(id, { inquiry: true, amount: 500 });
  await decides(dispute, 'escalated');
  await decides(dispute, 'lost', 2 * hourMs);
  expect(await asBuyer(id)).toMatchObject({
    status: 'awaiting_shipping',
    refunded: usd(500),
    chargeback: { state: 'lost', amount: usd(500) },
  });
  expect((await act(seller, id, 'refund', { amount: 800 })).body.errors.amount).toBe('You can refund up to $7.99.');
  // A form from before counts as sent twice.
  expect(await act(seller, id, 'refund', { amount: 100, expectedRefunded: usd(0) })).toMatchObject({
    status: 409,
    body: { code: 'refunded_changed', refunded: usd(500) },
  });
});

test('a fraud warning stops the order for an admin, once; a full refund ends it', async () => {
  const [looked, returned] = [await paidOrder(), await paidOrder()];
  for (const orderId of [looked, returned])
    await bankDoes(market, 'fraud-warnings', { orderId, fraudType: 'made_with_stolen_card' });
  // The warnings are handled first: the hour in which the seller may still undo ends within the two.
  await passTime(market);
  await passTime(market, 2 * hourMs);
  const sentence = 'The buyer’s bank warns that this payment may be fraud (made_with_stolen_card).';
  for (const id of [looked, returned])
    expect([await rows('select status from orders where id = $1', [id]), await attentionOf(id)]).toEqual([
      [{ status: 'paid' }],
      sentence,
    ]);
  expect((await admin('GET', `/${looked}`)).body.fraudWarnings).toMatchObject([
    { type: 'made_with_stolen_card', isActionable: true },
  ]);
  expect((await admin('POST', `/${looked}/attention/clear`, { reason: 'Both sides are known.' })).status).toBe(200);
  await rows("update sandbox_stripe_delivery set state = 'waiting', next_at = now() - interval '1 hour'");
  await passTime(market);
  expect([await attentionOf(looked), await attentionOf(returned)]).toEqual([null, sentence]);
  expect((await act(seller, returned, 'refund')).status).toBe(200);
  await passTime(market);
  expect(await attentionOf(returned)).toBeNull();
  expect((await admin('GET', `/${returned}`)).body.fraudWarnings).toMatchObject([{ isActionable: false }]);
  expect(await mailsTo(buyer, looked)).toEqual(['Receipt: Charizard']);
});

test('a seller who must not send during a chargeback is not late: the time to send begins when the bank has decided', async () => {
  const [paid, ready] = [await paidOrder(), await paidOrder()];
  await asksBack(paid);
  await passTime(market, hourMs + minuteMs);
  expect((await asBuyer(ready)).status).toBe('awaiting_shipping');
  expect((await act(seller, paid, 'read')).status).toBe(200);
  expect(await asBuyer(paid)).toMatchObject({ status: 'paid', sellerRead: true });

  // An inquiry allows refunds, so only the deadline can refuse the buyer's cancellation.
  const inquiry = await asksBack(ready, { inquiry: true });
  await market.platform.payments.stripe.disputes.update(inquiry, { evidence: { uncategorized_text: 'By hand.' } });
  await passTime(market, 8 * dayMs);
  buyer = await signInAgain(market, buyer);
  const late = async () => [
    await act(buyer, ready, 'cancel'),
    await act(buyer, ready, 'dispute', { reason: 'not_received', text: 'Where is it?' }),
  ];
  const codes = async () => (await late()).map(({ status, body }) => [status, body.code]);
  expect((await asBuyer(ready)).actions).toEqual([]);
  expect(await codes()).toEqual(Array(2).fill([409, 'charged_back']));
  await decides(inquiry, 'won');
  expect(await asBuyer(ready)).toMatchObject({
    status: 'awaiting_shipping',
    chargeback: { state: 'won' },
    actions: ['request_cancellation'],
  });
  expect(await codes()).toEqual(Array(2).fill([409, 'too_early']));
  await passTime(market, 7 * dayMs);
  buyer = await signInAgain(market, buyer);
  expect((await asBuyer(ready)).actions).toEqual(['cancel', 'dispute']);
});

test('an admin is offered no answer to a bank about an order of their own', async () => {
  [adminMember, seller] = await Promise.all([signInAgain(market, adminMember), signInAgain(market, seller)]);
  const { order, checkoutUrl } = await buyPlaced(market, adminMember, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  await asksBack(order.id);
  const seen = (await admin('GET', `/${order.id}`)).body;
  expect(seen).toMatchObject({ may: [], chargebacks: [{ status: 'needs_response', canAnswer: false }] });
});
