import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restoreMember, suspendMember } from '#features/entry/index.server.ts';
import { offerTerms } from '#features/offers/index.server.ts';
import { auditOrders, makePremium, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** The life of an offer over HTTP: what the seller and the buyer may do, what it costs them, and what follows by itself. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let others: TestMember[];

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_bids')]);
  others = await Promise.all(Array.from({ length: 6 }, (_, n) => market.signUp(`other_${n}`)));
  await makePremium(market, seller);
}, 120_000);
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });
const forSale = (extra = {}) => putUpForSale(market, seller, { price: 1_000, ...extra });
const offer = (listingId: string, amount: unknown, as = buyer, extra = {}) =>
  market.request('POST', `/api/listings/${listingId}/offers`, { as, body: { amount, ...extra } });
const act = (as: TestMember | null, verb: string, id: string, body?: unknown) =>
  market.request('POST', `/api/offers/${id}/${verb}`, { ...(as ? { as } : {}), ...(body === undefined ? {} : { body }) });
const read = async (id: string, as = buyer) => (await market.request('GET', `/api/offers/${id}`, { as })).body;
const listingOf = async (id: string) =>
  (await market.platform.pool.query('select status, quantity_held as held from listing where id = $1', [id])).rows[0];
const waiting = async (as: TestMember) => (await market.request('GET', '/api/counters', { as })).body.offers;
const edit = async (listingId: string, body: unknown) => {
  const answer = await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
async function offered(listingId: string, amount = 800, as = buyer): Promise<{ id: string }> {
  const answer = await offer(listingId, usd(amount), as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
async function accepted(listingId: string, amount = 800): Promise<string> {
  const { id } = await offered(listingId, amount);
  expect((await act(seller, 'accept', id)).status).toBe(200);
  return id;
}

test('[EN-08] [ST-14] an offer is made, accepted, ordered at its price and paid; the rest is declined and the counters follow', async () => {
  const listingId = await forSale();
  const before = await waiting(seller);
  const made = await offer(listingId, usd(800), buyer, { message: 'Would you take eight?' });
  expect(made).toMatchObject({
    status: 201,
    body: { listingId, buyerId: buyer.id, sellerId: seller.id, amount: usd(800), message: 'Would you take eight?', status: 'pending' },
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
  const rest = await offered(listingId, 700, others[0]);
  expect(await waiting(seller)).toBe(before + 2);
  expect((await act(seller, 'clear', rest.id)).body.cleared).toBe(true);
  expect(await waiting(seller)).toBe(before + 1);
  expect((await read(rest.id, others[0])).cleared).toBe(false);

  expect((await act(seller, 'accept', id)).body).toMatchObject({ status: 'accepted', promise: 'open', orderId: null });
  expect(await listingOf(listingId)).toEqual({ status: 'reserved', held: 1 });
  expect((await market.request('POST', '/api/orders', { as: others[0], body: { listingId } })).body.code).toBe('not_available');
  expect((await act(seller, 'accept', rest.id)).body.code).toBe('not_available');
  // What waited stays until it is sold.
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
  expect(await order(buyer)).toMatchObject({ status: 409, body: { code: 'offer_not_payable', orderId: placed.body.order.id } });
  await pay(placed.body.checkoutUrl);
  await passTime(market);
  expect(await read(id)).toMatchObject({ promise: 'paid', orderId: placed.body.order.id });
  expect(await read(rest.id, others[0])).toMatchObject({ status: 'declined', note: 'It was sold to somebody else.', byRule: false });
  expect(await listingOf(listingId)).toEqual({ status: 'sold', held: 0 });
});

test('[ST-14] amounts: never above the price, never under half of it unless the seller allows, in the listing’s currency', async () => {
  const listingId = await forSale();
  const refused = async (amount: unknown) => (await offer(listingId, amount)).body;
  expect(await refused(usd(1_001))).toMatchObject({ code: 'invalid', errors: { amount: "This listing asks $10.00: an offer can't be above that." } });
  expect((await refused(usd(499))).errors.amount).toBe('An offer must be at least half of the price: $5.00.');
  expect((await refused({ amount: 800, currency: 'EUR' })).errors.amount).toContain('USD');
  expect((await refused('8')).errors.amount).toBeTruthy();
  expect((await refused(usd(0))).errors.amount).toBeTruthy();
  await edit(listingId, { offerFloor: usd(300) });
  expect((await offer(listingId, 300)).body).toMatchObject({ amount: usd(300), status: 'pending' });
});

test('[ST-14] what may be offered at least says nothing of a floor above the half, and no rule accepts below the floor', async () => {
  const listingId = await forSale();
  const lowest = async () => (await offerTerms(market.platform, buyer.id, listingId)).lowest;
  expect(await lowest()).toEqual(usd(500));
  await edit(listingId, { offerFloor: usd(700) });
  expect(await lowest()).toEqual(usd(500));
  const refused = await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body: { autoAccept: usd(600) } });
  expect([refused.status, refused.body.errors]).toEqual([422, { autoAccept: 'What is accepted must not be below the lowest offer.' }]);
  await edit(listingId, { autoAccept: usd(700), offerFloor: usd(300) });
  expect(await lowest()).toBeNull();
});

test('[ST-14] the least that a seller wants cannot be told from a rule that declines, and asking uses up an attempt', async () => {
  const declined = async (rules: object) => {
    const listingId = await forSale();
    await edit(listingId, rules);
    const answer = await offer(listingId, usd(699));
    const { id, listingId: _, ...told } = answer.body;
    const { rows } = await market.platform.pool.query('select status, by_rule, note, decline_reason from offer where id = $1', [id]);
    expect(told).toMatchObject({ status: 'declined', byRule: true, attemptsLeft: 2 });
    for (const amount of [601, 602]) expect((await offer(listingId, usd(amount))).status).toBe(201);
    expect((await offer(listingId, usd(603))).body.code).toBe('no_attempts');
    return { status: answer.status, rows, told: JSON.stringify({ ...told, listing: null }).replaceAll(/"20[^"]+Z"/g, 'a time') };
  };
  expect(await declined({ offerFloor: usd(700) })).toEqual(await declined({ autoDecline: usd(700) }));
});

test('[ST-14] who may what: not one’s own, not where offers are off, drafts unknown, one’s turn, and nobody else’s', async () => {
  const listingId = await forSale();
  expect((await offer(listingId, usd(800), seller)).status).toBe(403);
  expect((await market.request('POST', `/api/listings/${listingId}/offers`, { body: { amount: usd(800) } })).status).toBe(401);
  expect((await offer('none', usd(800))).status).toBe(404);
  const { id } = await offered(listingId);
  const stranger = others[0] as TestMember;
  for (const verb of ['accept', 'decline', 'counter', 'withdraw', 'clear']) {
    const body = verb === 'counter' ? { amount: 900 } : {};
    expect((await act(null, verb, id, body)).status, verb).toBe(401);
    expect((await act(stranger, verb, id, body)).status, verb).toBe(404);
    if (verb !== 'clear') expect((await act(verb === 'withdraw' ? seller : buyer, verb, id, body)).status, verb).toBe(403);
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

test('[ST-14] a counter-offer ends what it answers and starts the clock anew; three attempts a buyer, the seller’s answers use up none', async () => {
  const listingId = await forSale();
  const { id } = await offered(listingId, 600);
  expect((await offer(listingId, usd(700))).body.code).toBe('offer_open');
  await passTime(market, 40 * hourMs);
  const back = await act(seller, 'counter', id, { amount: usd(950), message: 'Nearly' });
  expect(back.body).toMatchObject({ counterOf: id, madeBy: 'seller', turn: 'buyer', amount: usd(950), attemptsLeft: 2 });
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
  expect((await act(buyer, 'accept', last.body.id)).body).toMatchObject({ code: 'offer_ended', message: 'This offer has run out.' });
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

test('an accepted offer that is not paid in a day is for sale again: both are told, and the buyer’s record counts it', async () => {
  const listingId = await forSale();
  const id = await accepted(listingId);
  const order = async () => (await market.request('POST', '/api/orders', { as: buyer, body: { offerId: id } })).body;
  const first = await order();
  // Its order ends unpaid: the copy stays the buyer's, and may be ordered again.
  await market.request('POST', `/api/orders/${first.order.id}/cancel`, { as: buyer });
  expect(await read(id)).toMatchObject({ promise: 'open', orderId: null });
  expect(await listingOf(listingId)).toEqual({ status: 'reserved', held: 1 });
  await order();
  await passTime(market, 31 * 60_000);
  expect(await read(id)).toMatchObject({ promise: 'open' });
  await passTime(market, dayMs);
  expect(await read(id, seller)).toMatchObject({ promise: 'lapsed', status: 'accepted', unpaidByBuyer: 1 });
  expect(await listingOf(listingId)).toEqual({ status: 'active', held: 0 });
  for (const member of [buyer, seller]) {
    const mails = (await market.request('GET', `/sandbox/mail.json?to=${member.email}`)).body;
    expect(mails.map((mail: { subject: string }) => mail.subject).join('\n')).toMatch(/not reserved/);
  }
  expect((await market.request('POST', '/api/orders', { as: buyer, body: { offerId: id } })).body.code).toBe('offer_not_payable');
});

test('the order of an accepted offer outlives its day by its own hold, then all is for sale again', async () => {
  const listingId = await forSale();
  const id = await accepted(listingId);
  await passTime(market, dayMs - 60_000);
  await market.request('POST', '/api/orders', { as: buyer, body: { offerId: id } });
  await passTime(market, 2 * 60_000);
  expect(await read(id)).toMatchObject({ promise: 'claimed' });
  await passTime(market, 31 * 60_000);
  expect(await read(id)).toMatchObject({ promise: 'lapsed' });
  expect(await listingOf(listingId)).toEqual({ status: 'active', held: 0 });
});

test('a rule of the seller’s answers at once, tells the buyer that it was one, and stands on no buyer’s page', async () => {
  const listingId = await forSale();
  await edit(listingId, { autoAccept: usd(900), autoDecline: usd(600), offerWindowHours: 24 });
  const shown = (as: TestMember) => market.request('GET', `/api/listings/${listingId}`, { as });
  expect((await shown(seller)).body).toMatchObject({ autoAccept: usd(900), autoDecline: usd(600), offerWindowHours: 24 });
  expect(JSON.stringify((await shown(buyer)).body)).not.toMatch(/auto(Accept|Decline)|offerWindow/);
  expect((await offer(listingId, usd(599))).body).toMatchObject({ status: 'declined', byRule: true });
  const waits = await offered(listingId, 700);
  expect(new Date((await read(waits.id)).expiresAt).getTime()).toBeLessThanOrEqual(market.clock.now().getTime() + dayMs);
  await act(buyer, 'withdraw', waits.id);
  expect((await offer(listingId, usd(900))).body).toMatchObject({ status: 'accepted', byRule: true, promise: 'open' });
  expect(await listingOf(listingId)).toEqual({ status: 'reserved', held: 1 });
  const own = (body: unknown) => market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body });
  expect((await own({ offerWindowHours: 36 })).status).toBe(422);
});

test('a listing that changes under its offers: dearer, cheaper, other words, paused, taken down, each with a sentence', async () => {
  const cheaper = await forSale();
  const { id } = await offered(cheaper, 800);
  await edit(cheaper, { price: usd(700) });
  expect(await act(seller, 'accept', id)).toMatchObject({ status: 409, body: { code: 'price_below_offer', price: usd(700) } });
  await edit(cheaper, { price: usd(1_200) });
  await edit(cheaper, { condition: 'played' });
  const changed = await act(seller, 'accept', id);
  expect(changed).toMatchObject({ status: 409, body: { code: 'listing_changed', fields: ['condition'] } });
  expect(changed.body.message).toBe('The seller has changed the condition since. Nothing was accepted: answer with a counter-offer, or decline.');
  const counter = await act(seller, 'counter', id, { amount: usd(900) });
  expect((await act(buyer, 'accept', counter.body.id)).body.status).toBe('accepted');

  const paused = await forSale();
  const waits = await offered(paused);
  const seen = (await market.request('GET', `/api/listings/${paused}`, { as: buyer })).body.version;
  await edit(paused, { description: 'With a crease.' });
  expect((await offer(paused, usd(700), others[0], { listingVersion: seen })).body).toMatchObject({
    code: 'listing_changed',
    fields: ['description'],
  });
  await market.request('POST', `/api/listings/${paused}/pause`, { as: seller });
  expect((await act(seller, 'accept', waits.id)).body).toMatchObject({ code: 'not_available', message: 'This listing is paused.' });
  expect((await offer(paused, usd(700), others[0])).body.code).toBe('not_available');
  expect((await market.request('DELETE', `/api/listings/${paused}`, { as: seller })).status).toBeLessThan(300);
  await passTime(market);
  expect(await read(waits.id)).toMatchObject({ status: 'declined', note: 'The seller has taken the listing down.' });
});

test('[9-2] somebody pays for the copy meanwhile, the listing runs out, its seller is suspended: the offer says so each time, and waits where it can', async () => {
  const wanted = await forSale();
  const { id } = await offered(wanted);
  const order = await market.request('POST', '/api/orders', { as: others[0], body: { listingId: wanted } });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  expect(await act(seller, 'accept', id)).toMatchObject({
    status: 409,
    body: { code: 'not_available', message: expect.stringMatching(/^Somebody else is buying this right now\./) },
  });
  await market.request('POST', `/api/orders/${order.body.order.id}/cancel`, { as: others[0], body: {} });
  expect((await act(seller, 'accept', id)).body).toMatchObject({ status: 'accepted', promise: 'open' });

  const short = await market.signUp('fred_sells_free');
  const over = await putUpForSale(market, short, { price: 1_000 });
  await passTime(market, 10 * hourMs);
  const late = await offered(over);
  await passTime(market, 39 * hourMs);
  expect(await read(late.id)).toMatchObject({ status: 'pending' });
  const [freeAgain, buyerAgain] = [await signInAgain(market, short), await signInAgain(market, buyer)];
  expect(await act(freeAgain, 'accept', late.id)).toMatchObject({
    status: 409,
    body: { code: 'not_available', message: 'This listing has expired.' },
  });
  expect((await market.request('POST', `/api/listings/${over}/renew`, { as: freeAgain, body: {} })).status).toBe(200);
  expect((await act(freeAgain, 'accept', late.id)).body).toMatchObject({ status: 'accepted' });

  const other = await putUpForSale(market, short, { price: 1_000 });
  const open = await offered(other, 800, buyerAgain);
  await suspendMember(market.platform, { userId: short.id, by: 'command line', reason: 'A test.' });
  await passTime(market);
  expect(await read(open.id, buyerAgain)).toMatchObject({ status: 'declined', note: 'The seller can’t trade at the moment.' });
  // What was accepted keeps nothing any more, and that counts against nobody.
  expect(await read(late.id, buyerAgain)).toMatchObject({ promise: 'lapsed', note: 'One of the two can’t trade at the moment.' });
  expect((await market.platform.pool.query('select is_unpaid from offer where id = $1', [late.id])).rows).toEqual([{ is_unpaid: false }]);
  expect((await offer(other, usd(700), buyerAgain)).status).toBeGreaterThanOrEqual(400);
  await restoreMember(market.platform, { userId: short.id, by: 'command line' });
});

test('a member who goes leaves nothing under way: offers end with a sentence, an accepted one is released', async () => {
  const leaver = await market.signUp('lena_leaves');
  const [open, kept] = [await forSale(), await forSale()];
  const waits = await offered(open, 800, leaver);
  const taken = await offered(kept, 800, leaver);
  await act(seller, 'accept', taken.id);
  const gone = await market.request('POST', '/api/users/delete-account', { as: leaver, body: { password: leaver.password } });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  await passTime(market);
  expect(await read(waits.id, seller)).toMatchObject({ status: 'withdrawn', note: 'The buyer has left the market.' });
  expect(await read(taken.id, seller)).toMatchObject({ status: 'accepted', promise: 'lapsed', unpaidByBuyer: 0 });
  expect(await listingOf(kept)).toEqual({ status: 'active', held: 0 });
});

test('an offer and its answer stand as cards in the thread of the two about the listing, and none is made across a block', async () => {
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
    market.request(method, `/api/members/${seller.id}/block`, { as: first as TestMember, ...(method === 'POST' ? { body: {} } : {}) });
  expect((await block('POST')).status).toBe(200);
  expect((await act(seller, 'accept', id)).status).toBe(403);
  expect((await act(seller, 'decline', id, { reason: 'Never write to me again.' })).status).toBe(403);
  expect(await read(id, first)).toMatchObject({ status: 'pending', declineReason: null });
  expect((await act(seller, 'decline', id)).status).toBe(200);
  expect((await block('DELETE')).status).toBe(200);
});

test('a pause of holds is none of an accepted offer: its copy is held already', async () => {
  const pausing = others[1] as TestMember;
  const { id } = await offered(await forSale(), 800, pausing);
  expect((await act(seller, 'accept', id)).status).toBe(200);
  await market.platform.pool.query("insert into hold_pause (buyer_id, listing_id, until) values ($1, '', $2)", [
    pausing.id,
    new Date(market.platform.clock.now().getTime() + dayMs),
  ]);
  const ordered = await market.request('POST', '/api/orders', { as: pausing, body: { offerId: id } });
  await market.platform.pool.query('delete from hold_pause where buyer_id = $1', [pausing.id]);
  expect(ordered.status, JSON.stringify(ordered.body)).toBe(201);
  await market.request('POST', `/api/orders/${ordered.body.order.id}/cancel`, { as: pausing });
});
