import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Order } from '../contract.ts';
import { reconcileOrders } from '../lifecycle/reconcile-orders.server.ts';
import { attentionText } from '../model/order.texts.ts';
import { orderTroubles } from '../model/order.troubles.ts';
import { auditOrders, makeAdmin, makePremium, passTime, placePaidOrder, readOrderAs, setFaults } from '../testing.ts';
import { sendRefund } from './send-refund.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer, admin] = await Promise.all([
    market.signUp('refund_sells'),
    market.signUp('refund_buys'),
    market.signUp('refund_op'),
  ]);
  await makePremium(market, seller);
  await makeAdmin(market, admin);
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const refundsOf = (id: string) =>
  rows('select id, amount, state, failure from refund where order_id = $1 order by id', [id]);
const attentionOf = async (id: string) => {
  const [order] = await rows('select attention, attention_params as "attentionParams" from orders where id = $1', [id]);
  return attentionText(order);
};
const retry = (id: string, refundId: string, as = admin) =>
  market.request('POST', `/api/admin/orders/${id}/refunds/${refundId}/retry`, { as });
const refund = (id: string, body?: Record<string, unknown>) =>
  market.request('POST', `/api/orders/${id}/refund`, { as: seller, ...(body ? { body } : {}) });
/** The number of failed refunds on the admins' pages. */
const stuck = () =>
  orderTroubles.find(({ name }) => name === 'orders.refund-failed')?.count(market.platform.db, market.clock.now());

const paidOrder = (extra: { price?: number } = {}): Promise<Order> => placePaidOrder(market, seller, buyer, extra);

/** The seller calls a paid order off while Stripe's refunds go wrong in this way. */
async function stuckOrder(refunds: 'fail' | 'refuse'): Promise<Order> {
  const { id } = await paidOrder();
  await setFaults(market, { refunds });
  expect((await market.request('POST', `/api/orders/${id}/cancel`, { as: seller, body: {} })).status).toBe(200);
  await passTime(market);
  return readOrderAs(market, buyer, id);
}

test('refunds: in part, then the rest, never more than was paid, also at the same moment', async () => {
  const order = await paidOrder({ price: 1_500 });
  const part = await refund(order.id, { amount: { amount: 500, currency: 'USD' }, reason: 'A corner is bent' });
  expect(part.body).toMatchObject({ status: 'paid', refunded: { amount: 500 } });
  expect(await refund(order.id, { amount: { amount: 1_001, currency: 'USD' } })).toMatchObject({
    status: 422,
    body: { errors: { amount: 'You can refund up to $10.00.' } },
  });
  expect((await refund(order.id, { amount: { amount: 100, currency: 'EUR' } })).status).toBe(422);
  expect((await refund(order.id, { amount: 0 })).status).toBe(422);
  const race = await Promise.all(
    Array.from({ length: 8 }, () => refund(order.id, { amount: { amount: 600, currency: 'USD' } })),
  );
  expect(race.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect((await refund(order.id)).body).toMatchObject({ status: 'refunded', refunded: { amount: 1_500 } });
  expect((await refund(order.id)).status).toBe(409);
});

test('a refund made in Stripe’s own dashboard is booked here too', async () => {
  const order = await paidOrder();
  const [payment] = await rows(
    'select payment_intent_id from purchase where id = (select purchase_id from orders where id = $1)',
    [order.id],
  );
  await market.platform.payments.stripe.refunds.create({ payment_intent: payment?.payment_intent_id });
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'refunded', refunded: { amount: 1_299 } });
});

test('a refund that the bank sends back has failed: buyer and admin see it, and the books say where the money is', async () => {
  const order = await stuckOrder('fail');
  const owed = { amount: 1_299, currency: 'USD' };
  expect(order).toMatchObject({ status: 'canceled', refunded: null, refundFailed: owed, buyerRead: false });
  expect(order.history.at(-1)).toMatchObject({ by: 'stripe', note: 'The refund of $12.99 failed.' });
  expect(await refundsOf(order.id)).toMatchObject([{ state: 'failed', failure: 'expired_or_canceled_card' }]);
  expect([await stuck(), await attentionOf(order.id)]).toEqual([1, null]);
  const mails = await rows('select subject from sandbox_mail where recipient = $1', [buyer.email]);
  expect(mails.map(({ subject }) => subject)).toContain('Refund delayed: Charizard');
});

test('an admin sends it again, once however many press at once, with a key of its own; the buyer has the money', async () => {
  const order = await stuckOrder('fail');
  const [failed] = await refundsOf(order.id);
  await setFaults(market, null);
  const shown = async () =>
    (await market.request('GET', `/api/admin/orders/${order.id}`, { as: admin })).body.refunds[0];
  expect(await shown()).toMatchObject({ state: 'failed', failure: 'expired_or_canceled_card', canRetry: true });
  // The page offers no action that would be refused: an admin's own orders are for another admin.
  await makeAdmin(market, buyer);
  const own = (await market.request('GET', `/api/admin/orders/${order.id}`, { as: buyer })).body;
  expect([own.may, own.refunds[0].canRetry]).toEqual([[], false]);
  await rows("update auth_user set role = 'member' where id = $1", [buyer.id]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => retry(order.id, failed?.id ?? '')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('refund_retried');
  expect((await shown()).canRetry).toBe(false);
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ refunded: { amount: 1_299 }, refundFailed: null });
  const made = await rows(
    "select data ->> 'status' as status from sandbox_stripe_object where object = 'refund' and data #>> '{metadata,orderId}' = $1",
    [order.id],
  );
  expect(made.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
  const keys = await rows(
    "select key from sandbox_stripe_idempotency where key like 'refund-%' and body #>> '{metadata,orderId}' = $1",
    [order.id],
  );
  expect(keys).toHaveLength(2);
  const acts = await rows('select by, act, data from audit_log where subject = $1', [order.id]);
  expect(acts).toEqual([
    { by: admin.id, act: 'refund.retried', data: { refundId: failed?.id, amount: 1_299, currency: 'USD' } },
  ]);
  const [, again] = await refundsOf(order.id);
  expect((await retry(order.id, again?.id ?? '')).body.code).toBe('refund_not_failed');
  expect((await retry(order.id, failed?.id ?? '', buyer)).status).toBe(403);
  expect((await retry(order.id, 'none')).status).toBe(404);
});

test('a new try that fails too can be sent again; late or repeated events change nothing', async () => {
  const order = await stuckOrder('fail');
  const [first] = await refundsOf(order.id);
  expect((await retry(order.id, first?.id ?? '')).status).toBe(200);
  await passTime(market);
  const [, second] = await refundsOf(order.id);
  expect((await retry(order.id, first?.id ?? '')).body.code).toBe('refund_retried');
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  expect((await retry(order.id, second?.id ?? '')).status).toBe(200);
  await passTime(market);
  await rows("update sandbox_stripe_delivery set state = 'waiting', next_at = now() - interval '1 hour'");
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ refunded: { amount: 1_299 }, refundFailed: null });
});

test('a final refusal by Stripe flags the order for an admin and leaves no job behind; sent again, it continues', async () => {
  const order = await stuckOrder('refuse');
  expect(order).toMatchObject({ status: 'canceled', refundFailed: { amount: 1_299 } });
  const [refused] = await refundsOf(order.id);
  expect([await attentionOf(order.id), refused?.failure]).toEqual([
    'Stripe refused the refund of $12.99 (charge_disputed).',
    'charge_disputed',
  ]);
  // Neither the job nor the reconciliation calls Stripe again.
  await passTime(market, 30 * minuteMs);
  await reconcileOrders(market.platform);
  await sendRefund(market.platform, refused?.id);
  await passTime(market);
  expect(await rows("select 1 from graphile_worker.jobs where task_identifier = 'orders.send-refund'")).toEqual([]);
  expect(await refundsOf(order.id)).toHaveLength(1);
  await setFaults(market, null);
  expect((await retry(order.id, refused?.id)).status).toBe(200);
  expect(await attentionOf(order.id)).toBeNull();
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ refunded: { amount: 1_299 }, refundFailed: null });
});

test('a part that failed is never given twice: the seller gave the rest and it back, and only what is left can go', async () => {
  const { id } = await paidOrder();
  const give = (amount: number) => market.request('POST', `/api/orders/${id}/refund`, { as: seller, body: { amount } });
  await setFaults(market, { refunds: 'fail' });
  expect((await give(500)).status).toBe(200);
  await passTime(market);
  const [part] = await refundsOf(id);
  await setFaults(market, null);
  expect((await give(1_000)).status).toBe(200);
  await passTime(market);
  expect((await readOrderAs(market, buyer, id)).refundFailed).toEqual({ amount: 299, currency: 'USD' });
  expect((await retry(id, part?.id ?? '')).status).toBe(200);
  await passTime(market);
  expect(await readOrderAs(market, buyer, id)).toMatchObject({
    status: 'refunded',
    refunded: { amount: 1_299 },
    refundFailed: null,
  });
  expect((await refundsOf(id)).map(({ amount, state }) => [Number(amount), state])).toEqual([
    [500, 'failed'],
    [1_000, 'done'],
    [299, 'done'],
  ]);
  // The first test left one.
  expect(await stuck()).toBe(1);
});

test('a partial refund sent again that returns the rest ends the order; then there is nothing to cancel or decide', async () => {
  const { id } = await paidOrder();
  const give = (amount: number) => market.request('POST', `/api/orders/${id}/refund`, { as: seller, body: { amount } });
  await setFaults(market, { refunds: 'fail' });
  expect((await give(500)).status).toBe(200);
  await passTime(market);
  const [part] = await refundsOf(id);
  await setFaults(market, null);
  expect((await give(799)).status).toBe(200);
  expect((await retry(id, part?.id ?? '')).status).toBe(200);
  const ended = await readOrderAs(market, buyer, id);
  expect(ended.history.slice(-2)).toMatchObject([
    { by: 'operator', note: 'We retried the refund of $5.00.' },
    { status: 'refunded', by: 'stripe' },
  ]);

  // Orders that such a refund left where they were, before it ended them.
  const goingOn = (status: string) => rows('update orders set status = $2 where id = $1', [id, status]);
  await goingOn('paid');
  const off = await market.request('POST', `/api/orders/${id}/cancel`, { as: seller, body: {} });
  await goingOn('disputed');
  const decision = { decision: 'refund', reason: 'It was bent.' };
  const decided = await market.request('POST', `/api/admin/orders/${id}/decision`, { as: admin, body: decision });
  for (const { status, body } of [off, decided]) expect([status, body.code]).toEqual([409, 'wrong_state']);
  await goingOn('refunded');
});
