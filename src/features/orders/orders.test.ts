import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import {
  auditOrders,
  buy,
  buyPlaced,
  cards,
  makeAdmin,
  makePremium,
  onCheckout,
  passTime,
  pay,
  putUpForSale,
  readOrderAs,
  setFaults,
  signInAgain,
} from './testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let stranger: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer, stranger] = await Promise.all([
    market.signUp('mara_sells'),
    market.signUp('ben_buys'),
    market.signUp('sue_else'),
  ]);
  await makePremium(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

/** Sessions end before some timers do. */
async function later(ms: number): Promise<void> {
  await passTime(market, ms);
  seller = await signInAgain(market, seller);
  buyer = await signInAgain(market, buyer);
  stranger = await signInAgain(market, stranger);
}

const act = (member: TestMember | null, verb: string, id: string, body?: Record<string, unknown>) =>
  market.request('POST', `/api/orders/${id}/${verb}`, { ...(member ? { as: member } : {}), ...(body ? { body } : {}) });
const listingOf = async (id: string) =>
  (await market.platform.pool.query('select status, quantity_held, quantity_sold from listing where id = $1', [id]))
    .rows[0];
const statuses = (order: { history: { status: string }[] }) => order.history.map((entry) => entry.status);
async function paidOrder(extra: { price?: number; quantity?: number } = {}) {
  const listingId = await putUpForSale(market, seller, extra);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return { listingId, order };
}

test('[ST-15] a listing is bought, paid on the hosted page, sent, delivered and completed, and both sides see it', async () => {
  const listingId = await putUpForSale(market, seller, {
    price: 1_299,
    shipping: [{ name: 'Letter', price: { amount: 250, currency: 'USD' }, tracked: false }],
  });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId, {
    expectedPrice: { amount: 1_299, currency: 'USD' },
    shipping: 'letter',
  });
  expect(order).toMatchObject({
    buyerId: buyer.id,
    sellerId: seller.id,
    status: 'pending_payment',
    items: [{ listingId, quantity: 1, price: { amount: 1_299, currency: 'USD' } }],
    totals: { items: { amount: 1_299 }, shipping: { amount: 250 }, total: { amount: 1_549, currency: 'USD' } },
    actions: ['pay', 'cancel'],
  });
  expect(Date.parse(order.holdExpiresAt) - Date.parse(order.createdAt)).toBe(30 * minuteMs);
  expect(await listingOf(listingId)).toMatchObject({ status: 'reserved', quantity_held: 1 });

  // The page knows who pays.
  expect(await (await fetch(checkoutUrl)).text()).toContain(`name="email" value="${buyer.email}"`);
  expect((await pay(checkoutUrl)).body.redirectUrl).toBe(`${market.url}/orders/${order.id}?checkout=done`);
  await passTime(market);
  expect(await listingOf(listingId)).toMatchObject({ status: 'sold', quantity_held: 0, quantity_sold: 1 });
  const forSeller = await readOrderAs(market, seller, order.id);
  expect(forSeller).toMatchObject({
    status: 'paid',
    sellerRead: false,
    buyerRead: false,
    checkoutUrl: null,
    address: { line1: '1 Sample Street' },
  });
  expect(forSeller.actions).toEqual(['cancel', 'ship', 'refund']);

  // Looking moves no state: the time to send begins by itself.
  expect((await act(seller, 'read', order.id)).body).toMatchObject({ status: 'paid', sellerRead: true });
  await passTime(market, hourMs + minuteMs);
  expect((await readOrderAs(market, seller, order.id)).status).toBe('awaiting_shipping');
  expect((await act(seller, 'ship', order.id, { carrier: 'La Poste', trackingNumber: '6A123' })).body).toMatchObject({
    status: 'shipped',
    tracking: { carrier: 'La Poste', trackingNumber: '6A123' },
  });
  expect((await act(buyer, 'deliver', order.id)).body).toMatchObject({
    status: 'delivered',
    buyerRead: true,
    sellerRead: false,
  });
  expect((await market.request('GET', `/api/profiles/${seller.id}`)).body.totalSales).toBe(1);
  await later(3 * dayMs + minuteMs);
  const done = await readOrderAs(market, buyer, order.id);
  expect(statuses(done)).toEqual(['pending_payment', 'paid', 'awaiting_shipping', 'shipped', 'delivered', 'completed']);
  expect(done.history.map((entry) => entry.by)).toEqual(['buyer', 'stripe', 'timer', 'seller', 'buyer', 'timer']);
});

test('[ST-15] without any action a paid order is handed over by its timer, and one that was sent is delivered and completed by its timers', async () => {
  const { order } = await paidOrder();
  await passTime(market, hourMs + minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('awaiting_shipping');
  await act(seller, 'ship', order.id, { carrier: 'DHL' });
  await later(21 * dayMs + minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('delivered');
  await later(3 * dayMs + minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('completed');
});

test('buying requires a member, another member’s listing, a known price and available copies', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 2 });
  const other = await putUpForSale(market, seller);
  const order = (body: unknown, as?: TestMember) =>
    market.request('POST', '/api/orders', { body, ...(as ? { as } : {}) });
  expect((await order({ listingId })).status).toBe(401);
  expect((await order({ listingId }, seller)).status).toBe(403);
  expect((await order({ listingId: 'nothing' }, buyer)).status).toBe(404);
  expect((await order({ listingId: '../../x' }, buyer)).status).toBe(404);
  expect(await order({ listingId, quantity: 0 }, buyer)).toMatchObject({
    status: 422,
    body: { errors: { quantity: 'Enter at least 1.' } },
  });
  expect(await order({ listingId, price: 1 }, buyer)).toMatchObject({
    status: 422,
    body: { errors: { price: expect.any(String) } },
  });
  expect(await order({ listingId, shipping: 'Owl' }, buyer)).toMatchObject({
    status: 422,
    body: { errors: { shipping: expect.any(String) } },
  });
  expect(await order({ listingId, quantity: 3 }, buyer)).toMatchObject({
    status: 409,
    body: { code: 'not_available', message: 'Only 2 copies are left.' },
  });
  const changed = await order({ listingId, expectedPrice: { amount: 1_000, currency: 'USD' } }, buyer);
  expect(changed).toMatchObject({
    status: 409,
    body: { code: 'price_changed', price: { amount: 1_299, currency: 'USD' } },
  });
  expect((await order('{"listingId":', buyer)).status).toBe(400);
  expect((await market.request('PUT', '/api/orders', { as: buyer, body: {} })).status).toBe(405);
  const paused = await putUpForSale(market, seller);
  await market.request('POST', `/api/listings/${paused}/pause`, { as: seller });
  expect(await order({ listingId: paused }, buyer)).toMatchObject({ status: 409, body: { code: 'not_available' } });
  // Nothing was written by any of them.
  expect(await listingOf(listingId)).toMatchObject({ quantity_held: 0 });

  const { order: placed } = await buyPlaced(market, buyer, other);
  expect(await buy(market, stranger, other)).toMatchObject({
    status: 409,
    body: { code: 'not_available', message: expect.stringContaining('Another buyer is paying for this now') },
  });
  await act(buyer, 'cancel', placed.id);
});

test('an order is known to its two sides only, each verb to its side, and in its state', async () => {
  const { order } = await paidOrder();
  const id = order.id;
  for (const path of [`/api/orders/${id}`, '/api/orders']) expect((await market.request('GET', path)).status).toBe(401);
  expect((await market.request('GET', `/api/orders/${id}`, { as: stranger })).status).toBe(404);
  expect((await market.request('GET', '/api/orders/%2e%2e', { as: stranger })).status).toBe(404);
  const bodies: Record<string, Record<string, unknown>> = {
    ship: { carrier: 'DHL' },
    dispute: { reason: 'damaged', text: 'Bent.' },
  };
  for (const verb of ['ship', 'deliver', 'cancel', 'refund', 'dispute', 'settle', 'read']) {
    expect((await act(null, verb, id, bodies[verb] ?? {})).status, `${verb} signed out`).toBe(401);
    expect((await act(stranger, verb, id, bodies[verb] ?? {})).status, `${verb} by a stranger`).toBe(404);
  }
  for (const [member, verb] of [
    [buyer, 'ship'],
    [buyer, 'refund'],
    [seller, 'deliver'],
    [seller, 'dispute'],
    [seller, 'settle'],
  ] as const) {
    expect((await act(member, verb, id, bodies[verb] ?? {})).status, `${verb} by the wrong side`).toBe(403);
  }
  for (const [member, verb] of [
    [buyer, 'deliver'],
    [buyer, 'dispute'],
    [buyer, 'settle'],
    [buyer, 'cancel'],
  ] as const) {
    expect(await act(member, verb, id, bodies[verb] ?? {}), `${verb} in the wrong state`).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.any(String) },
    });
  }
  expect(await act(seller, 'ship', id, {})).toMatchObject({
    status: 422,
    body: { errors: { carrier: expect.any(String) } },
  });
  expect((await act(seller, 'ship', id)).status).toBe(422);
  expect(await act(seller, 'ship', id, { carrier: 'x'.repeat(61) })).toMatchObject({ status: 422 });
  // A number of many carriers doesn't name its own; one of a single carrier does.
  expect(await act(seller, 'ship', id, { trackingNumber: '123456789012' })).toMatchObject({
    status: 422,
    body: { errors: { carrier: 'Enter the carrier.' } },
  });
  expect((await act(seller, 'ship', id, { trackingNumber: '1Z5R89390357567127' })).body).toMatchObject({
    tracking: { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' },
  });
  expect(await act(seller, 'cancel', id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  expect(await act(buyer, 'dispute', id, { reason: 'ugly', text: 'x' })).toMatchObject({
    status: 422,
    body: { errors: { reason: expect.any(String) } },
  });
});

test('lists are one’s own, by side and state, in pages', async () => {
  const lists = async (query: string, as: TestMember) =>
    (await market.request('GET', `/api/orders${query}`, { as })).body;
  const listingId = await putUpForSale(market, seller, { quantity: 3 });
  const placed: string[] = [];
  for (let i = 0; i < 3; i++) placed.push((await buyPlaced(market, stranger, listingId)).order.id);
  const first = await lists('?role=buyer&limit=2', stranger);
  expect(first.items.map((order: { id: string }) => order.id)).toEqual([placed[2], placed[1]]);
  const second = await lists(`?role=buyer&limit=2&cursor=${first.nextCursor}`, stranger);
  expect(second).toMatchObject({ items: [{ id: placed[0] }], nextCursor: null });
  expect((await lists('?role=seller', stranger)).items).toEqual([]);
  expect((await lists('?role=seller&status=pending_payment', seller)).items).toHaveLength(3);
  expect((await market.request('GET', '/api/orders?status=lost', { as: seller })).status).toBe(422);
  expect((await market.request('GET', '/api/orders?cursor=x', { as: seller })).status).toBe(422);
  for (const id of placed) await act(stranger, 'cancel', id);
  // Only the buyer sees an order that ended unpaid.
  expect(
    (await lists('?role=seller', seller)).items.filter((order: { id: string }) => placed.includes(order.id)),
  ).toEqual([]);
  expect((await lists('?status=canceled', stranger)).items).toHaveLength(3);
});

test('[ST-15] a declined card leaves the order unpaid and held; another card pays it', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  expect(await pay(checkoutUrl, cards.declined)).toMatchObject({
    status: 402,
    body: { code: 'card_declined', message: 'Your card was declined.' },
  });
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'pending_payment', checkoutUrl });
  const challenged = await pay(checkoutUrl, cards.authenticate);
  expect(challenged.body.status).toBe('requires_action');
  expect((await onCheckout(String(challenged.body.authenticateUrl), { approve: true })).status).toBe(200);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('paid');
});

test('[ST-15] a checkout page that is closed holds until the hold ends; then the page takes no card and the copy is for sale', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  expect((await onCheckout(`${checkoutUrl}/cancel`, {})).body.redirectUrl).toBe(
    `${market.url}/orders/${order.id}?checkout=canceled`,
  );
  await passTime(market, 29 * minuteMs);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({
    status: 'pending_payment',
    actions: ['pay', 'cancel'],
  });
  await passTime(market, minuteMs);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({
    status: 'canceled',
    cancelReason: 'Not paid in time',
    checkoutUrl: null,
    actions: [],
  });
  expect(await listingOf(listingId)).toMatchObject({ status: 'active', quantity_held: 0 });
  expect((await pay(checkoutUrl)).status).toBe(410);
  expect((await buy(market, stranger, listingId)).status).toBe(201);
});

test('a reported problem stops the timers; the seller gives the money back or the buyer takes it back', async () => {
  const report = { reason: 'not_as_described', text: 'The corner is bent.' };
  const sent = async () => {
    const { order } = await paidOrder();
    await act(seller, 'ship', order.id, { carrier: 'DHL' });
    return order.id;
  };
  const first = await sent();
  expect((await act(buyer, 'dispute', first, report)).body).toMatchObject({
    status: 'disputed',
    dispute: report,
    actions: ['settle'],
  });
  await later(30 * dayMs);
  expect((await readOrderAs(market, seller, first)).status).toBe('disputed');
  expect((await act(seller, 'refund', first)).body.status).toBe('refunded');
  const second = await sent();
  await act(buyer, 'dispute', second, report);
  expect((await act(buyer, 'settle', second)).body.status).toBe('completed');
});

test('either side may request a decision on a problem three days after the report, once; admins see the request', async () => {
  const { order } = await paidOrder();
  await act(seller, 'ship', order.id, { carrier: 'DHL' });
  expect((await act(buyer, 'ask-decision', order.id)).status).toBe(409);
  const reported = await act(buyer, 'dispute', order.id, { reason: 'damaged', text: 'Bent.' });
  expect(reported.body.actions).not.toContain('ask_decision');
  expect(reported.body.decision).toEqual({
    possibleFrom: new Date(Date.parse(reported.body.history.at(-1).at) + 3 * dayMs).toISOString(),
    askedAt: null,
  });
  expect((await act(seller, 'ask-decision', order.id)).body).toMatchObject({
    code: 'too_early',
    from: reported.body.decision.possibleFrom,
  });
  expect((await act(stranger, 'ask-decision', order.id)).status).toBe(404);
  await later(3 * dayMs);
  expect((await readOrderAs(market, buyer, order.id)).actions).toContain('ask_decision');
  const response = await act(seller, 'ask-decision', order.id);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ status: 'disputed', sellerRead: true, buyerRead: false });
  expect(response.body.decision.askedAt).toBe(response.body.updatedAt);
  expect(response.body.history.at(-1)).toMatchObject({
    status: 'disputed',
    by: 'seller',
    note: 'Decision requested.',
  });
  expect(response.body.actions).not.toContain('ask_decision');
  expect((await act(buyer, 'ask-decision', order.id)).body.code).toBe('wrong_state');
  await makeAdmin(market, stranger);
  const queue = await market.request('GET', '/api/admin/orders?show=disputed', { as: stranger });
  expect(queue.body.items).toMatchObject([{ id: order.id, decisionAskedAt: response.body.decision.askedAt }]);
});
