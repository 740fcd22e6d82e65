import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Currency } from '#kernel/numbers/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { freePurchase } from '../checkout/free-purchase.server.ts';
import { endUnpaidOrders } from '../lifecycle/erase-member.server.ts';
import { endUnpaidOfSuspended } from '../lifecycle/follow-suspension.server.ts';
import {
  auditOrders,
  bankDoes,
  buyPlaced,
  cards,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  readOrderAs,
  setFaults,
} from '../testing.ts';
import { placePurchase } from './place-purchase.server.ts';
import type { PlacePurchaseInput } from './purchase.contract.ts';

let market: TestMarket;
let sellers: TestMember[];
let buyer: TestMember;
let other: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  const names = ['mara_sells', 'nora_sells', 'olga_sells'];
  sellers = await Promise.all(names.map((name) => market.signUp(name)));
  [buyer, other] = await Promise.all([market.signUp('ben_buys'), market.signUp('sue_else')]);
  for (const seller of sellers) await makePremium(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
  await rows("with counters as (delete from limit_counter where key like 'orders.%') delete from hold_pause");
});
afterAll(() => market.close());

const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const statusesOf = async (purchaseId: string) =>
  (await rows('select status from orders where purchase_id = $1 order by id', [purchaseId])).map(
    ({ status }) => status,
  );
const listingsOf = async (ids: string[]) =>
  (await rows('select status from listing where id = any($1) order by array_position($1, id)', [ids])).map(
    ({ status }) => status,
  );

/** A listing of each seller, at these prices, each with shipping for 2.00. */
const forSale = (prices: number[], currency: Currency = 'USD') =>
  Promise.all(
    prices.map((price, at) =>
      putUpForSale(market, sellers[at] as TestMember, {
        price,
        currency,
        shipping: [{ name: 'Letter', price: { amount: 200, currency }, tracked: false }],
      }),
    ),
  );

const place = (listingIds: readonly string[], extra: Partial<PlacePurchaseInput> = {}) =>
  placePurchase(market.platform, {
    buyerId: buyer.id,
    source: { lines: listingIds.map((listingId) => ({ listingId, quantity: 1 })), offerIds: [] },
    mode: 'all',
    currency: 'USD',
    ...extra,
  });
const refusalOf = (placing: Promise<unknown>) =>
  placing.then(
    () => null,
    (error: unknown) => (isRefusal(error) ? { status: error.status, code: error.code, ...error.details } : error),
  );
const cancelAs = (member: TestMember, id: string) =>
  market.request('POST', `/api/purchases/${id}/cancel`, { as: member, body: {} });
/** Canceled while its page stays open: a payment is late. */
const cancelWithOpenPage = (id: string) => freePurchase(market.platform, id, 'cancel', { by: 'buyer' });
const paid = async (prices: number[]) => {
  const { purchase, checkoutUrl } = await place(await forSale(prices));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return purchase;
};

test('cards of three sellers are one payment and three orders; each seller sees their own, the buyer one receipt', async () => {
  const listingIds = await forSale([1_000, 1_500, 1_900]);
  const { purchase, checkoutUrl } = await place(listingIds, { expectedTotal: 5_000 });
  expect(purchase).toMatchObject({
    status: 'open',
    totals: { items: { amount: 4_400 }, shipping: { amount: 600 }, total: { amount: 5_000, currency: 'USD' } },
    checkoutUrl,
  });
  expect(purchase.orders.map((order) => [order.sellerId, order.purchaseId, order.status])).toEqual(
    sellers.map(({ id }) => [id, purchase.id, 'pending_payment']),
  );
  // One of several is paid and canceled with the others.
  const [first] = purchase.orders;
  expect(first?.actions).toEqual([]);
  const cancel = await market.request('POST', `/api/orders/${first?.id}/cancel`, { as: buyer, body: {} });
  expect(cancel).toMatchObject({ status: 409, body: { code: 'purchase_of_several', purchaseId: purchase.id } });
  const [session] = await rows("select data from sandbox_stripe_object where data ->> 'client_reference_id' = $1", [
    purchase.id,
  ]);
  expect(session?.data.sandbox.lineItems.map((line: { description: string }) => line.description)).toEqual(
    sellers.flatMap(({ username }) => [`1 card from ${username}`, `Shipping from ${username}`]),
  );
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await statusesOf(purchase.id)).toEqual(['paid', 'paid', 'paid']);
  expect(await listingsOf(listingIds)).toEqual(['sold', 'sold', 'sold']);
  expect(
    await rows(
      'select account, order_id, amount::int from ledger_entry where transaction_id = $1 order by amount desc',
      [`capture:${purchase.id}`],
    ),
  ).toEqual([
    { account: 'stripe', order_id: null, amount: 5_000 },
    ...purchase.orders.map(({ id, totals }) => ({ account: 'order', order_id: id, amount: -totals.total.amount })),
  ]);
  expect((await readOrderAs(market, sellers[0] as TestMember, first?.id ?? '')).purchaseId).toBeNull();
  const { body: mails } = await market.request<{ subject: string; text: string }[]>('GET', '/sandbox/mail.json');
  const receipts = mails.filter(({ subject }) => subject.startsWith('Receipt'));
  expect(receipts.map(({ subject }) => subject)).toEqual(['Receipt: 3 orders']);
  for (const { id } of purchase.orders) expect(receipts[0]?.text).toContain(id.slice(-8).toUpperCase());
});

test('all or nothing: one sold card refuses the whole purchase with its reason, and nothing is held', async () => {
  const listingIds = await forSale([1_000, 1_500, 1_900]);
  const taken = await buyPlaced(market, other, listingIds[1] ?? '');
  expect(await refusalOf(place(listingIds))).toMatchObject({
    status: 409,
    code: 'not_all_available',
    lines: [{ listingId: listingIds[1], code: 'not_available', available: 0 }],
  });
  expect(await listingsOf(listingIds)).toEqual(['active', 'reserved', 'active']);
  await market.request('POST', `/api/orders/${taken.order.id}/cancel`, { as: other, body: {} });
});

test('whatever is available: the rest is bought, and only at the total that was confirmed', async () => {
  const listingIds = await forSale([1_000, 1_500, 1_900]);
  const taken = await buyPlaced(market, other, listingIds[1] ?? '');
  const rest = { mode: 'available' } as const;
  expect(await refusalOf(place(listingIds, { ...rest, expectedTotal: 5_000 }))).toMatchObject({
    code: 'total_changed',
    total: { amount: 3_300 },
    lines: [{ listingId: listingIds[1], code: 'not_available' }],
  });
  expect(await listingsOf(listingIds)).toEqual(['active', 'reserved', 'active']);
  const { purchase } = await place(listingIds, { ...rest, expectedTotal: 3_300 });
  expect(purchase.orders.map(({ items }) => items[0]?.listingId)).toEqual([listingIds[0], listingIds[2]]);
  // For other members there is no such purchase.
  expect((await market.request('GET', `/api/purchases/${purchase.id}`, { as: other })).status).toBe(404);
  expect((await cancelAs(other, purchase.id)).status).toBe(404);
  expect(await cancelAs(buyer, purchase.id)).toMatchObject({ status: 200, body: { status: 'canceled' } });
  expect(await listingsOf(listingIds)).toEqual(['active', 'reserved', 'active']);
  expect(await cancelAs(buyer, purchase.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  await market.request('POST', `/api/orders/${taken.order.id}/cancel`, { as: other, body: {} });
});

test('cards of one seller are one order with one shipping; another currency is refused; the same key is the same purchase', async () => {
  const [seller] = sellers as [TestMember];
  const shipping = [{ name: 'Letter', price: { amount: 200, currency: 'USD' as const }, tracked: false }];
  const listingIds = [
    await putUpForSale(market, seller, { price: 500, shipping }),
    await putUpForSale(market, seller, { price: 700, quantity: 2, shipping }),
  ];
  const [inEuros] = await forSale([900], 'EUR');
  expect(await refusalOf(place([...listingIds, inEuros ?? '']))).toMatchObject({
    code: 'not_all_available',
    lines: [{ listingId: inEuros, code: 'other_currency' }],
  });
  const { purchase } = await place(listingIds, { idempotencyKey: 'once' });
  expect(purchase.orders).toHaveLength(1);
  expect(purchase.totals).toMatchObject({ items: { amount: 1_200 }, shipping: { amount: 200 } });
  expect((await place(listingIds, { idempotencyKey: 'once' })).purchase.id).toBe(purchase.id);
  await cancelAs(buyer, purchase.id);
  // Canceled, the same key buys the cards again; sent twice at once, it buys them once.
  const again = await place(listingIds, { idempotencyKey: 'once' });
  expect(again.purchase.id).not.toBe(purchase.id);
  await cancelAs(buyer, again.purchase.id);
  const twice = await Promise.all([1, 2].map(() => place(listingIds, { idempotencyKey: 'twice' })));
  expect(new Set(twice.map(({ purchase: { id } }) => id)).size).toBe(1);
  await cancelAs(buyer, twice[0]?.purchase.id ?? '');
});

test('an accepted offer and other cards of its seller are one order; unpaid, the offer keeps its copy', async () => {
  const [seller] = sellers as [TestMember];
  const [wanted, beside] = [await putUpForSale(market, seller), await putUpForSale(market, seller, { price: 500 })];
  const offer = await market.request('POST', `/api/listings/${wanted}/offers`, {
    as: buyer,
    body: { amount: { amount: 1_000, currency: 'USD' } },
  });
  await market.request('POST', `/api/offers/${offer.body.id}/accept`, { as: seller });
  const source = { lines: [{ listingId: beside, quantity: 1 }], offerIds: [offer.body.id] };
  const first = await place([], { source });
  expect(first.purchase.orders.map(({ totals }) => totals.total.amount)).toEqual([1_500]);
  await cancelAs(buyer, first.purchase.id);
  expect(await listingsOf([wanted, beside])).toEqual(['reserved', 'active']);
  const second = await place([], { source });
  expect((await pay(second.checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await listingsOf([wanted, beside])).toEqual(['sold', 'sold']);
  expect((await rows('select promise from offer where id = $1', [offer.body.id]))[0]).toEqual({ promise: 'paid' });
});

test('a refund is of one order; one of Stripe’s dashboard is split over what is left of each, to the cent', async () => {
  const purchase = await paid([1_000, 1_500, 1_900]);
  const [first, second, third] = purchase.orders.map(({ id }) => id) as [string, string, string];
  const refunded = await market.request('POST', `/api/orders/${first}/refund`, {
    as: sellers[0] as TestMember,
    body: {},
  });
  expect(refunded.body).toMatchObject({ status: 'refunded', refunded: { amount: 1_200 } });
  await passTime(market);
  const [{ payment_intent_id: intent }] = await rows('select payment_intent_id from purchase where id = $1', [
    purchase.id,
  ]);
  await market.platform.payments.stripe.refunds.create({ payment_intent: intent, amount: 1_001 });
  await passTime(market);
  expect(
    await rows(
      "select order_id, amount::int from refund where cause = 'stripe' and order_id = any($1) order by order_id",
      [[first, second, third]],
    ),
  ).toEqual([
    { order_id: second, amount: 448 },
    { order_id: third, amount: 553 },
  ]);
  // One object at Stripe names its transaction, unless it is split over several.
  expect(
    await rows(
      `select kind, stripe_id = $2 or stripe_id = r.stripe_refund_id as named, count(*)::int as n from ledger_entry e
       left join refund r on e.transaction_id = 'refund:' || r.id
       where purchase_id = $1 and account = 'stripe' group by 1, 2 order by kind, named`,
      [purchase.id, intent],
    ),
  ).toEqual([
    { kind: 'capture', named: true, n: 1 },
    { kind: 'refund', named: true, n: 1 },
    { kind: 'refund', named: null, n: 2 },
  ]);
  await market.platform.payments.stripe.refunds.create({ payment_intent: intent });
  await passTime(market);
  expect(await statusesOf(purchase.id)).toEqual(['refunded', 'refunded', 'refunded']);
});

test('a dispute of three orders is split to the cent over what is left of each, lost and won', async () => {
  for (const outcome of ['lost', 'won']) {
    const purchase = await paid([1_000, 1_500, 1_900]);
    const [first, second, third] = purchase.orders.map(({ id }) => id) as [string, string, string];
    await market.request('POST', `/api/orders/${first}/refund`, { as: sellers[0] as TestMember, body: {} });
    await market.request('POST', `/api/orders/${second}/ship`, {
      as: sellers[1] as TestMember,
      body: { carrier: 'DHL' },
    });
    await passTime(market);
    const [{ payment_intent_id: paymentIntent }] = await rows('select payment_intent_id from purchase where id = $1', [
      purchase.id,
    ]);
    const { id } = await bankDoes(market, 'disputes', { paymentIntent, amount: 3_799 });
    await passTime(market);
    expect(
      await rows(
        'select order_id, taken_amount::int as taken from chargeback_part where chargeback_id = $1 order by 1',
        [id],
      ),
    ).toEqual([
      { order_id: second, taken: 1_700 },
      { order_id: third, taken: 2_099 },
    ]);
    await bankDoes(market, `disputes/${id}/decide`, { outcome });
    await passTime(market);
    const isLost = outcome === 'lost';
    expect(await readOrderAs(market, buyer, second)).toMatchObject({
      status: isLost ? 'refunded' : 'shipped',
      chargeback: { state: outcome, amount: { amount: 1_700 } },
    });
    expect((await readOrderAs(market, buyer, third)).refunded).toEqual(
      isLost ? { amount: 2_099, currency: 'USD' } : null,
    );
    expect((await readOrderAs(market, buyer, first)).chargeback).toBeNull();
    expect(await auditOrders(market.platform.pool)).toEqual([]);
  }
});

test('a late payment with one of three copies gone: two orders are used, the third is refunded once', async () => {
  const listingIds = await forSale([1_000, 1_500, 1_900]);
  const { purchase, checkoutUrl } = await place(listingIds);
  await cancelWithOpenPage(purchase.id);
  const gone = await buyPlaced(market, other, listingIds[1] ?? '');
  await pay(gone.checkoutUrl);
  await setFaults(market, { duplicateWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await statusesOf(purchase.id)).toEqual(['paid', 'canceled', 'paid']);
  const read = await market.request('GET', `/api/purchases/${purchase.id}`, { as: buyer });
  expect(read.body).toMatchObject({ status: 'paid', orders: [{}, { refunded: { amount: 1_700 } }, {}] });
  expect(
    await rows('select order_id, state, cause from refund where order_id = any($1)', [
      purchase.orders.map(({ id }) => id),
    ]),
  ).toEqual([{ order_id: purchase.orders[1]?.id, state: 'done', cause: 'late_payment' }]);
});

test('a seller who is suspended or leaves ends the whole unpaid purchase; the other cards are for sale again', async () => {
  const leaving = await market.signUp('lena_leaves');
  const listingIds = [...(await forSale([1_000])), await putUpForSale(market, leaving)];
  const { purchase } = await place(listingIds);
  await endUnpaidOrders(market.platform, leaving.id);
  expect(await statusesOf(purchase.id)).toEqual(['canceled', 'canceled']);
  expect(await listingsOf(listingIds)).toEqual(['active', 'active']);
  const { purchase: second } = await place(listingIds);
  await rows("update auth_user set suspended_at = now(), suspended_reason = 'test' where id = $1", [leaving.id]);
  await endUnpaidOfSuspended(market.platform, leaving.id);
  expect(await statusesOf(second.id)).toEqual(['canceled', 'canceled']);
  expect((await listingsOf(listingIds))[0]).toBe('active');
});

test('a seller who blocks the buyer or goes on vacation after the reservation ships what is paid in time; late money of one who is away goes back', async () => {
  const [blocking, away] = sellers as [TestMember, TestMember];
  const at = { as: blocking, body: {} };
  const day = (ahead: number) =>
    addMs(market.clock.now(), ahead * dayMs)
      .toISOString()
      .slice(0, 10);
  const leave = { as: away, body: { from: day(0), to: day(5) } };
  const [inTime, late] = [await place(await forSale([1_000, 1_200])), await place(await forSale([1_000, 1_200]))];
  expect((await market.request('POST', `/api/members/${buyer.id}/block`, at)).status).toBeLessThan(300);
  expect((await market.request('PUT', '/api/profile/vacation', leave)).status).toBe(200);
  expect((await pay(inTime.checkoutUrl)).status).toBe(200);
  await cancelWithOpenPage(late.purchase.id);
  expect((await pay(late.checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await statusesOf(inTime.purchase.id)).toEqual(['paid', 'paid']);
  const { orders } = late.purchase;
  const lateOf = ({ id }: TestMember) => orders.find(({ sellerId }) => sellerId === id)?.id;
  expect(
    await rows('select order_id, cause from refund where order_id = any($1)', [orders.map(({ id }) => id)]),
  ).toEqual([{ order_id: lateOf(away), cause: 'late_payment' }]);
  await market.request('DELETE', `/api/members/${buyer.id}/block`, at);
  await market.request('DELETE', '/api/profile/vacation', { as: away });
});

test('carts with the same cards in another order meet: each copy is sold once, no purchase is half', async () => {
  const listingIds = await forSale([1_000, 1_500, 1_900]);
  const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => market.signUp(`racer_${n}`)));
  const placed = await Promise.allSettled(
    buyers.map(({ id }, n) => place(n % 2 === 0 ? listingIds : listingIds.toReversed(), { buyerId: id })),
  );
  const won = placed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(won).toHaveLength(1);
  for (const one of placed)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'not_all_available' });
  expect(await listingsOf(listingIds)).toEqual(['reserved', 'reserved', 'reserved']);
  await pay(won[0]?.checkoutUrl ?? '', cards.good);
});
