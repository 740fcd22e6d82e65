import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  atOnce,
  auditOrders,
  buyPlaced,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  type RawAnswer,
} from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** A seller offers a listing for less to those who saved it: who gets it, what each can do with it, and who wins. */
let market: TestMarket;
let seller: TestMember;
let fans: [TestMember, TestMember, TestMember, TestMember];

beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp('mara_sells');
  await makePremium(market, seller);
  const [a, b, c, d] = await Promise.all(Array.from({ length: 4 }, (_, n) => market.signUp(`fan_${n}`)));
  fans = [a, b, c, d] as typeof fans;
}, 120_000);
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });
const api = (as: TestMember, method: string, path: string, body?: unknown) =>
  market.request(method, path, { as, ...(body === undefined ? {} : { body }) });
const send = (listingId: string, amount: unknown = usd(800), as = seller, extra = {}) =>
  api(as, 'POST', `/api/listings/${listingId}/offers/watchers`, { amount, ...extra });
const act = (as: TestMember, verb: string, id: string, body: unknown = {}) =>
  api(as, 'POST', `/api/offers/${id}/${verb}`, body);
async function saved(by: readonly TestMember[], extra = {}): Promise<string> {
  const id = await putUpForSale(market, seller, { price: 1_000, ...extra });
  for (const fan of by) expect((await api(fan, 'PUT', `/api/favorites/${id}`)).status).toBe(200);
  return id;
}
const offerOf = async (fan: TestMember, listingId: string) =>
  (await api(fan, 'GET', '/api/offers?role=buyer')).body.items.find(
    (one: { listingId: string }) => one.listingId === listingId,
  );
const ofSeller = async (listingId: string) =>
  (await api(seller, 'GET', '/api/offers?role=seller')).body.items.filter(
    (one: { listingId: string }) => one.listingId === listingId,
  );
const mailsTo = async ({ email }: TestMember) =>
  (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body as { subject: string }[];
const entriesOf = async (fan: TestMember) =>
  (await api(fan, 'GET', '/api/notifications')).body.items as { kind: string; title: string }[];
const count = async (text: string, values: unknown[]) => (await market.platform.pool.query(text, values)).rows[0].n;

test('everybody who saved it has an offer of their own, one mail and one entry; accepting reserves it at that price for a day', async () => {
  const [first, second, third] = fans;
  const listingId = await saved([first, second]);
  const sent = await send(listingId, usd(800), seller, { message: 'For you.' });
  expect(sent).toMatchObject({
    status: 201,
    body: { listingId, amount: usd(800), message: 'For you.', sent: 2, accepted: 0, waiting: 2 },
  });
  expect(new Date(sent.body.nextAt).getTime() - new Date(sent.body.createdAt).getTime()).toBe(7 * dayMs);
  await passTime(market);
  for (const fan of [first, second]) {
    expect(await offerOf(fan, listingId)).toMatchObject({
      amount: usd(800),
      asked: usd(1_000),
      madeBy: 'seller',
      counterOf: null,
      turn: 'buyer',
      message: 'For you.',
      attemptsLeft: 3,
      actions: ['accept', 'decline', 'counter', 'clear'],
    });
    expect((await api(fan, 'GET', '/api/counters')).body).toMatchObject({ offers: 1, messages: 0 });
    expect((await mailsTo(fan)).filter(({ subject }) => subject === 'Offer for you: Charizard for $8.00')).toHaveLength(
      1,
    );
    expect(await entriesOf(fan)).toMatchObject([{ kind: 'saved_offers', title: 'Offer for you: Charizard for $8.00' }]);
  }
  expect(await offerOf(third, listingId)).toBeUndefined();

  const { id } = await offerOf(first, listingId);
  expect((await act(first, 'accept', id)).body).toMatchObject({ status: 'accepted', promise: 'open' });
  const order = await api(first, 'POST', '/api/orders', { offerId: id });
  expect(order).toMatchObject({ status: 201, body: { order: { totals: { items: usd(800) } } } });
  expect((await act(second, 'accept', (await offerOf(second, listingId)).id)).body.code).toBe('not_available');
  await passTime(market, 2 * dayMs + 60 * 60_000);
  expect(await offerOf(first, listingId)).toMatchObject({ promise: 'lapsed' });
  // The seller gets no email about offers that expired or were declined, only about the acceptance and the unpaid
  // reservation.
  expect(
    (await mailsTo(seller)).map(({ subject }) => subject).filter((subject) => subject.startsWith('Offer expired')),
  ).toEqual([]);
});

test('its seller reads each offer that they sent, withdraws one and clears one, and learns the recipient once it is accepted or countered', async () => {
  const [first, second, third, fourth] = fans;
  const listingId = await saved(fans, { price: 1_013, quantity: 2 });
  const talk = await api(third, 'POST', '/api/threads', {
    recipientId: seller.id,
    listingId,
    text: 'Is it still there?',
  });
  const line = await connectLive(`${market.url.replace(/^http/, 'ws')}/api/realtime`, {
    cookie: seller.cookie,
    origin: market.url,
  });
  await line.hello();
  await line.subscribe('me', 'me', {});
  const notified = (await mailsTo(seller)).length;
  await send(listingId);
  const [one, two, three, four] = await Promise.all(fans.map((fan) => offerOf(fan, listingId)));
  const ids = [one, two, three, four].map(({ id }) => id);
  const named = (buyer: TestMember) => ({ buyerId: buyer.id, buyer: { id: buyer.id, username: buyer.username } });
  const nameless = { buyerId: null, buyer: null, attemptsLeft: null, unpaidByBuyer: null, note: null };
  const { items: listed } = (await api(seller, 'GET', '/api/offers?role=seller&status=pending')).body;
  // All have the same timestamp, so that their random ids determine the order.
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids.toSorted().reverse());
  const sent = {
    madeBy: 'seller',
    turn: 'buyer',
    status: 'pending',
    amount: usd(800),
    expiresAt: one.expiresAt,
    actions: ['withdraw', 'clear'],
  };
  for (const shown of [...listed, (await api(seller, 'GET', `/api/offers/${one.id}`)).body])
    expect(shown).toMatchObject({ ...sent, ...nameless });
  expect(await offerOf(first, listingId)).toMatchObject({ ...named(first), attemptsLeft: 3 });
  expect((await api(seller, 'GET', `/api/threads/${talk.body.id}/messages`)).body.items).toHaveLength(1);
  expect((await api(seller, 'GET', '/api/counters')).body.offers).toBe(0);
  expect((await act(seller, 'accept', one.id)).status).toBe(403);

  const withdrawn = await act(seller, 'withdraw', one.id);
  expect(withdrawn).toMatchObject({ status: 200, body: { status: 'withdrawn', ...nameless } });
  expect((await act(first, 'accept', one.id)).body).toMatchObject({
    code: 'offer_ended',
    message: 'This offer was withdrawn.',
  });
  expect(await offerOf(first, listingId)).toMatchObject({ status: 'withdrawn', ...named(first), cleared: false });
  expect((await act(seller, 'clear', one.id)).body).toMatchObject({ cleared: true, ...nameless });
  await act(second, 'decline', two.id, { reason: 'Too much for me.' });
  const seen = await ofSeller(listingId);
  const states = Object.fromEntries(seen.map(({ id, status }: { id: string; status: string }) => [id, status]));
  expect(states).toEqual({ [one.id]: 'withdrawn', [two.id]: 'declined', [three.id]: 'pending', [four.id]: 'pending' });
  expect(seen.find(({ id }: { id: string }) => id === two.id)).toMatchObject({
    declineReason: 'Too much for me.',
    ...nameless,
  });

  await passTime(market);
  await line.until(() =>
    ids.every((id) => line.frames.some((frame) => frame.type === 'event' && frame.data.id === id)) ? true : undefined,
  );
  expect(await mailsTo(seller)).toHaveLength(notified);
  const { offers } = (await api(seller, 'GET', '/api/export')).body.offers;
  const exported = offers.filter(({ id }: { id: string }) => ids.includes(id));
  expect(exported.map(({ id }: { id: string }) => id)).toEqual(ids.toSorted());
  // The one who wrote is named by what they wrote, and by nothing else.
  const entries = (await entriesOf(seller)).filter(({ kind }) => kind !== 'messages');
  const frames = line.frames.filter((frame) => !(frame.type === 'event' && frame.kind === 'message.created'));
  const read = [listed, seen, withdrawn.body, exported, entries, frames].map((part) => JSON.stringify(part));
  for (const { id, username } of fans)
    expect(read.filter((part) => part.includes(id) || part.includes(username))).toEqual([]);
  line.socket.close();

  const back = await act(third, 'counter', three.id, { amount: usd(700) });
  expect((await act(fourth, 'accept', four.id)).status).toBe(200);
  for (const [id, fan] of [
    [three.id, third],
    [back.body.id, third],
    [four.id, fourth],
  ] as const)
    expect((await api(seller, 'GET', `/api/offers/${id}`)).body).toMatchObject(named(fan));
  expect((await ofSeller(listingId)).filter(({ buyer }: { buyer: unknown }) => buyer === null)).toHaveLength(2);
});

test('once a listing and week; only the seller; never above the price; not what is off sale; no member who has not saved it', async () => {
  const [first, second] = fans;
  const listingId = await saved([first]);
  expect((await send(listingId, usd(1_001))).body.errors.amount).toBe(
    'Enter at most $10.00, the price of the listing.',
  );
  expect((await send(listingId, { amount: 800, currency: 'EUR' })).status).toBe(422);
  expect(await send(listingId, usd(800), second)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  expect((await send('nothing')).status).toBe(404);
  const draft = await api(seller, 'POST', '/api/listings', {
    game: 'pokemon',
    name: 'Mew',
    condition: 'good',
    price: usd(1_000),
    status: 'draft',
  });
  expect((await send(draft.body.id, usd(800), second)).status).toBe(404);
  expect((await send(draft.body.id)).body.code).toBe('not_available');
  await api(seller, 'POST', `/api/listings/${listingId}/pause`);
  expect(await send(listingId)).toMatchObject({ status: 409, body: { code: 'not_available' } });
  await api(seller, 'POST', `/api/listings/${listingId}/resume`);

  // Less than the half is the seller's to give.
  expect((await send(listingId, 300)).status).toBe(201);
  expect((await send(listingId)).body.code).toBe('sent_lately');
  await passTime(market, 7 * dayMs - 60_000);
  expect((await send(listingId)).body.code).toBe('sent_lately');
  await passTime(market, 60_000);
  expect(await send(listingId)).toMatchObject({ status: 201, body: { sent: 1, amount: usd(800) } });
  expect((await send(await saved([]))).body.code).toBe('nobody_saved');
});

test('blocked and suspended members and those with an open offer are left out, and members who declined such mails get none', async () => {
  const [first, second, third, fourth] = fans;
  const listingId = await saved(fans);
  const own = await api(first, 'POST', `/api/listings/${listingId}/offers`, { amount: usd(700) });
  expect((await api(second, 'POST', `/api/members/${seller.id}/block`, {})).status).toBe(200);
  await market.platform.pool.query('update auth_user set suspended_at = now() where id = $1', [third.id]);
  await api(fourth, 'PUT', '/api/notifications/preferences', { kinds: { saved_offers: { mail: false } } });
  const before = (await mailsTo(fourth)).length;
  expect((await send(listingId)).body).toMatchObject({ sent: 1 });
  expect(await offerOf(fourth, listingId)).toMatchObject({ amount: usd(800) });
  expect(await offerOf(first, listingId)).toMatchObject({ id: own.body.id, madeBy: 'buyer' });
  expect(await count('select count(*)::int as n from offer where listing_id = $1', [listingId])).toBe(2);
  await passTime(market);
  expect(await mailsTo(fourth)).toHaveLength(before);
  await market.platform.pool.query('update auth_user set suspended_at = null where id = $1', [third.id]);
  await api(second, 'DELETE', `/api/members/${seller.id}/block`);
  await api(fourth, 'PUT', '/api/notifications/preferences', { kinds: { saved_offers: { mail: true } } });
});

test('[ST-14] two who saved it accept the last copy at the same moment: one has it, the other reads why not', {
  timeout: 60_000,
}, async () => {
  const [first, second] = fans;
  for (let round = 0; round < 5; round++) {
    const listingId = await saved([first, second]);
    expect((await send(listingId)).status).toBe(201);
    const made = await Promise.all(
      [first, second].map(async (fan) => ({
        path: `/api/offers/${(await offerOf(fan, listingId)).id}/accept`,
        headers: { cookie: fan.cookie, origin: market.url },
        body: '{}',
      })),
    );
    const answers: RawAnswer[] = await atOnce(market.url, made);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(JSON.parse(answers.find(({ status }) => status === 409)?.body ?? '{}').code).toBe('not_available');
    expect(
      await count("select count(*)::int as n from offer where listing_id = $1 and promise = 'open'", [listingId]),
    ).toBe(1);
    expect(await count('select quantity_held as n from listing where id = $1', [listingId])).toBe(1);
  }
});

test('[ST-14] two sent at the same moment: one goes out', async () => {
  const listingId = await saved(fans);
  const one = {
    path: `/api/listings/${listingId}/offers/watchers`,
    headers: { cookie: seller.cookie, origin: market.url },
    body: JSON.stringify({ amount: 800 }),
  };
  const answers = await atOnce(market.url, [one, one, one]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await count('select count(*)::int as n from offer where listing_id = $1', [listingId])).toBe(4);
});

test('what changes after it was sent: cheaper, paused, sold, blocked; each acceptance says why not', async () => {
  const [first, second] = fans;
  const cheaper = await saved([first]);
  await send(cheaper);
  await api(seller, 'PATCH', `/api/listings/${cheaper}`, { price: usd(700) });
  const { id } = await offerOf(first, cheaper);
  expect(await act(first, 'accept', id)).toMatchObject({
    status: 409,
    body: { code: 'price_below_offer', price: usd(700) },
  });
  await api(seller, 'PATCH', `/api/listings/${cheaper}`, { price: usd(1_200) });
  await api(seller, 'POST', `/api/listings/${cheaper}/pause`);
  expect(await act(first, 'accept', id)).toMatchObject({
    status: 409,
    body: { code: 'not_available', message: 'This listing is paused.' },
  });
  await api(seller, 'POST', `/api/listings/${cheaper}/resume`);
  await api(seller, 'PATCH', `/api/listings/${cheaper}`, { condition: 'played' });
  expect((await act(first, 'accept', id)).body.code).toBe('listing_changed');
  await api(seller, 'POST', `/api/members/${first.id}/block`, {});
  expect((await act(first, 'accept', id)).status).toBe(403);
  await api(seller, 'DELETE', `/api/members/${first.id}/block`);

  const sold = await saved([first, second]);
  await send(sold);
  const ofOffers = async () => (await mailsTo(second)).filter(({ subject }) => /offer/i.test(subject)).length;
  const before = await ofOffers();
  const { checkoutUrl } = await buyPlaced(market, first, sold);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await offerOf(first, sold)).toMatchObject({ status: 'declined', note: 'The buyer bought it at its price.' });
  expect(await offerOf(second, sold)).toMatchObject({ status: 'declined', note: 'It was sold to another buyer.' });
  // Nor does it reveal to its seller that the member who bought it had saved it.
  for (const shown of await ofSeller(sold))
    expect(shown).toMatchObject({ status: 'declined', note: 'It was sold.', buyerId: null });
  expect(await ofSeller(sold)).toHaveLength(2);
  // A notification says that it has ended; the one email about it was sent before. Another feature sends the
  // notification that a favourite was sold.
  expect((await ofOffers()) - before).toBeLessThanOrEqual(1);
  expect((await mailsTo(second)).some(({ subject }) => subject.startsWith('Offer ended'))).toBe(false);
});

test('it is countered like a counter-offer, and takes no place from those who offer', async () => {
  const listingId = await saved(fans);
  await send(listingId);
  const [first, second] = fans;
  const open = await api(first, 'POST', `/api/listings/${listingId}/offers`, { amount: usd(700) });
  expect(open.body).toMatchObject({
    code: 'offer_open',
    message: expect.stringContaining('The seller made you an offer'),
  });
  const back = await act(first, 'counter', (await offerOf(first, listingId)).id, { amount: usd(700) });
  expect(back.body).toMatchObject({ madeBy: 'buyer', turn: 'seller', attemptsLeft: 2 });
  expect((await act(seller, 'accept', back.body.id)).body).toMatchObject({ status: 'accepted' });
  expect((await act(second, 'decline', (await offerOf(second, listingId)).id)).body.status).toBe('declined');
  await passTime(market);
  expect((await entriesOf(seller)).filter(({ title }) => title.startsWith('Offer declined'))).toEqual([]);

  const busy = await saved(fans);
  await send(busy);
  const others = await Promise.all(Array.from({ length: 2 }, (_, n) => market.signUp(`late_${n}`)));
  for (const other of others)
    expect((await api(other, 'POST', `/api/listings/${busy}/offers`, { amount: usd(700) })).status).toBe(201);
});
