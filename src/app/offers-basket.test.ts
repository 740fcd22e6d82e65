import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listPayableOffers } from '#features/offers/index.server.ts';
import { atOnce, auditOrders, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** One amount for several listings of one seller: made, answered line by line, and kept for the buyer all or none. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer, other] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_bids'), market.signUp('otto_other')]);
  await makePremium(market, seller);
}, 120_000);
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });
const forSale = (price = 1_000, extra = {}) => putUpForSale(market, seller, { price, ...extra });
const several = (...prices: number[]) => Promise.all(prices.map((price) => forSale(price)));
const basket = (ids: string[], amount: number, extra = {}, as = buyer) =>
  market.request('POST', '/api/offers/basket', {
    as,
    body: { sellerId: seller.id, lines: ids.map((listingId) => ({ listingId })), amount: usd(amount), ...extra },
  });
const act = (as: TestMember, verb: string, id: string, body: unknown = {}) => market.request('POST', `/api/offers/${id}/${verb}`, { as, body });
const list = async (as: TestMember, query: string) => (await market.request('GET', `/api/offers?${query}`, { as })).body.items;
const read = async (id: string, as = buyer) => (await market.request('GET', `/api/offers/${id}`, { as })).body;
const waiting = async (as: TestMember) => (await market.request('GET', '/api/counters', { as })).body.offers;
const held = async (ids: string[]) =>
  (await market.platform.pool.query('select quantity_held as held from listing where id = any($1) order by array_position($1, id)', [ids])).rows.map(
    (row) => row.held,
  );
async function made(ids: string[], amount: number, extra = {}) {
  const answer = await basket(ids, amount, extra);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const order = (offerId: string, extra = {}) => market.request('POST', '/api/orders', { as: buyer, body: { offerId, ...extra } });
const edit = async (listingId: string, body: unknown) => {
  const answer = await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

test('[9-2] one amount for three listings is one offer, split to the cent, and reserves all three at once', async () => {
  const ids = await several(1_000, 700, 300);
  const before = await waiting(seller);
  const offer = await made(ids, 1_501, { message: 'For all three?' });
  expect(offer).toMatchObject({ amount: usd(1_501), asked: usd(2_000), quantity: 3, status: 'pending', turn: 'seller', attemptsLeft: 2 });
  expect(offer.title).toMatch(/ and 2 more$/);
  expect(offer.lines.map((line: { amount: unknown }) => line.amount)).toEqual([usd(751), usd(525), usd(225)]);
  expect(await waiting(seller)).toBe(before + 1);
  expect((await list(seller, 'role=seller&status=pending')).filter(({ lines }: { lines: unknown }) => lines)).toHaveLength(1);

  const taken = await act(seller, 'accept', offer.id);
  expect(taken).toMatchObject({ status: 200, body: { status: 'accepted', promise: 'open', amount: usd(1_501), quantity: 3 } });
  expect(await held(ids)).toEqual([1, 1, 1]);
  expect(await waiting(seller)).toBe(before);
  const accepted = (await list(buyer, 'role=buyer&status=accepted')).filter(({ listingId }: { listingId: string }) => ids.includes(listingId));
  expect(accepted.map(({ amount }: { amount: { amount: number } }) => amount.amount)).toEqual([1_501]);
});

test('[9-2] what was accepted of several is paid in one checkout, with the dearest post once, by the id of any of its lines', async () => {
  const letter = (amount: number) => [{ name: 'Letter', price: usd(amount), tracked: false }];
  const ids = await Promise.all([150, 90, 420].map((post) => forSale(1_000, { shipping: letter(post) })));
  const offer = await made(ids, 2_700);
  expect((await act(seller, 'accept', offer.id, { lines: [ids[1], ids[2]] })).body).toMatchObject({ amount: usd(1_800) });
  const line = offer.lines[2].offerId;
  const wrong = await order(line, { quantity: 1 });
  expect(wrong).toMatchObject({ status: 422, body: { errors: { quantity: 'This offer is for 2 copies. Leave the quantity out, or name that.' } } });
  const placed = await order(line, { quantity: 2 });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  expect(placed.body.order).toMatchObject({
    items: [
      { listingId: ids[1], price: usd(900) },
      { listingId: ids[2], price: usd(900) },
    ],
    totals: { items: usd(1_800), shipping: usd(420), total: usd(2_220) },
  });
  expect(await order(offer.lines[1].offerId)).toMatchObject({ status: 409, body: { code: 'offer_not_payable', orderId: placed.body.order.id } });
  await pay(placed.body.checkoutUrl);
  await passTime(market);
  for (const at of [1, 2]) expect(await read(offer.lines[at].offerId)).toMatchObject({ promise: 'paid', orderId: placed.body.order.id });
  const told = (await market.request('GET', '/api/notifications', { as: seller })).body.items[0];
  expect(told.title).toMatch(/^You sold: .* and 1 more$|and 1 more$/);
});

test('[9-2] what was accepted of several and is not paid is for sale again as a whole, told once to each and counted once', async () => {
  // What earlier tests left unpaid lapses first.
  await passTime(market, dayMs);
  const unpaid = async () => (await read((await made(await several(1_000, 1_000), 1_800)).id, seller)).unpaidByBuyer;
  const before = await unpaid();
  const ids = await several(1_000, 1_000, 1_000);
  const offer = await made(ids, 2_400);
  await act(seller, 'accept', offer.id);
  const placed = await order(offer.id);
  // Both read that leaving it unpaid does not put it up for sale.
  const { payBy } = await read(offer.id);
  for (const as of [buyer, seller]) {
    const { body } = await market.request('GET', `/api/orders/${placed.body.order.id}`, { as });
    expect([placed.body.order.reservedUntil, body.reservedUntil]).toEqual([payBy, payBy]);
  }
  expect((await market.request('POST', `/api/orders/${placed.body.order.id}/cancel`, { as: buyer, body: {} })).status).toBe(200);
  expect(await held(ids)).toEqual([1, 1, 1]);
  expect(await read(offer.id)).toMatchObject({ promise: 'open', quantity: 3 });
  await passTime(market, dayMs);
  expect(await held(ids)).toEqual([0, 0, 0]);
  for (const { offerId } of offer.lines) expect(await read(offerId)).toMatchObject({ promise: 'lapsed', quantity: 3 });
  for (const as of [buyer, seller]) {
    const told = (await market.request('GET', '/api/notifications', { as })).body.items;
    expect(
      told.filter(
        ({ title, link }: { title: string; link: string }) =>
          / and 2 more (is not reserved|was not paid)/.test(title) &&
          offer.lines.some((line: { offerId: string }) => link.endsWith(`#${line.offerId}`)),
      ),
    ).toHaveLength(1);
  }
  expect(await unpaid()).toBe(before + 1);
});

test('[9-2] several copies of a line cost the same: what cannot be split to the cent is refused with what can', async () => {
  const ids = [await forSale(1_000, { quantity: 3 }), await forSale(500, { quantity: 2 })];
  const lines = [
    { listingId: ids[0], quantity: 3 },
    { listingId: ids[1], quantity: 2 },
  ];
  const refused = await basket([], 3_201, { lines });
  expect(refused).toMatchObject({ status: 422, body: { errors: { amount: expect.stringContaining('$32.00 can.') } } });
  const offer = await made([], 3_200, { lines });
  expect(offer).toMatchObject({ quantity: 5, amount: usd(3_200) });
  expect((await act(seller, 'accept', offer.id)).status).toBe(200);
  expect(await held(ids)).toEqual([3, 2]);
  const placed = await order(offer.id);
  expect(placed.body.order).toMatchObject({
    items: [
      { listingId: ids[0], quantity: 3, price: usd(800) },
      { listingId: ids[1], quantity: 2, price: usd(400) },
    ],
    totals: { items: usd(3_200) },
  });
  expect((await market.request('POST', `/api/orders/${placed.body.order.id}/cancel`, { as: buyer, body: {} })).status).toBe(200);
  await passTime(market, dayMs);
  expect(await held(ids)).toEqual([0, 0]);
});

test('[9-2] all but this one: the seller takes some, the rest is declined, and both are told once of each', async () => {
  const ids = await several(1_000, 1_000, 1_000);
  const offer = await made(ids, 2_400);
  expect((await act(seller, 'accept', offer.id, { lines: [] })).status).toBe(422);
  expect((await act(seller, 'accept', offer.id, { lines: [offer.id] })).status).toBe(422);
  expect((await act(seller, 'accept', offer.id, { lines: [ids[0], ids[2]] })).body).toMatchObject({ status: 'accepted', amount: usd(1_600) });
  expect(await held(ids)).toEqual([1, 0, 1]);
  const now = await read(offer.id);
  expect(now.lines.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'declined', 'accepted']);
  expect(now.lines[1].note).toBe('The others of this offer were answered without it.');
  const news = (await market.request('GET', '/api/notifications', { as: buyer })).body.items.slice(0, 2);
  expect(news.map(({ title }: { title: string }) => title).sort()).toEqual([
    expect.stringMatching(/^\$16\.00 for .* and 1 more was accepted$/),
    expect.stringMatching(/^\$8\.00 for .* was declined$/),
  ]);
});

test('[9-2] another sum: a counter-offer for some of them is all or nothing for the buyer, who may answer it again', async () => {
  const ids = await several(1_000, 1_000, 1_000);
  const offer = await made(ids, 1_800);
  const counter = await act(seller, 'counter', offer.id, { amount: 1_901, lines: [ids[0], ids[1]] });
  expect(counter).toMatchObject({ status: 200, body: { madeBy: 'seller', turn: 'buyer', amount: usd(1_901), quantity: 2, counterOf: offer.id } });
  expect(await read(offer.id)).toMatchObject({ status: 'countered', amount: usd(1_200) });
  expect((await act(buyer, 'accept', counter.body.id, { lines: [ids[0]] })).body.errors.lines).toContain('for all of these listings');
  const again = await act(buyer, 'counter', counter.body.id, { amount: 950, lines: [ids[1]] });
  expect(again).toMatchObject({ status: 200, body: { madeBy: 'buyer', lines: null, amount: usd(950), attemptsLeft: 1 } });
  expect((await act(seller, 'accept', again.body.id)).status).toBe(200);
  expect(await held(ids)).toEqual([0, 1, 0]);
});

test('[9-2] what is offered for several: two listings at least, of this seller, once each, in bounds, and nothing of it where one refuses', async () => {
  const ids = (await several(1_000, 1_000)) as [string, string];
  const foreign = await putUpForSale(market, other, { price: 1_000 });
  expect((await basket([ids[0]], 900)).body.errors.lines).toContain('at least two');
  expect((await basket([ids[0], ids[0]], 900)).body.errors.lines).toContain('once');
  expect((await basket([ids[0], foreign], 1_800)).status).toBe(404);
  expect((await basket(['\u0000', ids[0]], 1_800)).status).toBe(404);
  expect((await basket(ids, 2_001)).body.errors.amount).toBe("These listings ask $20.00 together: an offer can't be above that.");
  expect((await basket(ids, 998)).body.errors.amount).toContain('An offer must be at least half of the price: $5.00.');
  expect((await basket(ids, 1_800, {}, seller)).status).toBe(403);
  expect((await basket(ids, 1_800, { lines: [{ listingId: ids[0], quantity: 2 }, { listingId: ids[1] }] })).body.message).toContain(
    'Only 1 copy is left.',
  );
  await edit(ids[1], { acceptsOffers: false });
  expect(await basket(ids, 1_800)).toMatchObject({ status: 409, body: { code: 'offers_off' } });
  expect((await list(buyer, 'role=buyer&status=pending')).filter(({ listingId }: { listingId: string }) => ids.includes(listingId))).toEqual([]);
});

test('[9-2] each listing of an offer for several counts among the offers of an hour, and what was refused counts none', async () => {
  const many = await market.signUp('mira_many');
  const counted = async () =>
    (await market.platform.pool.query("select coalesce(sum(points), 0)::int as n from limit_counter where key like 'offers.made:%'")).rows[0].n;
  const before = await counted();
  const ids = await several(1_000, 1_000, 1_000);
  expect((await basket(ids, 2_400, {}, many)).status).toBe(201);
  expect((await basket(ids, 2_400, {}, many)).status).toBe(409);
  expect((await counted()) - before).toBe(3);

  // A counter-offer counts as many as it is about, whether it names them or not.
  const [offer] = await list(seller, 'role=seller&status=pending');
  const first = await counted();
  expect(await act(seller, 'counter', offer.id, { amount: usd(999_999) })).toMatchObject({ status: 422 });
  expect((await counted()) - first).toBe(0);
  const whole = await act(seller, 'counter', offer.id, { amount: usd(2_700) });
  expect(whole.status, JSON.stringify(whole.body)).toBeLessThan(300);
  expect((await counted()) - first).toBe(3);
  const some = await act(many, 'counter', whole.body.id, { amount: usd(1_700), lines: ids.slice(0, 2) });
  expect(some.status, JSON.stringify(some.body)).toBeLessThan(300);
  expect((await counted()) - first).toBe(5);
});

test('[9-2] withdrawn, declined, cleared and run out together', async () => {
  const gone = await made(await several(1_000, 1_000), 1_800);
  expect((await act(seller, 'withdraw', gone.id)).status).toBe(403);
  expect((await act(other, 'withdraw', gone.id)).status).toBe(404);
  expect((await act(buyer, 'withdraw', gone.id)).body).toMatchObject({ status: 'withdrawn', amount: usd(1_800) });
  const no = await made(await several(1_000, 1_000), 1_800);
  expect((await act(seller, 'decline', no.id, { reason: 'Too little.' })).body).toMatchObject({
    status: 'declined',
    quantity: 2,
    declineReason: 'Too little.',
  });
  const late = await made(await several(1_000, 1_000), 1_800);
  const before = await waiting(seller);
  expect((await act(seller, 'clear', late.id)).body.cleared).toBe(true);
  expect(await waiting(seller)).toBe(before - 1);
  await passTime(market, 48 * hourMs);
  expect(await read(late.id)).toMatchObject({ status: 'expired', quantity: 2 });
  const told = (await market.request('GET', '/api/notifications', { as: buyer })).body.items;
  const ofLate = ({ title, link }: { title: string; link: string }) =>
    title.includes('has run out') && late.lines.some(({ offerId }: { offerId: string }) => link.endsWith(`#${offerId}`));
  expect(told.filter(ofLate)).toHaveLength(1);
});

test('[9-2] what no card could pay with the post is neither offered, countered nor accepted, and says why', async () => {
  const letter = (amount: number) => [{ name: 'Letter', price: usd(amount), tracked: false }];
  const dear = await Promise.all([forSale(1_000), forSale(1_000, { shipping: letter(99_998_200) })]);
  const tooLarge = (sum: string) => `With the post this comes to ${sum}, and the largest order that can be paid by card is $999,999.99.`;
  const tooSmall = (sum: string) => `With the post this comes to ${sum}, and the smallest order that can be paid by card is $0.50.`;
  const refused = (answer: { status: number; body: { errors?: Record<string, string> } }, field: string, says: string) => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(answer.body.errors?.[field]).toContain(says);
  };
  refused(await basket(dear, 1_800), 'amount', tooLarge('$1,000,000.00'));
  const offer = await made(dear, 1_799);
  refused(await act(seller, 'counter', offer.id, { amount: 1_800 }), 'amount', tooLarge('$1,000,000.00'));
  expect(await read(offer.id)).toMatchObject({ status: 'pending' });
  await edit(dear[1] as string, { shipping: letter(99_998_201) });
  refused(await act(seller, 'accept', offer.id), 'lines', tooLarge('$1,000,000.00'));
  expect(await held(dear)).toEqual([0, 0]);
  expect((await act(seller, 'accept', offer.id, { lines: [dear[0]] })).status).toBe(200);

  const cheap = await several(30, 30, 30);
  refused(await basket(cheap.slice(0, 2), 49), 'amount', tooSmall('$0.49'));
  const small = await made(cheap, 60);
  refused(await act(seller, 'accept', small.id, { lines: [cheap[0], cheap[1]] }), 'lines', tooSmall('$0.40'));
  refused(await act(seller, 'counter', small.id, { amount: 30, lines: [cheap[0]] }), 'amount', tooSmall('$0.30'));
  expect(await held(cheap)).toEqual([0, 0, 0]);
  expect((await act(seller, 'accept', small.id)).status).toBe(200);
  // One that may be sent in a dearer way can be paid in that one.
  const two = [...letter(5), { name: 'Tracked', price: usd(30), tracked: true }];
  const alone = await forSale(40, { shipping: two });
  const single = (amount: number) => market.request('POST', `/api/listings/${alone}/offers`, { as: buyer, body: { amount: usd(amount) } });
  expect((await single(20)).status).toBe(201);
  const least = await forSale(60);
  refused(await market.request('POST', `/api/listings/${least}/offers`, { as: buyer, body: { amount: usd(49) } }), 'amount', tooSmall('$0.49'));
  expect((await market.request('POST', `/api/listings/${least}/offers`, { as: buyer, body: { amount: usd(50) } })).status).toBe(201);
});

test('[9-2] an accepted offer that no card can pay says so, is not offered for payment, and lapses without counting against its buyer', async () => {
  await passTime(market, dayMs);
  const unpaid = async () => (await read((await made(await several(1_000, 1_000), 1_800)).id, seller)).unpaidByBuyer;
  const before = await unpaid();
  const ids = await several(1_000, 1_000);
  const offer = await made(ids, 1_800);
  await act(seller, 'accept', offer.id);
  expect((await read(offer.id)).actions).toContain('pay');
  const payable = async () => {
    const { items, all } = await listPayableOffers(market.platform, buyer.id, 8);
    return { isThere: items.some(({ id }) => id === offer.id), rest: all - items.length };
  };
  expect(await payable()).toEqual({ isThere: true, rest: 0 });
  // As a process of the version before accepted it.
  await market.platform.pool.query('update offer set amount = 10 where listing_id = any($1)', [ids]);
  expect(await read(offer.id)).toMatchObject({ promise: 'open', note: expect.stringContaining('the smallest order that can be paid by card') });
  expect((await read(offer.id)).actions).not.toContain('pay');
  expect(await payable()).toEqual({ isThere: false, rest: 0 });
  await passTime(market, dayMs);
  expect(await held(ids)).toEqual([0, 0]);
  for (const as of [buyer, seller])
    expect(await read(offer.id, as)).toMatchObject({ promise: 'lapsed', note: expect.stringContaining('This counts against nobody.') });
  expect(await unpaid()).toBe(before);
});

interface Race {
  what: string;
  happens: (id: string) => Promise<unknown>;
  code: string;
  says: RegExp;
  after?: () => Promise<unknown>;
}
const races: Race[] = [
  {
    what: 'sold',
    happens: async (listingId) =>
      pay((await market.request('POST', '/api/orders', { as: other, body: { listingId } })).body.checkoutUrl).then(() => passTime(market)),
    code: 'offer_ended',
    says: /declined/,
  },
  {
    what: 'held',
    happens: (listingId) => market.request('POST', '/api/orders', { as: other, body: { listingId } }),
    code: 'not_available',
    says: /: Somebody else is buying this right now/,
  },
  { what: 'price changed below', happens: (id) => edit(id, { price: usd(600) }), code: 'price_below_offer', says: /: This listing asks \$6\.00 now/ },
  { what: 'described otherwise', happens: (id) => edit(id, { condition: 'poor' }), code: 'listing_changed', says: /: The seller has changed/ },
  {
    what: 'paused',
    happens: (id) => market.request('POST', `/api/listings/${id}/pause`, { as: seller, body: {} }),
    code: 'not_available',
    says: /: /,
  },
  {
    what: 'blocked',
    happens: () => market.request('POST', `/api/members/${seller.id}/block`, { as: buyer, body: {} }),
    code: 'blocked',
    says: /can’t write to each other/,
    after: () => market.request('DELETE', `/api/members/${seller.id}/block`, { as: buyer }),
  },
  {
    what: 'away',
    happens: () =>
      market.request('PUT', '/api/profile/vacation', {
        as: seller,
        body: { from: market.clock.now().toISOString(), to: new Date(market.clock.now().getTime() + 3 * dayMs).toISOString() },
      }),
    code: 'seller_away',
    says: /vacation/,
    after: () => market.request('DELETE', '/api/profile/vacation', { as: seller }),
  },
];
for (const { what, happens, code, says, after } of races)
  test(`[9-2] one line ${what}: accepting all takes none, and says which`, async () => {
    const ids = (await several(1_000, 1_000, 1_000)) as [string, string, string];
    const offer = await made(ids, 2_400);
    const title = offer.lines[1].title;
    await happens(ids[1]);
    const lines = what === 'sold' ? { lines: ids } : {};
    const answer = await act(seller, 'accept', offer.id, lines);
    if (what === 'sold') {
      expect(answer.body.errors.lines).toContain('not in this offer any more');
      expect((await read(offer.lines[1].offerId)).status).toBe('declined');
    } else {
      expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([code === 'blocked' ? 403 : 409, code]);
      expect(answer.body.message).toMatch(says);
      if (says.source.startsWith(': ')) expect(answer.body.message.startsWith(`${title}: `)).toBe(true);
    }
    expect((await held(ids)).filter((n, at) => at !== 1 && n > 0)).toEqual([]);
    await after?.();
    // Without that line, the others go on at their shares.
    const rest = await act(seller, 'accept', offer.id, { lines: [ids[0], ids[2]] });
    expect(rest.status, JSON.stringify(rest.body)).toBe(200);
    expect((await held(ids)).filter((_, at) => at !== 1)).toEqual([1, 1]);
  });

test('[9-2] two accepts at the same moment, and two offers that share a listing: the copies go to one', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 6; round++) {
    const [a, b, c] = (await several(1_000, 1_000, 1_000)) as [string, string, string];
    const first = await made([a, b], 1_800);
    const second = (await basket([c, b], 1_800, {}, other)).body;
    const send = (id: string) => ({
      path: `/api/offers/${id}/accept`,
      headers: { cookie: seller.cookie, origin: market.url },
      body: '{}',
    });
    const answers = await atOnce(market.url, [send(first.id), send(second.id), send(first.id), send(second.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, JSON.parse(body).code]).toEqual([409, expect.stringMatching(/not_available|offer_ended/)]);
    expect([...(await held([a, b, c]))].sort()).toEqual([0, 1, 1]);
    expect((await held([b]))[0]).toBe(1);
    expect(await auditOrders(market.platform.pool)).toEqual([]);
  }
});
