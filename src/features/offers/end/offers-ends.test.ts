import { expect, test } from 'vitest';
import { restoreMember, suspendMember } from '#features/auth/index.server.ts';
import { listOrderNeeds } from '#features/orders/index.server.ts';
import { passTime, putUpForSale, readOrderAs, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { findAnswerTime } from '../index.server.ts';
import { bargain, usd } from '../offers.testing.ts';

/** How offers end without an answer: unpaid, with the listing, with a member who leaves. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let others: TestMember[];
const { offer, act, offered, forSale, read, listingOf, edit, accepted } = bargain((made) => {
  ({ market, seller, buyer, others } = made);
});

test('an accepted offer that is not paid in a day is for sale again: both are notified, and the buyer’s record counts it', async () => {
  const listingId = await forSale();
  const id = await accepted(listingId);
  const order = async () => (await market.request('POST', '/api/orders', { as: buyer, body: { offerId: id } })).body;
  const first = await order();
  // Its order ends unpaid: the copy stays the buyer's, and may be ordered again.
  await market.request('POST', `/api/orders/${first.order.id}/cancel`, { as: buyer });
  expect(await read(id)).toMatchObject({ promise: 'open', orderId: null });
  expect(await listingOf(listingId)).toEqual({ status: 'reserved', held: 1 });
  const { order: second } = await order();
  // One purchase has one deadline, which is the offer's, however often its payment page is opened.
  expect(second.holdExpiresAt).toBe((await read(id)).payBy);
  // Another purchase at that time has its own, and nothing to do with the offer.
  const { body: beside } = await market.request('POST', '/api/orders', {
    as: others[0],
    body: { listingId: await forSale() },
  });
  expect(await readOrderAs(market, others[0] as TestMember, beside.order.id)).toMatchObject({
    reservedUntil: null,
    holdExpiresAt: beside.order.holdExpiresAt,
  });
  await passTime(market, 31 * 60_000);
  expect(await read(id)).toMatchObject({ promise: 'claimed', orderId: second.id });
  expect(await readOrderAs(market, buyer, second.id)).toMatchObject({
    status: 'pending_payment',
    actions: expect.arrayContaining(['pay']),
  });
  const { items: needs } = await listOrderNeeds(market.platform, buyer.id, 6, market.clock.now());
  expect(needs.find(({ order: each }) => each.id === second.id)?.until.toISOString()).toBe(second.holdExpiresAt);
  await passTime(market, dayMs);
  expect(await read(id, seller)).toMatchObject({ promise: 'lapsed', status: 'accepted', unpaidByBuyer: 1 });
  // The seller has answered it, whatever the buyer did then.
  expect(await findAnswerTime(market.platform.db, seller.id, market.clock.now(), 1)).toEqual({ hours: 1, sample: 1 });
  expect(await listingOf(listingId)).toEqual({ status: 'active', held: 0 });
  for (const member of [buyer, seller]) {
    const mails = (await market.request('GET', `/sandbox/mail.json?to=${member.email}`)).body;
    expect(mails.map((mail: { subject: string }) => mail.subject).join('\n')).toMatch(
      /Reservation ended|Offer not paid/,
    );
  }
  expect((await market.request('POST', '/api/orders', { as: buyer, body: { offerId: id } })).body.code).toBe(
    'offer_not_payable',
  );
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

test('a listing that changes under its offers: dearer, cheaper, other words, paused, taken down, each with a sentence', async () => {
  const cheaper = await forSale();
  const { id } = await offered(cheaper, 800);
  await edit(cheaper, { price: usd(700) });
  expect(await act(seller, 'accept', id)).toMatchObject({
    status: 409,
    body: { code: 'price_below_offer', price: usd(700) },
  });
  await edit(cheaper, { price: usd(1_200) });
  await edit(cheaper, { condition: 'played' });
  const changed = await act(seller, 'accept', id);
  expect(changed).toMatchObject({ status: 409, body: { code: 'listing_changed', fields: ['condition'] } });
  expect(changed.body.message).toBe(
    'The seller changed the condition. The offer wasn’t accepted. Send a counteroffer or decline the offer.',
  );
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
  expect((await act(seller, 'accept', waits.id)).body).toMatchObject({
    code: 'not_available',
    message: 'This listing is paused.',
  });
  expect((await offer(paused, usd(700), others[0])).body.code).toBe('not_available');
  expect((await market.request('DELETE', `/api/listings/${paused}`, { as: seller })).status).toBeLessThan(300);
  await passTime(market);
  expect(await read(waits.id)).toMatchObject({ status: 'declined', note: 'The listing was removed.' });
});

test('another member is paying for the copy, the listing expires, its seller is suspended: the offer says so each time, and waits where it can', async () => {
  const wanted = await forSale();
  const { id } = await offered(wanted);
  const order = await market.request('POST', '/api/orders', { as: others[0], body: { listingId: wanted } });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  expect(await act(seller, 'accept', id)).toMatchObject({
    status: 409,
    body: { code: 'not_available', message: expect.stringMatching(/^Another buyer is paying for this now\./) },
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
    body: { code: 'not_available', message: 'This listing has ended.' },
  });
  expect((await market.request('POST', `/api/listings/${over}/renew`, { as: freeAgain, body: {} })).status).toBe(200);
  expect((await act(freeAgain, 'accept', late.id)).body).toMatchObject({ status: 'accepted' });

  const other = await putUpForSale(market, short, { price: 1_000 });
  const open = await offered(other, 800, buyerAgain);
  await suspendMember(market.platform, { userId: short.id, by: 'command line', reason: 'A test.' });
  await passTime(market);
  expect(await read(open.id, buyerAgain)).toMatchObject({
    status: 'declined',
    note: 'The seller isn’t available.',
  });
  // The reservation has ended, and does not count against the buyer.
  expect(await read(late.id, buyerAgain)).toMatchObject({
    promise: 'lapsed',
    note: 'It couldn’t be paid because the listing or a member isn’t available.',
  });
  expect((await market.platform.pool.query('select is_unpaid from offer where id = $1', [late.id])).rows).toEqual([
    { is_unpaid: false },
  ]);
  expect((await offer(other, usd(700), buyerAgain)).status).toBeGreaterThanOrEqual(400);
  await restoreMember(market.platform, { userId: short.id, by: 'command line' });
});

test('a member who goes leaves nothing under way: offers end with a sentence, an accepted one is released', async () => {
  const leaver = await market.signUp('lena_leaves');
  const [open, reserved] = [await forSale(), await forSale()];
  const waits = await offered(open, 800, leaver);
  const taken = await offered(reserved, 800, leaver);
  await act(seller, 'accept', taken.id);
  const gone = await market.request('POST', '/api/users/delete-account', {
    as: leaver,
    body: { password: leaver.password },
  });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  await passTime(market);
  expect(await read(waits.id, seller)).toMatchObject({ status: 'withdrawn', note: 'The buyer is no longer a member.' });
  expect(await read(taken.id, seller)).toMatchObject({ status: 'accepted', promise: 'lapsed', unpaidByBuyer: 0 });
  expect(await listingOf(reserved)).toEqual({ status: 'active', held: 0 });
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
