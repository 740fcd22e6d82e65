import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  auditOrders,
  buyPlaced,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  readOrderAs,
  setFaults,
} from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let adminMember: TestMember;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  adminMember = await market.signUp('Keeper_1');
  seller = await market.signUp('Seller_1');
  buyer = await market.signUp('Buyer_1');
  await makePremium(market, seller);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [adminMember.id]);
});
afterAll(() => market?.close());

const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const admin = (method: string, path: string, body?: unknown, as: TestMember = adminMember) =>
  market.request(method, `/api/admin/orders${path}`, body === undefined ? { as } : { as, body });
const mails = async (to: TestMember) =>
  (await rows('select subject, body_text from sandbox_mail where recipient = $1 order by sent_at', [to.email])).slice(
    -1,
  )[0];
const actsOf = (id: string) => rows('select by, act, data from audit_log where subject = $1 order by at, id', [id]);

async function paidOrder(): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await pay(checkoutUrl);
  await passTime(market);
  return order.id;
}

async function disputed(): Promise<string> {
  const id = await paidOrder();
  expect(
    (await market.request('POST', `/api/orders/${id}/ship`, { as: seller, body: { carrier: 'DHL' } })).status,
  ).toBe(200);
  expect(
    (
      await market.request('POST', `/api/orders/${id}/dispute`, {
        as: buyer,
        body: { reason: 'damaged', text: 'Bent.' },
      })
    ).status,
  ).toBe(200);
  return id;
}

test('a forbidden caller gets 403 before the body is validated', async () => {
  const id = await disputed();
  for (const path of ['/decision', '/attention/clear']) {
    expect((await admin('POST', `/${id}${path}`, { nonsense: true }, buyer)).status).toBe(403);
    expect((await market.request('POST', `/api/admin/orders/${id}${path}`, { body: { nonsense: true } })).status).toBe(
      401,
    );
    expect((await admin('POST', `/${id}${path}`, { reason: 'x' })).status).toBe(422);
    expect(
      (
        await admin('POST', `/nobody${path}`, {
          reason: 'Looked at it.',
          ...(path === '/decision' ? { decision: 'close' } : {}),
        })
      ).status,
    ).toBe(404);
  }
  expect((await admin('GET', `/${id}`, undefined, seller)).status).toBe(403);
  expect((await admin('GET', '?show=all')).body.errors.show).toContain('attention, disputed, refund_failed');
});

test('an admin sees the report without the address, and decides for the buyer: a refund, both notified, the decision stored', async () => {
  const id = await disputed();
  const seen = await admin('GET', `/${id}`);
  expect(seen.body).toMatchObject({
    dispute: { reason: 'damaged', text: 'Bent.' },
    buyerName: 'Buyer_1',
    may: ['refund', 'close'],
    payment: { captured: { amount: 1_299 } },
  });
  expect(JSON.stringify(seen.body)).not.toMatch(/line1|postalCode|@/);
  expect((await admin('GET', '?show=disputed&limit=100')).body.items.map((one: { id: string }) => one.id)).toContain(
    id,
  );

  const reason = 'The photos show the bend.';
  const decisions = await Promise.all(
    Array.from({ length: 4 }, () => admin('POST', `/${id}/decision`, { decision: 'refund', reason })),
  );
  expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  await passTime(market);
  expect((await admin('GET', `/${id}`)).body).toMatchObject({
    status: 'refunded',
    may: [],
    refunds: [{ amount: { amount: 1_299 }, state: 'done', cause: 'operator' }],
  });
  expect((await readOrderAs(market, buyer, id)).history.at(-1)).toMatchObject({
    status: 'refunded',
    by: 'operator',
    note: reason,
  });
  expect(await actsOf(id)).toEqual([{ by: adminMember.id, act: 'dispute.refunded', data: { reason } }]);
  for (const [side, subject] of [
    [buyer, 'Refund approved'],
    [seller, 'Refund approved'],
  ] as const) {
    const mail = await mails(side);
    expect(mail?.subject).toContain(subject);
    expect(mail?.body_text).toContain(reason);
  }
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('… or for the seller: the sale stands, and nothing goes back; an order without a report is not decided', async () => {
  const id = await disputed();
  const reason = 'The bend is in the listing’s photos.';
  expect((await admin('POST', `/${id}/decision`, { decision: 'close', reason })).body).toMatchObject({
    status: 'completed',
    refunds: [],
  });
  await passTime(market);
  expect((await mails(buyer))?.subject).toContain('Closed without refund');
  expect((await mails(seller))?.subject).toContain('Closed without refund');
  expect(await actsOf(id)).toEqual([{ by: adminMember.id, act: 'dispute.closed', data: { reason } }]);
  const other = await paidOrder();
  for (const decision of ['refund', 'close'])
    expect((await admin('POST', `/${other}/decision`, { decision, reason })).body).toMatchObject({
      code: 'wrong_state',
      orderStatus: expect.stringMatching(/paid|awaiting/),
    });
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

interface Item {
  listingId: string;
  title: string;
  price: { amount: number };
}

/** Three cards of $10 in one order, sent, of which the buyer reports one. */
async function disputedOfThree(): Promise<{ id: string; items: [Item, Item] }> {
  const ids = [
    await putUpForSale(market, seller),
    await putUpForSale(market, seller),
    await putUpForSale(market, seller),
  ];
  const offer = await market.request('POST', '/api/offers/basket', {
    as: buyer,
    body: {
      sellerId: seller.id,
      lines: ids.map((listingId) => ({ listingId })),
      amount: { amount: 3_000, currency: 'USD' },
    },
  });
  expect((await market.request('POST', `/api/offers/${offer.body.id}/accept`, { as: seller, body: {} })).status).toBe(
    200,
  );
  const placed = await market.request('POST', '/api/orders', { as: buyer, body: { offerId: offer.body.id } });
  await pay(placed.body.checkoutUrl);
  await passTime(market);
  const { id } = placed.body.order;
  expect(
    (await market.request('POST', `/api/orders/${id}/ship`, { as: seller, body: { carrier: 'DHL' } })).status,
  ).toBe(200);
  const said = await market.request('POST', `/api/orders/${id}/dispute`, {
    as: buyer,
    body: { reason: 'damaged', text: 'One is bent.' },
  });
  expect(said.status).toBe(200);
  return placed.body.order;
}

test('an admin refunds some cards of an order: the sale of the others remains valid, and both sides read which', async () => {
  const { id, items } = await disputedOfThree();

  const reason = 'The photos show one bend.';
  const decide = (body: object) => admin('POST', `/${id}/decision`, { reason, ...body });
  const [bent] = items;
  expect((await decide({ decision: 'refund', items: ['another'] })).body.errors).toEqual({
    items: 'One of these cards isn’t in this order.',
  });
  expect((await decide({ decision: 'close', items: [bent.listingId] })).body.errors).toEqual({
    items: 'Select cards only for a refund.',
  });
  expect((await decide({ decision: 'refund', items: [bent.listingId] })).body).toMatchObject({
    status: 'completed',
    refunds: [{ amount: { amount: bent.price.amount, currency: 'USD' }, cause: 'operator' }],
  });
  await passTime(market);
  const note = (await readOrderAs(market, buyer, id)).history.at(-1)?.note ?? '';
  expect(note).toBe(`$10.00 refunded for “${bent.title}”. The rest of the order is completed. ${reason}`);
  for (const [side, subject] of [
    [buyer, 'Partial refund approved'],
    [seller, 'Partial refund approved'],
  ] as const) {
    const mail = await mails(side);
    expect(mail?.subject).toContain(subject);
    expect(mail?.body_text).toContain(reason);
  }
  expect((await admin('GET', `/${id}`)).body.refunds).toMatchObject([{ state: 'done' }]);
  expect(await actsOf(id)).toEqual([
    { by: adminMember.id, act: 'dispute.refunded', data: { reason, items: `“${bent.title}”` } },
  ]);
  expect((await decide({ decision: 'refund' })).status).toBe(409);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('for a card of several no more goes back than was paid for it, once; nothing named is not all of it', async () => {
  const { id, items } = await disputedOfThree();
  const [{ listingId }] = items;
  const refund = (body: object) => market.request('POST', `/api/orders/${id}/refund`, { as: seller, body });
  const decide = (named: string[]) =>
    admin('POST', `/${id}/decision`, { decision: 'refund', reason: 'It is bent.', items: named });
  expect((await decide([])).status).toBe(422);
  expect((await refund({ items: [] })).body.errors).toEqual({ items: 'Enter at least 1 item, or leave items out.' });
  expect((await refund({ items: [listingId], amount: 1_001 })).body.errors).toEqual({
    amount: 'You can refund up to $10.00 for these cards.',
  });
  expect((await refund({ items: [listingId], amount: 400 })).status).toBe(200);
  expect((await refund({ items: [listingId] })).status).toBe(200);
  await passTime(market);
  for (const again of [await refund({ items: [listingId] }), await decide([listingId])])
    expect(again.body.errors).toEqual({ items: 'These cards are already refunded.' });
  const sent = await rows('select amount::int from refund where order_id = $1 order by asked_at, id', [id]);
  expect(sent.map(({ amount }: { amount: number }) => amount)).toEqual([400, 600]);
  // The email of a decision names the total refund and the amount paid.
  expect((await decide([items[1].listingId])).status).toBe(200);
  await passTime(market);
  const words = (await mails(buyer))?.body_text.replaceAll(/\s+/g, ' ');
  expect(words).toContain('total $20.00 of $30.00');
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('no admin decides about their own orders, neither as buyer nor as seller', async () => {
  const id = await disputed();
  const words = {
    status: 403,
    body: { code: 'not_allowed', message: 'This is your own order. Another admin must handle it.' },
  };
  // Suspicions of a bank or the app about an admin's own order are shown to other admins only.
  const attention = 'The buyer’s bank warns that this payment may be fraud (made_with_stolen_card).';
  await rows(
    "insert into fraud_warning (id, purchase_id, fraud_type, is_actionable, warned_at) select 'issfr_own', purchase_id, 'fraudulent', true, now() from orders where id = $1",
    [id],
  );
  const bought = await paidOrder();
  await rows("insert into order_sign (order_id, kind, at) values ($1, 'card', now()), ($2, 'card', now())", [
    id,
    bought,
  ]);
  const waiting = (as: TestMember) =>
    Promise.all(
      ['attention', 'self_buying', 'disputed'].map(async (queue) => {
        const { items } = (await admin('GET', `?show=${queue}&limit=100`, undefined, as)).body;
        return items
          .filter((one: { id: string }) => one.id === id || one.id === bought)
          .map((one: { attention: string | null }) => one.attention);
      }),
    );
  const decide = (as: TestMember) =>
    admin('POST', `/${id}/decision`, { decision: 'close', reason: 'All is well.' }, as);
  for (const [side, stored] of [
    // As a process of the release before stores it.
    [buyer, [attention, null]],
    [seller, ['fraud_warning', { type: 'made_with_stolen_card' }]],
  ] as const) {
    await rows('update orders set attention = $2, attention_params = $3 where id = $1', [id, ...stored]);
    await rows("update auth_user set role = 'admin' where id = $1", [side.id]);
    expect((await admin('GET', `/${id}`, undefined, side)).body).toMatchObject({
      may: [],
      selfBuying: [],
      fraudWarnings: [],
      attention: null,
    });
    expect(await waiting(side)).toEqual([[], [], [null]]);
    expect(await decide(side)).toMatchObject(words);
    expect(await admin('POST', `/${id}/attention/clear`, { reason: 'All is well.' }, side)).toMatchObject(words);
    expect(await admin('POST', `/${id}/refunds/none/retry`, undefined, side)).toMatchObject(words);
    await rows("update auth_user set role = 'member' where id = $1", [side.id]);
  }
  expect(await actsOf(id)).toEqual([]);
  expect((await admin('GET', `/${id}`)).body).toMatchObject({
    selfBuying: ['card'],
    fraudWarnings: [{ isActionable: true }],
    attention,
  });
  expect(await waiting(adminMember)).toEqual([[attention], [null], [attention]]);
  await rows('update orders set attention = null where id = $1', [id]);
  expect((await decide(adminMember)).status).toBe(200);
  await passTime(market);
});

test('an order that stood still is read at Stripe again: it becomes what fits, and is refused while copies are held for what does not', async () => {
  expect((await admin('POST', `/${await paidOrder()}/attention/clear`, { reason: 'Nothing there.' })).body.code).toBe(
    'wrong_state',
  );
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  const intents = `update sandbox_stripe_object set data = jsonb_set(data, '{amount_received}', $2) where object = 'payment_intent'
    and data #>> '{metadata,orderId}' = $1`;
  await setFaults(market, { dropWebhooks: true });
  await pay(checkoutUrl);
  await rows(intents, [order.id, '100']);
  await rows("update orders set attention = 'The payment is 100, the order 1299.' where id = $1", [order.id]);
  expect((await admin('GET', '')).body.items).toMatchObject([{ id: order.id, status: 'pending_payment' }]);

  const refused = await admin('POST', `/${order.id}/attention/clear`, { reason: 'Looked at Stripe.' });
  expect([refused.status, refused.body.code]).toEqual([409, 'still_wrong']);
  expect((await admin('GET', `/${order.id}`)).body).toMatchObject({
    status: 'pending_payment',
    may: ['clear'],
    attention: expect.stringContaining('100'),
  });
  await setFaults(market, { down: true });
  expect((await admin('POST', `/${order.id}/attention/clear`, { reason: 'Looked at Stripe.' })).status).toBe(503);
  await setFaults(market, null);
  expect(await actsOf(order.id)).toEqual([]);

  await rows(intents, [order.id, '1299']);
  expect(
    (await admin('POST', `/${order.id}/attention/clear`, { reason: 'Stripe has put it right.' })).body,
  ).toMatchObject({
    status: 'paid',
    attention: null,
    may: [],
  });
  expect(await actsOf(order.id)).toMatchObject([
    { act: 'order.cleared', data: { reason: 'Stripe has put it right.', found: 'paid' } },
  ]);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

test('an order whose hold has ended waits until money that does not fit has gone back at Stripe', async () => {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await setFaults(market, { dropWebhooks: true });
  await pay(checkoutUrl);
  const [intent] = await rows(
    `update sandbox_stripe_object set data = jsonb_set(data, '{amount_received}', '100') where object = 'payment_intent'
     and data #>> '{metadata,orderId}' = $1 returning id`,
    [order.id],
  );
  await rows("update orders set status = 'canceled', attention = 'The payment is 100, the order 1299.' where id = $1", [
    order.id,
  ]);
  const clear = () => admin('POST', `/${order.id}/attention/clear`, { reason: 'Looked at Stripe.' });
  const refused = await clear();
  expect([refused.status, refused.body.code]).toEqual([409, 'still_wrong']);
  await market.platform.payments.stripe.refunds.create({ payment_intent: intent?.id, amount: 40 });
  expect((await clear()).status).toBe(409);
  await market.platform.payments.stripe.refunds.create({ payment_intent: intent?.id, amount: 60 });
  expect((await clear()).body).toMatchObject({ status: 'canceled', attention: null });
  await setFaults(market, null);
});
