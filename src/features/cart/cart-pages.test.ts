import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import { makePremium } from '#features/orders/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { cartMarket, linesOf } from './cart.testing.ts';
import { shouldRevalidate } from './pages/checkout.tsx';

/** Everything here is done by plain forms, as in a browser without script. */
const { at, browser, list, add, read } = cartMarket({ pages: true });

type Browsing = ReturnType<typeof browser>;
const post = (from: Browsing, path: string, fields: Record<string, string>, more: [string, string][] = []) =>
  fetch(`${at.market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: at.market.url, cookie: [...from.cookies].map((pair) => pair.join('=')).join('; ') },
    body: new URLSearchParams([...Object.entries(fields), ...more]),
  });
const page = async (from: Browsing, path = '/cart'): Promise<string> => (await from.call('GET', path)).body;
const keep = (to: Browsing, answer: Response) => {
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) to.cookies.delete(name);
    else to.cookies.set(name, value);
  }
};

const usd = (amount: number) => money(amount, 'USD');
const home = { name: 'Ada Byron', line1: '12 Rue de Rivoli', city: 'Paris', postalCode: '75001', country: 'FR' };

test('a visitor adds, changes, removes and brings back a card by forms, and no page of theirs is cached', async () => {
  const me = browser();
  const id = await list({ price: 1_234, quantity: 4 });
  const added = await post(me, '/cart', { intent: 'add', listingId: id, quantity: '2', expectedAmount: '1234' });
  expect([added.status, added.headers.get('location')]).toEqual([302, '/cart']);
  keep(me, added);
  const shown = await me.call('GET', '/cart');
  expect(shown.body).toContain('card_seller');
  expect(shown.body).toContain('$24.68');
  expect(shown.body).toContain('Cards in your cart aren’t reserved.');
  expect(shown.body).toContain('to see your cart on all your devices');
  expect(await page(browser())).toContain('Your cart is empty');
  keep(me, await post(me, '/cart', { intent: 'set', id, quantity: '3' }));
  expect(await page(me)).toContain('$37.02');
  const tooMany = await post(me, '/cart', { intent: 'set', id, quantity: '9' });
  expect([tooMany.status, await tooMany.text()]).toEqual([409, expect.stringContaining('Only 4 copies are left.')]);
  const removed = await post(me, '/cart', { intent: 'remove', id, title: '<b>Charizard</b>' });
  keep(me, removed);
  const said = await removed.text();
  expect(said).toContain('Removed from cart: <!-- -->&lt;b&gt;Charizard&lt;/b&gt;');
  expect(said).toContain('name="quantity" value="3"');
  expect(said).toContain('Your cart is empty');
  const undone = await post(me, '/cart', { intent: 'add', listingId: id, quantity: '3' });
  keep(me, undone);
  expect(await page(me)).toContain('$37.02');
  const mistakes: Record<string, string>[] = [
    {},
    { intent: 'none' },
    { intent: 'set', id, quantity: 'many' },
    { intent: 'add', listingId: '' },
  ];
  for (const wrong of mistakes) expect((await post(me, '/cart', wrong)).status, JSON.stringify(wrong)).toBe(422);
  for (const strange of ['<script>', '../..', 'offer:\u0000', 'offer:none'])
    expect((await post(me, '/cart', { intent: 'remove', id: strange })).status, strange).toBeGreaterThanOrEqual(404);
});

test('the first page after a sign-in has the cart of before, and ends its cookies', async () => {
  const me = browser();
  await add(me, await list());
  for (const [name, value] of browser(at.buyer).cookies) me.cookies.set(name, value);
  const { body, set } = await me.call('GET', '/about');
  expect(body).toMatch(/aria-label="Cart, 1 in cart"/);
  expect(set.join()).toContain('sleeved_cart=; HttpOnly; Max-Age=0');
  expect(me.cookies.has('sleeved_cart')).toBe(false);
  expect((await me.call('GET', '/about')).set.join()).not.toContain('cart');
  for (const line of linesOf(await read(me))) await me.call('DELETE', `/api/cart/lines/${line.id}`);
});

test('checkout shows what can be bought in one currency, with both ways, and asks a visitor to sign in', async () => {
  const me = browser(at.buyer);
  expect((await me.call('GET', '/checkout')).status).toBe(302);
  const [usd, sold] = [await list({ price: 1_000, quantity: 2 }), await list({ price: 500 })];
  const eur = await list({ price: 700, currency: 'EUR' });
  for (const id of [usd, sold, eur]) await add(me, id);
  // Without an address there is nothing to pay yet.
  const first = await page(me, '/checkout?currency=USD');
  expect(first).toContain('to see the final total and continue to payment');
  expect(first.includes('Continue to payment')).toBe(false);
  await at.market.request('POST', '/api/addresses', { as: at.buyer, body: home });
  const whole = await page(me, '/checkout?currency=USD');
  expect(whole).toContain('All cards or none: $15.00');
  expect(whole).toContain('Only what is still available: $15.00 or less');
  expect(whole).toContain('/checkout?currency=EUR');
  expect(whole).not.toContain('€7.00');
  expect(await page(me, '/checkout?currency=EUR')).toContain('All cards or none: €7.00');
  // An unknown one is the first of the cart.
  expect(await page(me, '/checkout?currency=%00')).toContain('$15.00');
  await at.market.request('POST', `/api/listings/${sold}/pause`, { as: at.seller });
  const less = await page(me, '/checkout?currency=USD');
  expect(less).toContain('You can buy the others for <!-- -->$10.00');
  expect(less).toContain('name="mode" value="available"');
  expect(less).not.toContain('All cards or none');
  const visitor = await browser().call('GET', '/checkout?currency=USD');
  expect(visitor.status).toBe(302);
  for (const line of linesOf(await read(me))) await me.call('DELETE', `/api/cart/lines/${line.id}`);
});

test('an accepted offer lies in the cart at its price, and can be neither changed nor removed', async () => {
  const me = browser(at.buyer);
  const id = await list({ price: 1_000 });
  const made = await at.market.request('POST', `/api/listings/${id}/offers`, {
    as: at.buyer,
    body: { amount: { amount: 800, currency: 'USD' } },
  });
  expect((await read(me)).groups).toEqual([]);
  await at.market.request('POST', `/api/offers/${made.body.id}/accept`, { as: at.seller, body: {} });
  const [line] = linesOf(await read(me));
  expect(line).toMatchObject({
    id: `offer:${made.body.id}`,
    available: 1,
    amount: { amount: 800 },
    state: 'unchanged',
  });
  expect(await page(me)).toContain('Accepted offer. Reserved for you until');
  for (const [method, body] of [
    ['PATCH', { quantity: 1 }],
    ['DELETE', undefined],
  ] as const)
    expect(await me.call(method, `/api/cart/lines/${line?.id}`, body)).toMatchObject({
      status: 409,
      body: { code: 'offer_line' },
    });
  expect(linesOf(await read(browser(at.other)))).toEqual([]);
  await at.market.platform.pool.query("update offer set pay_by = created_at where promise = 'open'");
  expect(linesOf(await read(me))).toEqual([]);
});

test('many cards of a list are added at once: what can be had, and the rest is named', async () => {
  const me = browser();
  const [few, many, paused] = [await list({ quantity: 2 }), await list({ quantity: 9 }), await list()];
  await at.market.request('POST', `/api/listings/${paused}/pause`, { as: at.seller });
  const lines: [string, string][] = [`${few} 4`, `${many} 3`, `${paused} 1`, 'none 1', `${many} -1`, '<b> 1'].map(
    (line) => ['line', line],
  );
  const answer = await post(me, '/cart', { intent: 'add-many' }, lines);
  keep(me, answer);
  expect(await answer.text()).toContain(
    '5 cards are in your cart. 2 listings weren’t added: they can’t be bought now, or your cart is full.',
  );
  expect(linesOf(await read(me)).map(({ id, quantity }) => [id, quantity])).toEqual([
    [few, 2],
    [many, 3],
  ]);
  // Once more changes nothing.
  await post(me, '/cart', { intent: 'add-many' }, lines);
  expect(linesOf(await read(me)).map(({ quantity }) => quantity)).toEqual([2, 3]);
});

test('the form of a Buy button still buys at once, from the same address', async () => {
  const me = browser(at.buyer);
  const id = await list({ price: 1_500 });
  const bought = await post(me, '/checkout', { listingId: id, listingVersion: '1', quantity: '1' });
  expect([bought.status, bought.headers.get('location')]).toEqual([302, expect.stringContaining('/stripe/checkout/')]);
  const again = await post(me, '/checkout', { listingId: id, listingVersion: '1', quantity: '1' });
  expect(again.headers.get('location')).toContain(`/listings/${id}?refused=not_available`);
});

test('a button to add to the cart is on a listing and in the table of copies, but not for its seller', async () => {
  const [id] = [await list()];
  const mine = await page(browser(at.buyer), `/listings/${id}`);
  expect(mine).toMatch(/formAction="\/cart"[^>]*value="add"|value="add"[^>]*formAction="\/cart"/i);
  expect(await page(browser(at.seller), `/listings/${id}`)).not.toContain('Add to cart');
});

test('checkout asks for a phone number that the chosen method needs, and saves it with the address', async () => {
  const [buyer, courier] = [await at.market.signUp(), await at.market.signUp()];
  const me = browser(buyer);
  expect((await at.market.request('POST', '/api/addresses', { as: buyer, body: home })).status).toBe(201);
  await makePremium(at.market, courier);
  const express = { destination: 'world', name: 'Express', tracked: true, price: usd(500), needsPhone: true };
  const table = { version: 0, sendsFrom: 'FR', shipDays: 2, methods: [express] };
  expect((await at.market.request('PUT', '/api/shipping', { as: courier, body: table })).status).toBe(200);
  await add(me, await list({ price: 1_000 }, courier));
  const html = await page(me, '/checkout?currency=USD');
  expect(html).toContain('name="addressPhone"');
  const valueIn = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
  const [idempotencyKey, addressId, expectedTotal] = ['idempotencyKey', 'addressId', 'expectedTotal'].map(valueIn);
  const fields = { currency: 'USD', mode: 'all', idempotencyKey, addressId, expectedTotal } as Record<string, string>;
  for (const [addressPhone, status, sentence] of [
    ['', 409, '“Express” needs a phone number. Nothing was bought. Add one to the address, then try again.'],
    ['12', 422, 'Enter a phone number with its country code, for example +49 221 123456.'],
  ] as const) {
    const refused = await post(me, '/checkout', { ...fields, addressPhone });
    const said = await refused.text();
    expect([refused.status, said.includes(`>${sentence}</`)]).toEqual([status, true]);
    expect(said).toMatch(/name="addressPhone"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="addressPhone"/);
  }
  const placed = await post(me, '/checkout', { ...fields, addressPhone: '01 42 60 30 30' });
  expect([placed.status, placed.headers.get('location')]).toEqual([302, expect.stringContaining('/stripe/checkout/')]);
  const { items } = (await at.market.request('GET', '/api/addresses', { as: buyer })).body;
  expect(items.find(({ id }: { id: string }) => id === addressId)).toMatchObject({ phone: '+33142603030' });
});

test('the form of the checkout page reserves the cards of two sellers and goes to the payment page', async () => {
  const me = browser(at.buyer);
  const [first, second] = [await list({ price: 1_000 }), await list({ price: 1_900 }, at.other)];
  for (const id of [first, second]) await add(me, id);
  const html = await page(me, '/checkout?currency=USD');
  const [, key = ''] = /name="idempotencyKey" value="([^"]+)"/.exec(html) ?? [];
  const [, addressId = ''] = /name="addressId" value="([^"]+)"/.exec(html) ?? [];
  const fields = { currency: 'USD', mode: 'all', expectedTotal: '2900', idempotencyKey: key, addressId };
  const other = await post(me, '/checkout', { ...fields, expectedTotal: '2899' });
  const said = await other.text();
  expect([other.status, said.includes('The total is now $29.00.')]).toEqual([409, true]);
  // The next press confirms it; with script the page is read again for that.
  expect(said).toContain('name="expectedTotal" value="2900"');
  const refused = { formMethod: 'POST', defaultShouldRevalidate: false } as ShouldRevalidateFunctionArgs;
  expect(shouldRevalidate(refused)).toBe(true);
  for (const strange of ['', 'ключ', 'a b', 'A'.repeat(65)])
    expect((await post(me, '/checkout', { ...fields, idempotencyKey: strange })).status, strange).toBe(422);
  const placed = await post(me, '/checkout', fields, [['seen', `${first} 1`]]);
  expect([placed.status, placed.headers.get('location')]).toEqual([302, expect.stringContaining('/stripe/checkout/')]);
  for (const wrong of ['', 'many']) expect((await post(me, '/checkout', { ...fields, mode: wrong })).status).toBe(422);
});
