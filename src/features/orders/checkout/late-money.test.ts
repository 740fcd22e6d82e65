import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { placeOrder } from '../place/place-order.server.ts';
import { auditOrders, buy, buyPlaced, passTime, pay, putUpForSale, readOrderAs, setFaults } from '../testing.ts';
import { freeUnpaidOrder } from './free-unpaid-order.server.ts';
import { type Hearing, startHearing } from './webhooks.testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;
let rows: Hearing['rows'];

beforeAll(async () => {
  ({ market, seller, buyer, other, rows } = await startHearing());
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
  // As if Stripe had said wrongly that the page is closed: else the market closes it.
  await freeUnpaidOrder(market.platform, placed.order.id, 'cancel', { by: 'buyer' });
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
  return placed;
}

test('[ST-15] [RC-5] money that lands late is used while the copy is still free', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).history.map((entry) => entry.status)).toEqual(['pending_payment', 'canceled', 'paid']);
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'sold' }]);
});

test('[A-08] money that lands late goes back where the seller describes the copy otherwise by then', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  expect((await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body: { condition: 'poor' } })).status).toBe(200);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'canceled', refunded: order.totals.total });
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
});

test('[A-02] an order for an agreed price asks exactly that, whatever the listing asks, and keeps it when its money lands late', async () => {
  const shipping = [{ name: 'Letter', price: { amount: 250, currency: 'USD' as const }, tracked: false }];
  const agreedPrice = { amount: 1_050, currency: 'USD' as const };
  const listingId = await putUpForSale(market, seller, { price: 1_299, shipping });
  const { order, checkoutUrl } = await placeOrder(market.platform, actorOf(buyer), { listingId, quantity: 1 }, { agreedPrice });
  expect(order).toMatchObject({
    items: [{ price: { amount: 1_050 }, snapshot: { price: { amount: 1_299 } } }],
    totals: { items: { amount: 1_050 }, shipping: { amount: 250 }, total: { amount: 1_300, currency: 'USD' } },
  });
  expect(await rows('select amount from payment where order_id = $1', [order.id])).toEqual([{ amount: 1_300 }]);
  expect(
    await rows("select data ->> 'amount_total' as asked from sandbox_stripe_object where data ->> 'client_reference_id' = $1", [order.id]),
  ).toEqual([{ asked: '1300' }]);
  await setFaults(market, { dropWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await setFaults(market, { down: true });
  expect((await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer })).body.status).toBe('canceled');
  const dearer = { price: { amount: 1_500, currency: 'USD' } };
  expect((await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body: dearer })).status).toBe(200);
  await setFaults(market, null);
  await passTime(market, minuteMs);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'paid', totals: { total: { amount: 1_300 } }, refunded: null });
  expect(await rows('select captured_amount from payment where order_id = $1', [order.id])).toEqual([{ captured_amount: 1_300 }]);
});

test('[A-02] an agreed price that no card can carry holds nothing, and no browser can name one', async () => {
  const listingId = await putUpForSale(market, seller);
  const placing = placeOrder(market.platform, actorOf(buyer), { listingId, quantity: 1 }, { agreedPrice: { amount: 49, currency: 'USD' } });
  await expect(placing).rejects.toMatchObject({ status: 409, code: 'amount_not_payable' });
  expect((await buy(market, buyer, listingId, { agreedPrice: { amount: 50, currency: 'USD' } })).status).toBe(422);
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([{ status: 'active', quantity_held: 0 }]);
});

test('[ST-15] [RC-5] money that lands late for a copy that is gone goes back, exactly once', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  const second = await buyPlaced(market, other, listingId);
  await setFaults(market, { duplicateWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await pay(second.checkoutUrl);
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'canceled', refunded: { amount: 1_299 } });
  expect((await readOrderAs(market, other, second.order.id)).status).toBe('paid');
  const { rows: refunds } = await market.platform.pool.query('select state, cause from refund where order_id = $1', [order.id]);
  expect(refunds).toEqual([{ state: 'done', cause: 'late_payment' }]);
});
