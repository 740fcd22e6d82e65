import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { reconcileStripe } from '#platform/payments/reconcile.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { auditOrders, buyPlaced, passTime, pay, putUpForSale, readOrderAs, setFaults } from '../testing.ts';
import { handlesStripe } from './handle-stripe-event.server.ts';
import { type Subscription, subscribe } from './webhooks.testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let rows: Subscription['rows'];
let send: Subscription['send'];
let silentPurchase: Subscription['silentPurchase'];

beforeAll(async () => {
  ({ market, seller, buyer, rows, send, silentPurchase } = await subscribe());
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

test('[AP-07] each event counts once, however many times it is delivered at the same moment', async () => {
  const listingId = await putUpForSale(market, seller);
  await setFaults(market, { dropWebhooks: true });
  const { orderId, events } = await silentPurchase(listingId);
  expect(events).toHaveLength(6);
  const many = events.flatMap((event, index) => Array.from({ length: 1 + ((index * 7) % 20) }, () => event));
  expect(new Set(await Promise.all(many.map((event) => send(event))))).toEqual(new Set([200]));
  await passTime(market);
  expect((await readOrderAs(market, seller, orderId)).history.map((entry) => entry.status)).toEqual([
    'pending_payment',
    'paid',
  ]);
  expect(await rows('select last_error from graphile_worker.jobs where last_error is not null')).toEqual([]);
  expect(
    await rows('select count(*)::int as n from stripe_event where id = any ($1)', [
      events.map((event) => JSON.parse(event).id),
    ]),
  ).toEqual([{ n: 6 }]);
});

test('[AP-07] 200 of the 720 orders in which six events can arrive all end as Stripe says', {
  timeout: 300_000,
}, async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 200 });
  await setFaults(market, { dropWebhooks: true });
  const orderIds: string[] = [];
  for (let i = 0; i < 200; i++) {
    const { orderId, events } = await silentPurchase(listingId);
    orderIds.push(orderId);
    // The 720 permutations numbered; 200 spread over them.
    const statuses: number[] = [];
    for (const event of permutation(events, (i * 719) % 720)) statuses.push(await send(event));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    // A buyer may wait for five payments at most, and on a busy machine the jobs lag behind.
    if (i % 4 === 3) await passTime(market);
  }
  await passTime(market);
  expect(await rows('select distinct status from orders where id = any ($1)', [orderIds])).toEqual([
    { status: 'paid' },
  ]);
  expect(await rows('select status, quantity_sold from listing where id = $1', [listingId])).toEqual([
    { status: 'sold', quantity_sold: 200 },
  ]);
});

test('whichever of the events are lost, the next comparison makes it good and says so', {
  timeout: 300_000,
}, async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 64 });
  await setFaults(market, { dropWebhooks: true });
  const orderIds: string[] = [];
  for (let lost = 0; lost < 64; lost++) {
    const { orderId, events } = await silentPurchase(listingId);
    orderIds.push(orderId);
    for (const [index, event] of events.entries()) if (!(lost & (1 << index))) await send(event);
    if (lost % 5 === 4) await passTime(market);
    if (
      (
        await rows("select count(*)::int as n from orders where buyer_id = $1 and status = 'pending_payment'", [
          buyer.id,
        ])
      )[0].n >= 5
    ) {
      expect(await reconcileStripe(market.platform, handlesStripe.types)).toBeGreaterThan(0);
      await passTime(market);
    }
  }
  await passTime(market, 10 * minuteMs);
  await reconcileStripe(market.platform, handlesStripe.types);
  await passTime(market);
  expect(await rows('select distinct status from orders where id = any ($1)', [orderIds])).toEqual([
    { status: 'paid' },
  ]);
  expect(await reconcileStripe(market.platform, handlesStripe.types)).toBe(0);
});

test('a webhook that is faster than the answer of our own call ends the same', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await rows(
    'update purchase set session_id = null, session_url = null where id = (select purchase_id from orders where id = $1)',
    [order.id],
  );
  await pay(checkoutUrl);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('paid');
});

test('webhooks doubled and in a random order end in the right state', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 5 });
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  const placed = [];
  for (let i = 0; i < 5; i++) placed.push(await buyPlaced(market, buyer, listingId));
  await Promise.all(placed.map(({ checkoutUrl }) => pay(checkoutUrl)));
  await passTime(market);
  for (const { order } of placed)
    expect((await readOrderAs(market, seller, order.id)).history.map((entry) => entry.status)).toEqual([
      'pending_payment',
      'paid',
    ]);
});

/** The n-th of the permutations of these. */
function permutation<T>(items: readonly T[], n: number): T[] {
  const left = [...items];
  const result: T[] = [];
  for (let size = left.length, rest = n; size > 0; size--) {
    result.push(...left.splice(rest % size, 1));
    rest = Math.floor(rest / size);
  }
  return result;
}
