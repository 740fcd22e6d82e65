import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { restoreMember, suspendMember } from '#features/auth/index.server.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { auditOrders, buy, buyPlaced, passTime, pay, putUpForSale, readOrderAs, setFaults } from '../testing.ts';
import { endUnpaidOfSuspended } from './follow-suspension.server.ts';

let market: TestMarket;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp('ben_buys');
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const suspend = ({ id }: TestMember) =>
  suspendMember(market.platform, { userId: id, by: 'command line', reason: 'A test.' });
const restore = ({ id }: TestMember) => restoreMember(market.platform, { userId: id, by: 'command line' });
const listingRow = async (id: string) =>
  (await rows('select status, quantity_held from listing where id = $1', [id]))[0];
const sessionOf = async (orderId: string) => {
  const [row] = await rows(
    'select session_id from purchase where id = (select purchase_id from orders where id = $1)',
    [orderId],
  );
  return market.platform.payments.stripe.checkout.sessions.retrieve(row.session_id);
};

test('[RO-05] [ST-15] a suspension ends what its buyers hold and have not paid: the page closes, the copy is free, the buyer is notified', async () => {
  const seller = await market.signUp();
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await suspend(seller);
  await passTime(market);
  expect((await sessionOf(order.id)).status).toBe('expired');
  expect((await pay(checkoutUrl)).status).toBe(410);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({
    status: 'canceled',
    cancelReason: 'Seller unavailable',
    buyerRead: false,
    paidAt: null,
  });
  const notified = await rows(
    "select topics from outbox_event where kind = 'order.changed' and subject = $1 order by id desc limit 1",
    [order.id],
  );
  expect(notified[0]?.topics).toContain(`user:${buyer.id}`);
  expect(await listingRow(listingId)).toEqual({ status: 'paused', quantity_held: 0 });
  await restore(seller);
  await passTime(market);
  expect(await listingRow(listingId)).toEqual({ status: 'active', quantity_held: 0 });
});

test('a suspended buyer can’t pay any more: the page closes, and the copy is free', async () => {
  const [seller, suspended] = [await market.signUp(), await market.signUp()];
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, suspended, listingId);
  await suspend(suspended);
  await passTime(market);
  expect((await pay(checkoutUrl)).status).toBe(410);
  const [ended] = await rows('select status, cancel_reason from orders where id = $1', [order.id]);
  expect(ended.status).toBe('canceled');
  expect(await listingRow(listingId)).toEqual({ status: 'active', quantity_held: 0 });
});

test('[RO-05] [ST-15] money that lands after the suspension ended the hold is refunded once, however many events arrive', async () => {
  const seller = await market.signUp();
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  // The state before Stripe's answer to our request for the page arrives: there is no page to close yet.
  await rows(
    'update purchase set session_id = null, session_url = null where id = (select purchase_id from orders where id = $1)',
    [order.id],
  );
  const underWay = vi
    .spyOn(market.platform.payments.stripe.checkout.sessions, 'create')
    .mockRejectedValue(new Error('There is another request.'));
  await suspend(seller);
  await market.runJobs();
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('canceled');
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  underWay.mockRestore();
  await passTime(market, minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('canceled');
  expect(await rows('select cause, state, amount::int from refund where order_id = $1', [order.id])).toEqual([
    { cause: 'late_payment', state: 'done', amount: order.totals.total.amount },
  ]);
  const mails = (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(buyer.email)}`)).body as {
    text: string;
  }[];
  expect(mails.filter((mail) => mail.text.includes(order.id))).toHaveLength(1);
});

test('[RO-05] while Stripe is unavailable the job is retried, and a payment that was faster wins', async () => {
  const seller = await market.signUp();
  const [slow, fast] = [await putUpForSale(market, seller), await putUpForSale(market, seller)];
  const [waits, pays] = [await buyPlaced(market, buyer, slow), await buyPlaced(market, buyer, fast)];
  await setFaults(market, { dropWebhooks: true });
  expect((await pay(pays.checkoutUrl)).status).toBe(200);
  await setFaults(market, { down: true });
  await suspend(seller);
  await market.runJobs();
  expect((await readOrderAs(market, buyer, waits.order.id)).status).toBe('pending_payment');
  await setFaults(market, null);
  await passTime(market, 5 * 60_000);
  expect((await readOrderAs(market, buyer, waits.order.id)).status).toBe('canceled');
  expect((await readOrderAs(market, buyer, pays.order.id)).paidAt).not.toBeNull();
});

test('[ST-15] an event about a page that was closed early does not overtake the cancellation: the order shows the reason of the cancellation, not the timeout', async () => {
  const seller = await market.signUp();
  const { order } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  const { id } = await sessionOf(order.id);
  // The first step of a cancellation; its second step comes after the webhook.
  await market.platform.payments.stripe.checkout.sessions.expire(id);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('pending_payment');
  await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer, body: { reason: 'Too dear' } });
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'canceled', cancelReason: 'Too dear' });
});

test('[RO-05] a suspension that was lifted before its job ran ends nothing', async () => {
  const seller = await market.signUp();
  const { order } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  // The job as it runs when the restoring was faster.
  await endUnpaidOfSuspended(market.platform, seller.id);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('pending_payment');
  expect((await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer, body: {} })).status).toBe(200);
});

test('[RO-05] buyers and a suspension that meet leave no hold behind', { timeout: 60_000 }, async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => market.signUp()));
  for (let round = 0; round < 4; round++) {
    const seller = await market.signUp();
    const listingId = await putUpForSale(market, seller, { quantity: 6 });
    await Promise.all([...buyers.map((one) => buy(market, one, listingId)), suspend(seller)]);
    await passTime(market);
    expect(await listingRow(listingId)).toMatchObject({ quantity_held: 0 });
    expect(
      await rows("select id from orders where seller_id = $1 and status = 'pending_payment'", [seller.id]),
    ).toEqual([]);
  }
});
