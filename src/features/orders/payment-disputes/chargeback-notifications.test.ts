import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { reconcileOrders } from '../lifecycle/reconcile-orders.server.ts';
import { clearAttention } from '../problems/clear-attention.server.ts';
import {
  auditOrders,
  bankDoes,
  buyPlaced,
  makePremium,
  passTime,
  pay,
  purchaseOf,
  putUpForSale,
  readOrderAs,
  setFaults,
} from '../testing.ts';
import { followFraudWarning } from './follow-fraud-warning.server.ts';
import { handleBankEvent } from './handle-bank-event.server.ts';
import { syncChargebacks } from './sync-chargebacks.server.ts';

/** Events about chargebacks that are lost, late, in the wrong order, or about payments that are not ours. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('news_sells'), market.signUp('news_buys')]);
  await makePremium(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const read = (id: string) => readOrderAs(market, buyer, id);
const jobsLeft = () =>
  rows("select task_identifier from graphile_worker.jobs where task_identifier like 'orders.%' and attempts > 0");

async function placed() {
  return buyPlaced(market, buyer, await putUpForSale(market, seller));
}
async function paidOrder(): Promise<string> {
  const { order, checkoutUrl } = await placed();
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
}

test('lost events are recovered by the comparison with Stripe’s list', async () => {
  const id = await paidOrder();
  await setFaults(market, { dropWebhooks: true });
  const dispute = await bankDoes(market, 'disputes', { orderId: id });
  await passTime(market);
  expect((await read(id)).chargeback).toBeNull();
  const compare = async () => {
    await rows("select graphile_worker.add_job('stripe.reconcile')");
    await market.runJobs();
  };
  await compare();
  expect((await read(id)).chargeback).toMatchObject({ state: 'open' });
  await bankDoes(market, `disputes/${dispute.id}/decide`, { outcome: 'won' });
  await compare();
  expect(await read(id)).toMatchObject({ status: 'paid', chargeback: { state: 'won' } });
  expect(await rows("select distinct via from stripe_event where type like 'charge.dispute.%'")).toEqual([
    { via: 'reconcile' },
  ]);
});

test('what a bank decided after Stripe’s list of events has forgotten it is found by the daily look', async () => {
  const id = await paidOrder();
  const { id: dispute } = await bankDoes(market, 'disputes', { orderId: id });
  await passTime(market);
  await market.platform.payments.stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'By hand.' } });
  await passTime(market);
  await setFaults(market, { dropWebhooks: true });
  await bankDoes(market, `disputes/${dispute}/decide`, { outcome: 'lost' });
  await passTime(market, dayMs - 1);
  await reconcileOrders(market.platform);
  await market.runJobs();
  expect(await read(id)).toMatchObject({ status: 'paid', chargeback: { state: 'open' } });
  await passTime(market, dayMs);
  await reconcileOrders(market.platform);
  await market.runJobs();
  expect(await read(id)).toMatchObject({ status: 'refunded', chargeback: { state: 'lost' } });
});

test('chargeback events that overtake those of the payment find the order paid', async () => {
  const { order, checkoutUrl } = await placed();
  await setFaults(market, { dropWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect((await read(order.id)).status).toBe('pending_payment');
  await setFaults(market, null);
  await bankDoes(market, 'disputes', { orderId: order.id });
  await passTime(market);
  expect(await read(order.id)).toMatchObject({ status: 'paid', chargeback: { state: 'open' } });
});

test('an answer of Stripe’s that was requested before a newer one and arrives after it changes nothing', async () => {
  const id = await paidOrder();
  const { id: dispute } = await bankDoes(market, 'disputes', { orderId: id });
  await passTime(market);
  const { payments } = market.platform;
  /** Stripe's answer of now, which is on its way while the bank decides and the order follows. */
  const list = async (params: Stripe.DisputeListParams) => {
    const early = await payments.stripe.disputes.list(params);
    await bankDoes(market, `disputes/${dispute}/decide`, { outcome: 'lost' });
    await passTime(market);
    expect((await read(id)).status).toBe('refunded');
    return early;
  };
  const slow = { ...market.platform, payments: { ...payments, stripe: { disputes: { list } } } } as unknown as Platform;
  await syncChargebacks(slow, await purchaseOf(market, id));
  expect(await read(id)).toMatchObject({
    status: 'refunded',
    chargeback: { state: 'lost' },
    refunded: { amount: 1_299 },
  });
});

test('a warning that is over stays over, whatever events arrive late', async () => {
  const id = await paidOrder();
  const early = { id: 'issfr_late', fraud_type: 'misc', created: 1_700_000_000 };
  await followFraudWarning(market.platform, await purchaseOf(market, id), { ...early, actionable: false });
  await followFraudWarning(market.platform, await purchaseOf(market, id), { ...early, actionable: true });
  const stored =
    'select attention, is_actionable from orders o join fraud_warning w on w.purchase_id = o.purchase_id where o.id = $1';
  expect(await rows(stored, [id])).toEqual([{ attention: null, is_actionable: false }]);
});

test('a chargeback of a completed sale stays flagged for an admin when the earlier warning is over', async () => {
  const id = await paidOrder();
  const act = async (as: TestMember, verb: string, body = {}) =>
    expect((await market.request('POST', `/api/orders/${id}/${verb}`, { as, body })).status).toBe(200);
  await act(seller, 'ship', { carrier: 'DHL', trackingNumber: 'JD0146' });
  await act(buyer, 'deliver');
  await passTime(market, 4 * dayMs);
  const { id: warning } = await bankDoes(market, 'fraud-warnings', { orderId: id });
  await passTime(market);
  const stored = async () =>
    (
      await rows(
        'select status, attention, is_actionable from orders o join fraud_warning w on w.purchase_id = o.purchase_id where o.id = $1',
        [id],
      )
    )[0];
  expect(await stored()).toMatchObject({
    status: 'completed',
    attention: 'fraud_warning',
    is_actionable: true,
  });
  await setFaults(market, { dropWebhooks: true });
  const { id: dispute } = await bankDoes(market, 'disputes', { orderId: id });
  await bankDoes(market, `disputes/${dispute}/decide`, { outcome: 'lost' });
  const attention = 'The buyer’s bank took $12.99 back in a payment dispute. The sale was completed before that.';
  // Reading Stripe finds the chargeback, which an admin's clearing of the warning must not clear.
  await expect(
    clearAttention(market.platform, { orderId: id, by: seller.id, reason: 'Both are known.' }),
  ).rejects.toMatchObject({
    status: 409,
    message: `Stripe shows something new. ${attention} Check it before you resume the order.`,
  });
  await handleBankEvent(market.platform, 'radar.early_fraud_warning.updated', warning);
  expect(await stored()).toEqual({ status: 'completed', attention: 'bank_took_late', is_actionable: false });
});

test('what is not about a payment of ours ends quietly', async () => {
  const others = [
    ['pi_nobody', {}],
    ['pi_elsewhere', { orderId: '01981111-1111-7111-8111-111111111111' }],
  ] as const;
  const received = async () =>
    (
      await rows(
        "select 1 from stripe_event where type in ('charge.dispute.created', 'radar.early_fraud_warning.created')",
      )
    ).length;
  const before = await received();
  for (const [id, metadata] of others) {
    const charge = {
      id: `ch_${id}`,
      object: 'charge',
      created: 1,
      paid: true,
      amount_captured: 400,
      currency: 'usd',
      payment_intent: id,
      metadata,
    };
    const intent = {
      id,
      object: 'payment_intent',
      created: 1,
      status: 'succeeded',
      amount_received: 400,
      latest_charge: charge.id,
      metadata,
    };
    await rows(
      "insert into sandbox_stripe_object (id, object, created, data) select o ->> 'id', o ->> 'object', 1, o from jsonb_array_elements($1) o",
      [JSON.stringify([charge, intent])],
    );
    await bankDoes(market, 'fraud-warnings', { paymentIntent: id });
    await bankDoes(market, 'disputes', { paymentIntent: id });
  }
  await passTime(market);
  expect((await received()) - before).toBe(4);
  expect([await rows('select id from chargeback where amount = 400'), await jobsLeft()]).toEqual([[], []]);
  const gone = others.map(([id]) => id);
  await rows(
    "delete from sandbox_stripe_object where object <> 'event' and (id = any($1) or data ->> 'payment_intent' = any($1))",
    [gone],
  );
});
