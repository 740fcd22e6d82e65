import { expect, test } from 'vitest';
import { passTime, pay } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { listPayableOffers } from '../index.server.ts';
import { usd } from '../offers.testing.ts';
import { basketBargain } from './offers-basket.testing.ts';

/** Lines of several listings that are accepted together: paid, left unpaid, and not payable by card. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
const { act, basket, edit, forSale, held, made, order, read, several } = basketBargain((made) => {
  ({ market, seller, buyer } = made);
});

test('what was accepted of several is paid in one checkout, with the dearest post once, by the id of any of its lines', async () => {
  const letterPost = (amount: number) => [{ name: 'Letter', price: usd(amount), tracked: false }];
  const ids = await Promise.all([150, 90, 420].map((post) => forSale(1_000, { shipping: letterPost(post) })));
  const offer = await made(ids, 2_700);
  expect((await act(seller, 'accept', offer.id, { lines: [ids[1], ids[2]] })).body).toMatchObject({
    amount: usd(1_800),
  });
  const line = offer.lines[2].offerId;
  const wrong = await order(line, { quantity: 1 });
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: { quantity: 'This offer is for 2 copies. Leave out the quantity or set it to 2.' } },
  });
  const placed = await order(line, { quantity: 2 });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  expect(placed.body.order).toMatchObject({
    items: [
      { listingId: ids[1], price: usd(900) },
      { listingId: ids[2], price: usd(900) },
    ],
    totals: { items: usd(1_800), shipping: usd(420), total: usd(2_220) },
  });
  expect(await order(offer.lines[1].offerId)).toMatchObject({
    status: 409,
    body: { code: 'offer_not_payable', orderId: placed.body.order.id },
  });
  await pay(placed.body.checkoutUrl);
  await passTime(market);
  for (const at of [1, 2])
    expect(await read(offer.lines[at].offerId)).toMatchObject({ promise: 'paid', orderId: placed.body.order.id });
  const notified = (await market.request('GET', '/api/notifications', { as: seller })).body.items[0];
  expect(notified.title).toMatch(/^You sold: .* and 1 more$|and 1 more$/);
});

test('accepted lines of several that are not paid are for sale again as a whole, notified once to each side and counted once', async () => {
  // Reservations that earlier tests left unpaid lapse first.
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
  expect(
    (await market.request('POST', `/api/orders/${placed.body.order.id}/cancel`, { as: buyer, body: {} })).status,
  ).toBe(200);
  expect(await held(ids)).toEqual([1, 1, 1]);
  expect(await read(offer.id)).toMatchObject({ promise: 'open', quantity: 3 });
  await passTime(market, dayMs);
  expect(await held(ids)).toEqual([0, 0, 0]);
  for (const { offerId } of offer.lines) expect(await read(offerId)).toMatchObject({ promise: 'lapsed', quantity: 3 });
  for (const as of [buyer, seller]) {
    const notified = (await market.request('GET', '/api/notifications', { as })).body.items;
    expect(
      notified.filter(
        ({ title, link }: { title: string; link: string }) =>
          /^(Reservation ended|Offer not paid): .* and 2 more$/.test(title) &&
          offer.lines.some((line: { offerId: string }) => link.endsWith(`#${line.offerId}`)),
      ),
    ).toHaveLength(1);
  }
  expect(await unpaid()).toBe(before + 1);
});

test('what no card could pay with the post is neither offered, countered nor accepted, and says why', async () => {
  const letterPost = (amount: number) => [{ name: 'Letter', price: usd(amount), tracked: false }];
  const dear = await Promise.all([forSale(1_000), forSale(1_000, { shipping: letterPost(99_998_200) })]);
  const tooLarge = (sum: string) => `The total with shipping is ${sum}, above the maximum of $999,999.99 for an order.`;
  const tooSmall = (sum: string) => `The total with shipping is ${sum}, below the minimum of $0.50 for an order.`;
  const refused = (
    answer: { status: number; body: { errors?: Record<string, string> } },
    field: string,
    says: string,
  ) => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(answer.body.errors?.[field]).toContain(says);
  };
  refused(await basket(dear, 1_800), 'amount', tooLarge('$1,000,000.00'));
  const offer = await made(dear, 1_799);
  refused(await act(seller, 'counter', offer.id, { amount: 1_800 }), 'amount', tooLarge('$1,000,000.00'));
  expect(await read(offer.id)).toMatchObject({ status: 'pending' });
  await edit(dear[1] as string, { shipping: letterPost(99_998_201) });
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
  // A listing with a more expensive shipping option can be paid with that one.
  const two = [...letterPost(5), { name: 'Tracked', price: usd(30), tracked: true }];
  const alone = await forSale(40, { shipping: two });
  const single = (amount: number) =>
    market.request('POST', `/api/listings/${alone}/offers`, { as: buyer, body: { amount: usd(amount) } });
  expect((await single(20)).status).toBe(201);
  const least = await forSale(60);
  refused(
    await market.request('POST', `/api/listings/${least}/offers`, { as: buyer, body: { amount: usd(49) } }),
    'amount',
    tooSmall('$0.49'),
  );
  expect(
    (await market.request('POST', `/api/listings/${least}/offers`, { as: buyer, body: { amount: usd(50) } })).status,
  ).toBe(201);
});

test('an accepted offer that no card can pay says so, is not offered for payment, and lapses without counting against its buyer', async () => {
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
  // As accepted by a process of an older version.
  await market.platform.pool.query('update offer set amount = 10 where listing_id = any($1)', [ids]);
  expect(await read(offer.id)).toMatchObject({
    promise: 'open',
    note: expect.stringContaining('below the minimum of'),
  });
  expect((await read(offer.id)).actions).not.toContain('pay');
  expect(await payable()).toEqual({ isThere: false, rest: 0 });
  await passTime(market, dayMs);
  expect(await held(ids)).toEqual([0, 0]);
  for (const as of [buyer, seller])
    expect(await read(offer.id, as)).toMatchObject({
      promise: 'lapsed',
      note: expect.stringContaining('The offer doesn’t count as unpaid.'),
    });
  expect(await unpaid()).toBe(before);
});
