import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import {
  auditOrders,
  buy,
  buyPlaced,
  makePremium,
  passTime,
  pay,
  purchaseOf,
  putUpForSale,
  readOrderAs,
  setFaults,
  signInAgain,
} from '../testing.ts';
import { endPurchase } from './end-purchase.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp();
  buyer = await market.signUp();
  await makePremium(market, seller);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => market.close());

/** Makes Stripe report the page as completed, in this way; it can't be closed any more. */
function completed(how: (session: Stripe.Checkout.Session) => Partial<Stripe.Checkout.Session>) {
  const { sessions } = market.platform.payments.stripe.checkout;
  const retrieve = sessions.retrieve.bind(sessions);
  vi.spyOn(sessions, 'expire').mockRejectedValue(new Error('Only open sessions can be expired.'));
  vi.spyOn(sessions, 'retrieve').mockImplementation((async (id: string, ...rest: unknown[]) => {
    const session = (await (retrieve as (...all: unknown[]) => Promise<Stripe.Checkout.Session>)(
      id,
      ...rest,
    )) as Stripe.Checkout.Session;
    return { ...session, status: 'complete', ...how(session) };
  }) as typeof sessions.retrieve);
}
const statusOf = async (listingId: string) =>
  (await market.request('GET', `/api/listings/${listingId}`, { as: seller })).body.status;

test.each([
  ['the money is not there', () => ({ payment_status: 'unpaid' as const })],
  ['the money does not fit', () => ({ payment_status: 'paid' as const, amount_total: 1 })],
])('a page that was completed while %s: the buyer cannot call off, and the hold ends by itself all the same', async (_what, how) => {
  const listingId = await putUpForSale(market, seller);
  const { order } = await buyPlaced(market, buyer, listingId);
  completed(how);
  const answer = await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer, body: {} });
  expect([answer.status, answer.body.code]).toEqual([409, 'payment_under_way']);
  expect(answer.body.message).toContain('while your payment is processing');
  expect([(await readOrderAs(market, buyer, order.id)).status, await statusOf(listingId)]).toEqual([
    'pending_payment',
    'reserved',
  ]);

  // While the page itself could live, the hold waits for the money.
  await market.platform.pool.query(
    "update purchase set hold_expires_at = hold_expires_at - interval '1 hour' where id = (select purchase_id from orders where id = $1)",
    [order.id],
  );
  await expect(endPurchase(market.platform, await purchaseOf(market, order.id))).rejects.toThrow(
    'could not be closed yet',
  );
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('pending_payment');
  await passTime(market, 50 * minuteMs);
  await endPurchase(market.platform, await purchaseOf(market, order.id));
  expect([(await readOrderAs(market, buyer, order.id)).status, await statusOf(listingId)]).toEqual([
    'canceled',
    'active',
  ]);
});

test('a page that was completed and paid is paid, whatever the buyer wanted', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await pay(checkoutUrl);
  const answer = await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer, body: {} });
  expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
  expect([(await readOrderAs(market, buyer, order.id)).status, await statusOf(listingId)]).toEqual(['paid', 'sold']);
});

const newestOrder = async (listingId: string) =>
  (
    await market.platform.pool.query(
      'select order_id as id from order_item where listing_id = $1 order by order_id desc limit 1',
      [listingId],
    )
  ).rows[0]?.id;

/** Delays the call that opens an order's page, before Stripe receives it or before the app receives its answer. */
function holdOpening(side: 'before Stripe hears' | 'before we hear') {
  const { sessions } = market.platform.payments.stripe.checkout;
  const create = sessions.create.bind(sessions);
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  /** Other calls with this key are answered as Stripe answers while the first is under way. */
  const inUse = { key: '' };
  vi.spyOn(sessions, 'create').mockImplementation((async (
    params: Stripe.Checkout.SessionCreateParams,
    options: Stripe.RequestOptions,
  ) => {
    if (options.idempotencyKey === inUse.key) throw new Error('There is another request with this key.');
    return create(params, options);
  }) as typeof create);
  vi.mocked(sessions.create).mockImplementationOnce((async (
    params: Stripe.Checkout.SessionCreateParams,
    options: Stripe.RequestOptions,
  ) => {
    const made = side === 'before we hear' ? await create(params, options) : null;
    reached.resolve();
    await gate.promise;
    return made ?? create(params, options);
  }) as typeof create);
  return { reached: reached.promise, letGo: gate.resolve, inUse };
}

test.each([
  'before Stripe hears',
  'before we hear',
] as const)('cancelled while its page opens, %s of it, an order leaves no payable page', async (side) => {
  const listingId = await putUpForSale(market, seller);
  const opening = holdOpening(side);
  const placing = buy(market, buyer, listingId);
  await opening.reached;
  const id = await newestOrder(listingId);
  expect((await market.request('POST', `/api/orders/${id}/cancel`, { as: buyer, body: {} })).status).toBe(200);
  expect(await statusOf(listingId)).toBe('active');
  opening.letGo();
  const placed = await placing;
  expect([placed.status, placed.body.code]).toEqual([409, 'wrong_state']);
  await passTime(market, minuteMs);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
  const { rows } = await market.platform.pool.query(
    "select data ->> 'status' as status from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = (select purchase_id from orders where id = $1)",
    [id],
  );
  expect(rows).toEqual([{ status: 'expired' }]);
});

test('who pays on a page that its order no longer knows gets the money back, once', async () => {
  const [listingId, other] = [await putUpForSale(market, seller), await market.signUp()];
  const opening = holdOpening('before we hear');
  const placing = buy(market, buyer, listingId);
  await opening.reached;
  const id = await newestOrder(listingId);
  opening.inUse.key = `purchase-${await purchaseOf(market, id)}-1`;
  const { rows } = await market.platform.pool.query(
    "select data ->> 'url' as url from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = (select purchase_id from orders where id = $1)",
    [id],
  );
  expect((await market.request('POST', `/api/orders/${id}/cancel`, { as: buyer, body: {} })).status).toBe(200);
  const second = await buyPlaced(market, other, listingId);
  expect((await pay(second.checkoutUrl)).status).toBe(200);
  expect((await pay(rows[0]?.url)).status).toBe(200);
  opening.inUse.key = '';
  opening.letGo();
  expect((await placing).status).toBe(409);
  await passTime(market, minuteMs);
  expect(await readOrderAs(market, buyer, id)).toMatchObject({ status: 'canceled', refunded: { amount: 1_299 } });
  expect((await market.platform.pool.query('select 1 from refund where order_id = $1', [id])).rowCount).toBe(1);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('a cancel while Stripe is away closes the page as soon as it is back', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order } = await buyPlaced(market, buyer, listingId);
  await setFaults(market, { down: true });
  expect((await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer, body: {} })).status).toBe(200);
  await setFaults(market, null);
  await passTime(market, 2 * minuteMs);
  // The queue tries again within seconds.
  await expect.poll(() => auditOrders(market.platform.pool), { timeout: 20_000 }).toEqual([]);
});

test('placing and cancelling that meet by chance leave no page open', async () => {
  const listingIds = await Promise.all(Array.from({ length: 12 }, () => putUpForSale(market, seller)));
  const buyers = await Promise.all(Array.from({ length: 4 }, () => market.signUp()));
  await Promise.all(
    listingIds.map(async (listingId, n) => {
      const as = buyers[n % buyers.length] ?? buyer;
      const placing = buy(market, as, listingId);
      let id: string | undefined;
      while (!id) id = await newestOrder(listingId);
      await Promise.all([placing, market.request('POST', `/api/orders/${id}/cancel`, { as, body: {} })]);
    }),
  );
  await passTime(market, 2 * minuteMs);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

const act = (as: TestMember, verb: string, id: string, body?: Record<string, unknown>) =>
  market.request('POST', `/api/orders/${id}/${verb}`, { as, ...(body ? { body } : {}) });
async function paidOrder() {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order;
}

test('a cancel that meets a payment: the payment wins and the order is paid', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await setFaults(market, { dropWebhooks: true });
  await pay(checkoutUrl);
  expect(await act(buyer, 'cancel', order.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('paid');
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('a seller who calls a paid order off gives the whole payment back, once', async () => {
  const order = await paidOrder();
  expect((await act(seller, 'cancel', order.id, { reason: 'Lost it' })).body).toMatchObject({
    status: 'canceled',
    refunded: { amount: 1_299, currency: 'USD' },
  });
  expect((await act(seller, 'cancel', order.id)).status).toBe(409);
  await passTime(market);
  expect((await market.platform.pool.query('select state from refund where order_id = $1', [order.id])).rows).toEqual([
    { state: 'done' },
  ]);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('a buyer whose seller does not send may call it off after seven days, with the money back', async () => {
  const order = await paidOrder();
  await passTime(market, hourMs + minuteMs);
  expect(await act(buyer, 'cancel', order.id)).toMatchObject({
    status: 409,
    body: { code: 'too_early', from: expect.any(String) },
  });
  await passTime(market, 7 * dayMs);
  [seller, buyer] = [await signInAgain(market, seller), await signInAgain(market, buyer)];
  expect((await act(buyer, 'cancel', order.id)).body).toMatchObject({
    status: 'canceled',
    refunded: { amount: 1_299 },
  });
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
