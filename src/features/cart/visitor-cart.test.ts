import { expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { brief, cartMarket } from './cart.testing.ts';
import { sweepCarts } from './lines/sweep-carts.server.ts';
import { countOfCookies } from './words.ts';

const { at, browser, list, add, read } = cartMarket();
const carts = async () => Number((await at.market.platform.pool.query('select count(*) from cart')).rows[0].count);

test('a visitor’s cart is found by a cookie that scripts can’t read, and its size by one that they can', async () => {
  const me = browser();
  const id = await list();
  const { status, set } = await add(me, id);
  expect(status).toBe(200);
  const [token = '', count = ''] = set;
  expect(token).toMatch(/^sleeved_cart=[\w-]{43}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/);
  expect(count).toBe('cart_count=1; Max-Age=2592000; Path=/; SameSite=Lax');
  expect(countOfCookies(`a=1; ${count.split(';')[0]}`)).toBe(1);
  const { rows } = await at.market.platform.pool.query('select token_hash from cart where token_hash is not null');
  expect(rows).toHaveLength(1);
  expect(token).not.toContain(rows[0].token_hash);
  expect(brief(await read(me))).toEqual([[id, 1, 'unchanged']]);
  expect(brief(await read(browser()))).toEqual([]);
  // The last line ends the cart and its cookies.
  await me.call('DELETE', `/api/cart/lines/${id}`);
  expect([me.cookies.size, await carts()]).toEqual([0, 0]);
});

test('a browser can’t choose the token of a cart', async () => {
  const me = browser();
  me.cookies.set('sleeved_cart', 'x'.repeat(43));
  await add(me, await list());
  expect(me.cookies.get('sleeved_cart')).not.toBe('x'.repeat(43));
  for (const forged of ['', 'short', `${'y'.repeat(43)}%00`, "' or 1=1 --"]) {
    const other = browser();
    other.cookies.set('sleeved_cart', forged);
    expect(await read(other)).toMatchObject({ lineCount: 0 });
  }
});

test('a sign-in merges the carts: the larger quantity, whichever call comes first', async () => {
  const [both, mine, theirs] = [await list({ quantity: 9 }), await list(), await list({ quantity: 9 })];
  const device = browser(at.buyer);
  await add(device, both, 5);
  await add(device, mine);
  const me = browser();
  await add(me, both, 2);
  await add(me, theirs, 3);
  const answer = await me.call('POST', '/api/auth/sign-in/email', {
    email: at.buyer.email,
    password: at.buyer.password,
  });
  expect(answer.status).toBe(200);
  const [first, second] = await Promise.all([read(me), read(me)]);
  expect(brief(first).toSorted()).toEqual(
    [
      [both, 5, 'unchanged'],
      [mine, 1, 'unchanged'],
      [theirs, 3, 'unchanged'],
    ].toSorted(),
  );
  expect(brief(second)).toEqual(brief(first));
  expect([me.cookies.has('sleeved_cart'), me.cookies.has('cart_count')]).toEqual([false, false]);
  expect((await device.call('GET', '/api/counters')).body.cart).toBe(3);
  // The visitor's larger quantity counts as well.
  const later = browser();
  await add(later, mine);
  await add(later, both, 8);
  for (const [name, value] of browser(at.buyer).cookies) later.cookies.set(name, value);
  expect(brief(await read(later)).find(([id]) => id === both)).toEqual([both, 8, 'unchanged']);
});

test('a token of no cart makes no cart for the member, and ends the cookies', async () => {
  const member = await at.market.signUp('empty_cart');
  const me = browser(member);
  me.cookies.set('sleeved_cart', 'A'.repeat(43));
  const before = await carts();
  expect((await read(me)).lineCount).toBe(0);
  expect([await carts(), me.cookies.has('sleeved_cart')]).toEqual([before, false]);
});

test('a merged cart is of 20 sellers at most', async () => {
  const member = await at.market.signUp('many_sellers');
  const [device, me] = [browser(member), browser()];
  const [own, first, last] = [await list(), await list({}, at.other), await list({}, at.buyer)];
  await add(device, own);
  for (let n = 1; n <= 18; n++) await add(device, await list({}, await at.market.signUp(`seller_${n}`)));
  for (const id of [first, last]) await add(me, id);
  for (const [name, value] of browser(member).cookies) me.cookies.set(name, value);
  const merged = brief(await read(me)).map(([id]) => id);
  expect([merged.length, merged.includes(first), merged.includes(last)]).toEqual([20, true, false]);
});

test('a listing of one’s own in the visitor’s cart is one’s own after the sign-in', async () => {
  const me = browser();
  const id = await list({}, at.other);
  await add(me, id);
  for (const [name, value] of browser(at.other).cookies) me.cookies.set(name, value);
  expect(brief(await read(me))).toEqual([[id, 1, 'own']]);
});

test('a visitor’s cart ends 30 days after its last change, a member’s stays', async () => {
  const me = browser();
  await add(me, await list());
  await at.market.platform.pool.query(`update cart set touched_at = touched_at - interval '29 days'`);
  expect((await read(me)).lineCount).toBe(1);
  const before = await carts();
  await at.market.advance(2 * dayMs);
  expect((await read(me)).lineCount).toBe(0);
  await sweepCarts(at.market.platform);
  const { rows } = await at.market.platform.pool.query(
    'select count(*) filter (where member_id is null)::int as visitors, count(*)::int as "all" from cart',
  );
  expect(before).toBeGreaterThan(rows[0].all);
  expect(rows[0].visitors).toBe(0);
  expect(rows[0].all).toBeGreaterThan(0);
  const { rows: lines } = await at.market.platform.pool.query(
    'select 1 from cart_line where cart_id not in (select id from cart)',
  );
  expect(lines).toEqual([]);
});
