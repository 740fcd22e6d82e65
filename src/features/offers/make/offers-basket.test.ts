import { expect, test } from 'vitest';
import { passTime, putUpForSale } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { usd } from '../offers.testing.ts';
import { basketBargain } from './offers-basket.testing.ts';

/**
 * One amount for several listings of one seller: made, answered line by line, and reserved for the buyer all or none.
 */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;
const { act, basket, edit, forSale, held, list, made, order, read, several, waiting } = basketBargain((made) => {
  ({ market, seller, buyer } = made);
  other = made.others[0] as TestMember;
});

test('one amount for three listings is one offer, split to the cent, and reserves all three at once', async () => {
  const ids = await several(1_000, 700, 300);
  const before = await waiting(seller);
  const offer = await made(ids, 1_501, { message: 'For all three?' });
  expect(offer).toMatchObject({
    amount: usd(1_501),
    asked: usd(2_000),
    quantity: 3,
    status: 'pending',
    turn: 'seller',
    attemptsLeft: 2,
  });
  expect(offer.title).toMatch(/ and 2 more$/);
  expect(offer.lines.map((line: { amount: unknown }) => line.amount)).toEqual([usd(751), usd(525), usd(225)]);
  expect(await waiting(seller)).toBe(before + 1);
  expect(
    (await list(seller, 'role=seller&status=pending')).filter(({ lines }: { lines: unknown }) => lines),
  ).toHaveLength(1);

  const taken = await act(seller, 'accept', offer.id);
  expect(taken).toMatchObject({
    status: 200,
    body: { status: 'accepted', promise: 'open', amount: usd(1_501), quantity: 3 },
  });
  expect(await held(ids)).toEqual([1, 1, 1]);
  expect(await waiting(seller)).toBe(before);
  const accepted = (await list(buyer, 'role=buyer&status=accepted')).filter(({ listingId }: { listingId: string }) =>
    ids.includes(listingId),
  );
  expect(accepted.map(({ amount }: { amount: { amount: number } }) => amount.amount)).toEqual([1_501]);
});

test('several copies of a line cost the same: what cannot be split to the cent is refused with what can', async () => {
  const ids = [await forSale(1_000, { quantity: 3 }), await forSale(500, { quantity: 2 })];
  const lines = [
    { listingId: ids[0], quantity: 3 },
    { listingId: ids[1], quantity: 2 },
  ];
  const refused = await basket([], 3_201, { lines });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { amount: expect.stringContaining('Enter $32.00 instead.') } },
  });
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
  expect(
    (await market.request('POST', `/api/orders/${placed.body.order.id}/cancel`, { as: buyer, body: {} })).status,
  ).toBe(200);
  await passTime(market, dayMs);
  expect(await held(ids)).toEqual([0, 0]);
});

test('all but this one: the seller takes some, the rest is declined, and both are notified once of each', async () => {
  const ids = await several(1_000, 1_000, 1_000);
  const offer = await made(ids, 2_400);
  expect((await act(seller, 'accept', offer.id, { lines: [] })).status).toBe(422);
  expect((await act(seller, 'accept', offer.id, { lines: [offer.id] })).status).toBe(422);
  expect((await act(seller, 'accept', offer.id, { lines: [ids[0], ids[2]] })).body).toMatchObject({
    status: 'accepted',
    amount: usd(1_600),
  });
  expect(await held(ids)).toEqual([1, 0, 1]);
  const now = await read(offer.id);
  expect(now.lines.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'declined', 'accepted']);
  expect(now.lines[1].note).toBe('The reply was only for the other listings in this offer.');
  const updates = (await market.request('GET', '/api/notifications', { as: buyer })).body.items.slice(0, 2);
  expect(updates.map(({ title }: { title: string }) => title).sort()).toEqual([
    expect.stringMatching(/^Offer accepted: \$16\.00 for .* and 1 more$/),
    expect.stringMatching(/^Offer declined: \$8\.00 for /),
  ]);
});

test('another sum: a counter-offer for some of them is all or nothing for the buyer, who may answer it again', async () => {
  const ids = await several(1_000, 1_000, 1_000);
  const offer = await made(ids, 1_800);
  const counter = await act(seller, 'counter', offer.id, { amount: 1_901, lines: [ids[0], ids[1]] });
  expect(counter).toMatchObject({
    status: 200,
    body: { madeBy: 'seller', turn: 'buyer', amount: usd(1_901), quantity: 2, counterOf: offer.id },
  });
  expect(await read(offer.id)).toMatchObject({ status: 'countered', amount: usd(1_200) });
  expect((await act(buyer, 'accept', counter.body.id, { lines: [ids[0]] })).body.errors.lines).toContain(
    'for all of these listings',
  );
  const again = await act(buyer, 'counter', counter.body.id, { amount: 950, lines: [ids[1]] });
  expect(again).toMatchObject({
    status: 200,
    body: { madeBy: 'buyer', lines: null, amount: usd(950), attemptsLeft: 1 },
  });
  expect((await act(seller, 'accept', again.body.id)).status).toBe(200);
  expect(await held(ids)).toEqual([0, 1, 0]);
});

test('what is offered for several: two listings at least, of this seller, once each, in bounds, and nothing of it where one refuses', async () => {
  const ids = (await several(1_000, 1_000)) as [string, string];
  const foreign = await putUpForSale(market, other, { price: 1_000 });
  expect((await basket([ids[0]], 900)).body.errors.lines).toContain('at least 2 listings');
  expect((await basket([ids[0], ids[0]], 900)).body.errors.lines).toContain('once');
  expect((await basket([ids[0], foreign], 1_800)).status).toBe(404);
  expect((await basket(['\u0000', ids[0]], 1_800)).status).toBe(404);
  expect((await basket(ids, 2_001)).body.errors.amount).toBe('Enter at most $20.00, the total price.');
  expect((await basket(ids, 998)).body.errors.amount).toContain('Enter at least $5.00, half of the price.');
  expect((await basket(ids, 1_800, {}, seller)).status).toBe(403);
  expect(
    (await basket(ids, 1_800, { lines: [{ listingId: ids[0], quantity: 2 }, { listingId: ids[1] }] })).body.message,
  ).toContain('Only 1 copy is left.');
  await edit(ids[1], { acceptsOffers: false });
  expect(await basket(ids, 1_800)).toMatchObject({ status: 409, body: { code: 'offers_off' } });
  expect(
    (await list(buyer, 'role=buyer&status=pending')).filter(({ listingId }: { listingId: string }) =>
      ids.includes(listingId),
    ),
  ).toEqual([]);
});

test('each listing of an offer for several counts among the offers of an hour, and what was refused counts none', async () => {
  const many = await market.signUp('mira_many');
  const counted = async () =>
    (
      await market.platform.pool.query(
        "select coalesce(sum(points), 0)::int as n from limit_counter where key like 'offers.made:%'",
      )
    ).rows[0].n;
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

test('withdrawn, declined, cleared and run out together', async () => {
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
  const notified = (await market.request('GET', '/api/notifications', { as: buyer })).body.items;
  const ofLate = ({ title, link }: { title: string; link: string }) =>
    title.startsWith('Offer expired') &&
    late.lines.some(({ offerId }: { offerId: string }) => link.endsWith(`#${offerId}`));
  expect(notified.filter(ofLate)).toHaveLength(1);
});
