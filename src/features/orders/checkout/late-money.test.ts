import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addMs, minuteMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import {
  auditOrders,
  buy,
  buyPlaced,
  passTime,
  pay,
  purchaseOf,
  putUpForSale,
  readOrderAs,
  setFaults,
} from '../testing.ts';
import { freePurchase } from './free-purchase.server.ts';
import { type Subscription, subscribe } from './webhooks.testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;
let rows: Subscription['rows'];

beforeAll(async () => {
  ({ market, seller, buyer, other, rows } = await subscribe());
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

/** Stripe does not answer while the buyer calls the order off, so its page stays open and is paid later. */
async function canceledWithOpenPage(listingId: string) {
  const placed = await buyPlaced(market, buyer, listingId);
  // As if Stripe had reported the page as closed by mistake: otherwise the app closes it.
  await freePurchase(market.platform, await purchaseOf(market, placed.order.id), 'cancel', { by: 'buyer' });
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
  return placed;
}

test('[ST-15] money that lands late is used while the copy is still free', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).history.map((entry) => entry.status)).toEqual([
    'pending_payment',
    'canceled',
    'paid',
  ]);
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'sold' }]);
});

test('money that lands late goes back where the seller describes the copy otherwise by then', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  expect(
    (await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body: { condition: 'poor' } })).status,
  ).toBe(200);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({
    status: 'canceled',
    refunded: order.totals.total,
  });
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
});

test('an order for an accepted offer costs exactly its price, also when the payment arrives late and the listing costs more', async () => {
  const shipping = [{ name: 'Letter', price: { amount: 250, currency: 'USD' as const }, tracked: false }];
  const listingId = await putUpForSale(market, seller, { price: 1_299, shipping });
  const offer = await market.request('POST', `/api/listings/${listingId}/offers`, {
    as: buyer,
    body: { amount: { amount: 1_050, currency: 'USD' } },
  });
  const offerId: string = offer.body.id;
  expect((await market.request('POST', `/api/offers/${offerId}/accept`, { as: seller })).status).toBe(200);
  const { status, body } = await market.request('POST', '/api/orders', { as: buyer, body: { offerId } });
  expect([status, body.order]).toMatchObject([
    201,
    {
      items: [{ price: { amount: 1_050 }, snapshot: { price: { amount: 1_299 } } }],
      totals: { items: { amount: 1_050 }, shipping: { amount: 250 }, total: { amount: 1_300, currency: 'USD' } },
    },
  ]);
  const orderId: string = body.order.id;
  expect(
    await rows(
      'select total_amount as amount from purchase where id = (select purchase_id from orders where id = $1)',
      [orderId],
    ),
  ).toEqual([{ amount: 1_300 }]);
  expect(
    await rows(
      "select data ->> 'amount_total' as asked from sandbox_stripe_object where data ->> 'client_reference_id' = $1",
      [body.purchaseId],
    ),
  ).toEqual([{ asked: '1300' }]);
  // The order is canceled while its page stays open, and the offer's time runs out: the copy is free again.
  await freePurchase(market.platform, await purchaseOf(market, orderId), 'cancel', { by: 'buyer' });
  await rows('update offer set pay_by = $2 where id = $1', [offerId, addMs(market.clock.now(), -11 * minuteMs)]);
  await rows("select graphile_worker.add_job('offers.reconcile')");
  await market.runJobs();
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
  const dearer = { price: { amount: 1_500, currency: 'USD' } };
  expect((await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body: dearer })).status).toBe(200);
  expect((await pay(body.checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await readOrderAs(market, buyer, orderId)).toMatchObject({
    status: 'paid',
    totals: { total: { amount: 1_300 } },
    refunded: null,
  });
  expect(
    await rows('select captured_amount from purchase where id = (select purchase_id from orders where id = $1)', [
      orderId,
    ]),
  ).toEqual([{ captured_amount: 1_300 }]);
});

test('no browser can name an agreed price', async () => {
  const listingId = await putUpForSale(market, seller);
  expect((await buy(market, buyer, listingId, { agreedPrice: { amount: 50, currency: 'USD' } })).status).toBe(422);
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'active', quantity_held: 0 },
  ]);
});

test('[ST-15] money that lands late for a copy that is gone goes back, exactly once', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  const second = await buyPlaced(market, other, listingId);
  await setFaults(market, { duplicateWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await pay(second.checkoutUrl);
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'canceled', refunded: { amount: 1_299 } });
  expect((await readOrderAs(market, other, second.order.id)).status).toBe('paid');
  const { rows: refunds } = await market.platform.pool.query('select state, cause from refund where order_id = $1', [
    order.id,
  ]);
  expect(refunds).toEqual([{ state: 'done', cause: 'late_payment' }]);
});
