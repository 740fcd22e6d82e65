import { afterEach, expect, test } from 'vitest';
import { changeFee } from '#features/fees/index.server.ts';
import type { PlacedPurchase } from '#features/orders/contract.ts';
import { auditOrders, passTime, pay, readOrderAs } from '#features/orders/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { actorOf } from '#testing/actor.ts';
import { cartMarket } from './cart.testing.ts';
import { checkOut } from './checkout/checkout.server.ts';

/** A shipping table and the fee change while cards are in the cart, while they are reviewed, and while they are paid. */
const { at, browser, list, add, read } = cartMarket();
const usd = (amount: number) => money(amount, 'USD');
const client = { address: '', userAgent: 'test', cookies: undefined };

async function ship(price: number): Promise<void> {
  const { version } = (await at.market.request('GET', '/api/shipping', { as: at.seller })).body;
  const methods = [{ destination: 'world', name: 'Letter', tracked: true, price: usd(price) }];
  const body = { version, sendsFrom: 'DE', shipDays: 2, methods };
  expect((await at.market.request('PUT', '/api/shipping', { as: at.seller, body })).status).toBe(200);
}
const fee = (basisPoints: number) =>
  changeFee(at.market.platform, at.seller.id, { basisPoints, fixed: 0, note: 'For this test.' });

/** A card for 8.00 in an empty cart, shipped for 1.50. */
async function inCart() {
  await ship(150);
  const id = await list({ price: 800 });
  await add(browser(at.buyer), id);
  return id;
}
const totalOf = async () => (await read(browser(at.buyer))).totals[0]?.available.total.amount;
const place = (expectedTotal: number | undefined): Promise<PlacedPurchase> =>
  checkOut(
    at.market.platform,
    actorOf(at.buyer),
    { currency: 'USD', mode: 'all', expectedTotal, seen: new Map(), idempotencyKey: undefined },
    client,
  );
const held = async (id: string) =>
  (await at.market.platform.pool.query('select quantity_held as n from listing where id = $1', [id])).rows[0].n;
/** The order of the purchase once it is paid, as its seller sees it. */
async function paid({ purchase, checkoutUrl }: PlacedPurchase) {
  expect(await pay(checkoutUrl)).toMatchObject({ status: 200 });
  await passTime(at.market);
  return readOrderAs(at.market, at.seller, purchase.orders[0]?.id ?? '');
}

afterEach(async () => {
  await at.market.platform.pool.query('delete from cart_line');
  expect(await auditOrders(at.market.platform.pool)).toEqual([]);
});

test('a shipping table that changes while cards are in the cart: the cart has the new price', async () => {
  await inCart();
  expect(await totalOf()).toBe(950);
  await ship(250);
  expect(await totalOf()).toBe(1_050);
});

test('a shipping table that changes at review: the confirmed total buys nothing, and the new one does', async () => {
  const id = await inCart();
  const reviewed = await totalOf();
  await ship(250);
  const refused = await place(reviewed).catch((error: unknown) => error);
  if (!isRefusal(refused)) throw refused;
  expect(refused).toMatchObject({ status: 409, code: 'total_changed' });
  expect(await held(id)).toBe(0);
  expect((await place(1_050)).purchase.totals.total).toEqual(usd(1_050));
});

test('a shipping table that changes at payment: the order keeps the price that its buyer pays', async () => {
  await inCart();
  const placed = await place(await totalOf());
  await ship(900);
  expect(await paid(placed)).toMatchObject({ shipping: { price: usd(150) }, totals: { total: usd(950) } });
});

test('a fee that changes while cards are in the cart: the buyer pays the same, and the order has the new fee', async () => {
  await inCart();
  const before = await totalOf();
  await fee(500);
  expect(await totalOf()).toBe(before);
  expect(await paid(await place(before))).toMatchObject({ fee: usd(40) });
});

test('a fee that changes at review: the confirmed total buys, and the order has the new fee', async () => {
  await inCart();
  const reviewed = await totalOf();
  await fee(1_000);
  expect(await paid(await place(reviewed))).toMatchObject({ fee: usd(80), totals: { total: usd(950) } });
});

test('a fee that changes at payment: the order keeps the fee that it was placed with', async () => {
  await inCart();
  const placed = await place(await totalOf());
  await fee(2_000);
  expect(await paid(placed)).toMatchObject({ fee: usd(80) });
});
