import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { endPurchase } from '../checkout/end-purchase.server.ts';
import { freePurchase } from '../checkout/free-purchase.server.ts';
import { handlesStripe } from '../checkout/handle-stripe-event.server.ts';
import { tickOrder } from '../fulfil/tick-order.server.ts';
import { reconcileOrders } from '../lifecycle/reconcile-orders.server.ts';
import { sendRefundJob } from '../model/order.jobs.ts';
import { orderTimes } from '../model/order.times.ts';
import {
  auditOrders,
  buyPlaced,
  makePremium,
  passTime,
  pay,
  purchaseOf,
  putUpForSale,
  readOrderAs,
  setFaults,
} from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
  await makePremium(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const status = async (orderId: string) => (await rows('select status from orders where id = $1', [orderId]))[0]?.status;
/** As when the queue is emptied, or a backup restores it in an older state than the orders. */
const loseAllJobs = async () => {
  await rows('delete from job_timer');
  await rows('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs');
};
const paidOrder = async (): Promise<string> => {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller, { price: 1_500 }));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
};
const refundPart = async (orderId: string) =>
  expect(
    (await market.request('POST', `/api/orders/${orderId}/refund`, { as: seller, body: { amount: 500 } })).status,
  ).toBe(200);
const sendAgain = async (orderId: string) => {
  const [pending] = await rows('select id from refund where order_id = $1', [orderId]);
  await write(market.platform, async (tx) => tx.enqueue(sendRefundJob, { refundId: pending.id }));
  await market.runJobs();
};
const atStripe = async (orderId: string) =>
  (
    await rows(
      "select count(*)::int as n from sandbox_stripe_object where object = 'refund' and data #>> '{metadata,orderId}' = $1",
      [orderId],
    )
  )[0].n;

test('a hold whose end comes too early continues, and its job is retried', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await passTime(market, orderTimes.holdMs - minuteMs);
  await expect(endPurchase(market.platform, await purchaseOf(market, order.id))).rejects.toThrow('has not ended yet');
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'reserved', quantity_held: 1 },
  ]);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await status(order.id)).toBe('paid');
});

test('a hold and a refund whose jobs and webhooks are lost are taken up by the comparison', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order } = await buyPlaced(market, buyer, listingId);
  const refunded = await paidOrder();
  await setFaults(market, { down: true });
  await refundPart(refunded);
  await market.runJobs();
  await loseAllJobs();
  // Stripe's own word that the page has ended is lost as well.
  await setFaults(market, { down: false, dropWebhooks: true });
  await passTime(market, orderTimes.holdMs + 9 * minuteMs);
  await reconcileOrders(market.platform);
  await market.runJobs();
  // Whose job may still be on its way is left alone.
  expect(await status(order.id)).toBe('pending_payment');
  await passTime(market, 2 * minuteMs);
  expect(await status(order.id)).toBe('pending_payment');
  await reconcileOrders(market.platform);
  await market.runJobs();
  expect(await status(order.id)).toBe('canceled');
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'active', quantity_held: 0 },
  ]);
  expect(await rows('select state from refund where order_id = $1', [refunded])).toEqual([{ state: 'done' }]);
});

test.each([
  ['at once', 0],
  ['after Stripe has forgotten its key', 25 * hourMs],
])('a refund that Stripe made and nobody booked is sent again %s and made once', async (_when, laterMs) => {
  const orderId = await paidOrder();
  // The process dies between Stripe's answer and ours.
  await rows("alter table refund add constraint no_booking check (state <> 'done') not valid");
  await refundPart(orderId);
  await market.runJobs();
  expect(await atStripe(orderId)).toBe(1);
  await loseAllJobs();
  await rows('alter table refund drop constraint no_booking');
  if (laterMs > 0) await passTime(market, laterMs);
  await sendAgain(orderId);
  expect(await atStripe(orderId)).toBe(1);
  expect(await rows('select state, amount from refund where order_id = $1', [orderId])).toEqual([
    { state: 'done', amount: 500 },
  ]);
});

test('a refund that failed at Stripe gives nothing back in our books', async () => {
  const orderId = await paidOrder();
  await setFaults(market, { dropWebhooks: true });
  const [paid] = await rows(
    'select payment_intent_id from purchase where id = (select purchase_id from orders where id = $1)',
    [orderId],
  );
  const made = await market.platform.payments.stripe.refunds.create({
    payment_intent: paid.payment_intent_id,
    amount: 400,
  });
  const was = await rows(
    `update sandbox_stripe_object set data = jsonb_set(data, '{status}', '"failed"') where id = $1 returning data`,
    [made.id],
  );
  expect(was).toHaveLength(1);
  await handlesStripe.handle(market.platform, {
    type: 'charge.refunded',
    objectId: null,
    account: null,
    orderId,
    purchaseId: await purchaseOf(market, orderId),
    customerId: null,
  });
  expect(await rows("select 1 from refund where order_id = $1 and state = 'done'", [orderId])).toEqual([]);
  expect(
    await rows("select 1 from ledger_entry where order_id = $1 and transaction_id like 'refund:%'", [orderId]),
  ).toEqual([]);
  expect((await readOrderAs(market, buyer, orderId)).refunded).toBeNull();
  await rows('delete from sandbox_stripe_object where id = $1', [made.id]);
});

test('a refund with repeated events is booked once, and one that the bank sent back stays failed, whatever events arrive late', async () => {
  const orderId = await paidOrder();
  await refundPart(orderId);
  await market.runJobs();
  await setFaults(market, { dropWebhooks: true });
  const [made] = await rows('select stripe_refund_id as id, state from refund where order_id = $1', [orderId]);
  expect(made.state).toBe('done');
  const receive = async (said: string) => {
    await rows(
      `update sandbox_stripe_object set data = jsonb_set(data, '{status}', to_jsonb($2::text)) where id = $1`,
      [made.id, said],
    );
    await handlesStripe.handle(market.platform, {
      type: 'charge.refunded',
      objectId: null,
      account: null,
      orderId,
      purchaseId: await purchaseOf(market, orderId),
      customerId: null,
    });
    const [order] = await rows(
      'select (select count(*)::int from order_history where order_id = $1) as told, state from refund where order_id = $1',
      [orderId],
    );
    return order;
  };
  const given = () =>
    rows(
      "select amount from ledger_entry where order_id = $1 and account = 'stripe' and transaction_id like 'refund:%'",
      [orderId],
    );
  await receive('succeeded');
  await receive('succeeded');
  expect(await given()).toEqual([{ amount: -500 }]);
  const failed = await receive('failed');
  expect(failed.state).toBe('failed');
  expect(await receive('failed')).toEqual(failed);
  expect(await receive('succeeded')).toEqual(failed);
  expect(await receive('failed')).toEqual(failed);
});

test('a timer of a state that the order has left does nothing, and so does one of an order that waits for an admin', async () => {
  const orderId = await paidOrder();
  await market.request('POST', `/api/orders/${orderId}/ship`, { as: seller, body: { carrier: 'DHL' } });
  await expect(tickOrder(market.platform, orderId, 'paid')).resolves.toBeUndefined();
  await expect(tickOrder(market.platform, orderId, 'delivered')).resolves.toBeUndefined();
  await expect(tickOrder(market.platform, orderId, 'shipped')).resolves.toBeUndefined();
  expect(await status(orderId)).toBe('shipped');
  expect(
    await freePurchase(market.platform, await purchaseOf(market, orderId), 'expire', { by: 'timer' }),
  ).toMatchObject({
    status: 'paid',
  });
  expect(await status(orderId)).toBe('shipped');
  await rows("update orders set attention = 'A person looks at it.' where id = $1", [orderId]);
  await passTime(market, orderTimes.assumeDeliveredMs + dayMs);
  await tickOrder(market.platform, orderId, 'shipped');
  expect(await status(orderId)).toBe('shipped');
  await rows('update orders set attention = null where id = $1', [orderId]);
  await tickOrder(market.platform, orderId, 'shipped');
  expect(await status(orderId)).toBe('delivered');
});

test('a listing is not taken down while a buyer is paying for a copy of it', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 2 });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  const remove = () => market.request('DELETE', `/api/listings/${listingId}`, { as: seller });
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'frozen' } });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await status(order.id)).toBe('paid');
  expect((await remove()).status).toBe(204);
});
