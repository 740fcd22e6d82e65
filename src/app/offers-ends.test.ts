import { expect, test } from 'vitest';
import { passTime } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { bargain, usd } from './offers.testing.ts';

/** How an offer ends by itself: unpaid, with its listing, with a member who goes. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let others: TestMember[];
const { offer, act, offered, forSale, read, listingOf, edit, accepted } = bargain((made) => {
  ({ market, seller, buyer, others } = made);
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
