import { expect, test } from 'vitest';
import { passTime, pay } from '#features/orders/testing.ts';
import { hourMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { bargain, usd } from './offers.testing.ts';

/** The life of an offer over HTTP: what the seller and the buyer may do, and what it costs them. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let others: TestMember[];
const { offer, act, offered, forSale, read, listingOf, waiting, edit } = bargain((made) => {
  ({ market, seller, buyer, others } = made);
});

test('[EN-08] [ST-14] an offer is made, accepted, ordered at its price and paid; the rest is declined and the counters follow', async () => {
  const listingId = await forSale();
  const before = await waiting(seller);
  const made = await offer(listingId, usd(800), buyer, { message: 'Would you take eight?' });
  expect(made).toMatchObject({
    status: 201,
    body: {
      listingId,
      buyerId: buyer.id,
      sellerId: seller.id,
      amount: usd(800),
      message: 'Would you take eight?',
      status: 'pending',
    },
  });
  expect(made.body).toMatchObject({
    turn: 'seller',
    counterOf: null,
    cleared: false,
    attemptsLeft: 2,
    byRule: false,
    actions: ['withdraw', 'clear'],
  });
  expect(new Date(made.body.expiresAt).getTime() - market.clock.now().getTime()).toBeGreaterThan(47.9 * hourMs);
  const { id } = made.body;
  // The response is made from the written row, without another query.
  expect(made.body).toEqual(await read(id));
  const rest = await offered(listingId, 700, others[0]);
  expect(await waiting(seller)).toBe(before + 2);
  expect((await act(seller, 'clear', rest.id)).body.cleared).toBe(true);
  expect(await waiting(seller)).toBe(before + 1);
  expect((await read(rest.id, others[0])).cleared).toBe(false);

  expect((await act(seller, 'accept', id)).body).toMatchObject({ status: 'accepted', promise: 'open', orderId: null });
  expect(await listingOf(listingId)).toEqual({ status: 'reserved', held: 1 });
  expect((await market.request('POST', '/api/orders', { as: others[0], body: { listingId } })).body.code).toBe(
    'not_available',
  );
  expect((await act(seller, 'accept', rest.id)).body.code).toBe('not_available');
  // The pending offer stays until the listing is sold.
  expect((await read(rest.id, others[0])).status).toBe('pending');
  expect((await read(id)).actions).toContain('pay');

  const order = (as: TestMember) => market.request('POST', '/api/orders', { as, body: { offerId: id } });
  expect((await order(others[0] as TestMember)).status).toBe(404);
  expect((await order(seller)).status).toBe(403);
  const placed = await order(buyer);
  expect(placed).toMatchObject({
    status: 201,
    body: { order: { items: [{ listingId, quantity: 1, price: usd(800) }], totals: { items: usd(800) } } },
  });
  expect(await listingOf(listingId)).toEqual({ status: 'reserved', held: 1 });
  expect(await order(buyer)).toMatchObject({
    status: 409,
    body: { code: 'offer_not_payable', orderId: placed.body.order.id },
  });
  await pay(placed.body.checkoutUrl);
  await passTime(market);
  expect(await read(id)).toMatchObject({ promise: 'paid', orderId: placed.body.order.id });
  expect(await read(rest.id, others[0])).toMatchObject({
    status: 'declined',
    note: 'It was sold to another buyer.',
    byRule: false,
  });
  expect(await listingOf(listingId)).toEqual({ status: 'sold', held: 0 });
});

test('[ST-14] permissions: not on one’s own listing, not where offers are off, drafts unknown, answers only in turn and only by the two sides', async () => {
  const listingId = await forSale();
  expect((await offer(listingId, usd(800), seller)).status).toBe(403);
  expect(
    (await market.request('POST', `/api/listings/${listingId}/offers`, { body: { amount: usd(800) } })).status,
  ).toBe(401);
  expect((await offer('none', usd(800))).status).toBe(404);
  const { id } = await offered(listingId);
  const stranger = others[0] as TestMember;
  for (const verb of ['accept', 'decline', 'counter', 'withdraw', 'clear']) {
    const body = verb === 'counter' ? { amount: 900 } : {};
    expect((await act(null, verb, id, body)).status, verb).toBe(401);
    expect((await act(stranger, verb, id, body)).status, verb).toBe(404);
    if (verb !== 'clear')
      expect((await act(verb === 'withdraw' ? seller : buyer, verb, id, body)).status, verb).toBe(403);
  }
  expect((await market.request('GET', `/api/offers/${id}`, { as: stranger })).status).toBe(404);
  expect((await act(seller, 'decline', id, { reason: 'Too low for me' })).body).toMatchObject({
    status: 'declined',
    declineReason: 'Too low for me',
  });
  for (const verb of ['accept', 'decline', 'counter'])
    expect(await act(seller, verb, id, verb === 'counter' ? { amount: 900 } : {})).toMatchObject({
      status: 409,
      body: { code: 'offer_ended', offerStatus: 'declined' },
    });
  await edit(listingId, { acceptsOffers: false });
  expect((await offer(listingId, usd(800))).body.code).toBe('offers_off');
});

test('[ST-14] a counter-offer ends what it answers and restarts the clock; three attempts a buyer, the seller’s answers use up none', async () => {
  const listingId = await forSale();
  const { id } = await offered(listingId, 600);
  expect((await offer(listingId, usd(700))).body.code).toBe('offer_open');
  await passTime(market, 40 * hourMs);
  const back = await act(seller, 'counter', id, { amount: usd(950), message: 'Nearly' });
  expect(back.body).toMatchObject({
    counterOf: id,
    madeBy: 'seller',
    turn: 'buyer',
    amount: usd(950),
    attemptsLeft: 2,
  });
  expect((await read(id)).status).toBe('countered');
  await passTime(market, 40 * hourMs);
  expect((await read(back.body.id)).status).toBe('pending');
  expect(await waiting(buyer)).toBe(1);
  const second = await act(buyer, 'counter', back.body.id, { amount: usd(700) });
  expect(second.body).toMatchObject({ attemptsLeft: 1, turn: 'seller' });
  expect((await act(buyer, 'withdraw', second.body.id)).body.status).toBe('withdrawn');
  const third = await offered(listingId, 750);
  expect((await read(third.id)).attemptsLeft).toBe(0);
  const last = await act(seller, 'counter', third.id, { amount: usd(900) });
  expect((await read(last.body.id)).actions).toEqual(['accept', 'decline', 'clear']);
  expect((await act(buyer, 'counter', last.body.id, { amount: usd(800) })).body.code).toBe('no_attempts');
  await passTime(market, 48 * hourMs);
  expect((await read(last.body.id)).status).toBe('expired');
  expect((await act(buyer, 'accept', last.body.id)).body).toMatchObject({
    code: 'offer_ended',
    message: 'This offer has expired.',
  });
  expect((await offer(listingId, usd(800))).body).toMatchObject({ code: 'no_attempts' });
});

test('[ST-14] five offers wait on a listing at most, and lists are one’s own by side and state, in pages', async () => {
  const listingId = await forSale();
  const ids: string[] = [];
  for (const other of others.slice(0, 5)) ids.push((await offered(listingId, 600, other)).id);
  expect((await offer(listingId, usd(600))).body.code).toBe('too_many_offers');
  const list = async (query: string, as = seller) => (await market.request('GET', `/api/offers${query}`, { as })).body;
  const first = await list('?role=seller&status=pending&limit=2');
  expect(first.items.map((one: { id: string }) => one.id)).toEqual([ids[4], ids[3]]);
  const second = await list(`?role=seller&status=pending&limit=2&cursor=${first.nextCursor}`);
  expect(second.items.map((one: { id: string }) => one.id)).toEqual([ids[2], ids[1]]);
  expect((await list('?role=buyer')).items).toEqual([]);
  expect((await list('', others[0])).items.map((one: { id: string }) => one.id)).toContain(ids[0]);
  expect((await market.request('GET', '/api/offers?status=lost', { as: seller })).status).toBe(422);
});

test('an offer and its answer are cards in the thread of the two about the listing, and none is made across a block', async () => {
  const listingId = await forSale();
  const { id } = await offered(listingId);
  const back = await act(seller, 'counter', id, { amount: usd(900) });
  const { rows } = await market.platform.pool.query(
    "select m.card_id, m.sender_id, m.text from thread_message m join thread t on t.id = m.thread_id where t.subject_id = $1 and m.card_kind = 'offer' order by m.place",
    [listingId],
  );
  expect(rows).toEqual([
    { card_id: id, sender_id: buyer.id, text: 'Offered $8.00 for Charizard.' },
    { card_id: back.body.id, sender_id: seller.id, text: 'Offered $9.00 for Charizard.' },
  ]);
  await act(buyer, 'decline', back.body.id);
  const blocked = await market.request('POST', `/api/members/${buyer.id}/block`, { as: seller, body: {} });
  expect(blocked.status, JSON.stringify(blocked.body)).toBeLessThan(300);
  expect((await offer(listingId, usd(850))).status).toBe(403);
});

test('a block passes no words: nothing is accepted across it, a decline only without a reason', async () => {
  const listingId = await forSale();
  const [first] = others;
  const { id } = await offered(listingId, 800, first);
  const block = (method: string) =>
    market.request(method, `/api/members/${seller.id}/block`, {
      as: first as TestMember,
      ...(method === 'POST' ? { body: {} } : {}),
    });
  expect((await block('POST')).status).toBe(200);
  expect((await act(seller, 'accept', id)).status).toBe(403);
  expect((await act(seller, 'decline', id, { reason: 'Never write to me again.' })).status).toBe(403);
  expect(await read(id, first)).toMatchObject({ status: 'pending', declineReason: null });
  expect((await act(seller, 'decline', id)).status).toBe(200);
  expect((await block('DELETE')).status).toBe(200);
});
