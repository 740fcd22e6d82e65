import { afterAll, beforeAll, expect, test } from 'vitest';
import { market as composition } from '#app/server/features.server.ts';
import { makePremium } from '#features/orders/testing.ts';
import { hourMs, minuteMs } from '#kernel/time.ts';
import type { Rule } from '#platform/policy/policy.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';

/** A market whose REQUIRE_VERIFIED_EMAIL is on, as production's is. Everywhere else in the tests it is off. */
let market: TestMarket;
let seller: TestMember;
/** A live listing of a member whose address is confirmed. */
let onSale: string;
const card = { game: 'pokemon', name: 'Eevee', condition: 'good', price: { amount: 700, currency: 'USD' } };
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const setVerified = (member: TestMember, is: boolean) =>
  rows('update auth_user set email_verified = $2 where id = $1', [member.id, is]);
const api = (method: string, path: string, as: TestMember, body?: unknown) =>
  market.request(method, path, { as, ...(body === undefined ? {} : { body }) });
const form = (path: string, fields: Record<string, string>, { cookie }: TestMember) =>
  market.request<string>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
const draftOf = async (member: TestMember): Promise<string> =>
  (await api('POST', '/api/listings', member, { ...card, status: 'draft' })).body.id;
const statusOf = async (id: string) => (await rows('select status from listing where id = $1', [id]))[0]?.status;
const verifyFirst = (next: string) => `/auth/verify-email?${new URLSearchParams({ why: 'needed', next })}`;

beforeAll(async () => {
  market = await startTestMarket({ pages: true, env: { REQUIRE_VERIFIED_EMAIL: '1' } });
  seller = await market.signUp('verified_sells');
  await setVerified(seller, true);
  await makePremium(market, seller);
  const made = await api('POST', '/api/listings', seller, { ...card, quantity: 9, status: 'active' });
  expect(made.status).toBe(201);
  onSale = made.body.id;
}, 60_000);
afterAll(() => market?.close());

test('each call whose rule asks for a confirmed address refuses a member without one, says where, and changes nothing', async () => {
  const member = await market.signUp('not_verified');
  const [draft, paused, expired] = [await draftOf(member), await draftOf(member), await draftOf(member)];
  await setVerified(member, true);
  expect((await api('POST', `/api/listings/${expired}/publish`, member)).status).toBe(200);
  await market.advance(49 * hourMs);
  for (const verb of ['publish', 'pause'])
    expect((await api('POST', `/api/listings/${paused}/${verb}`, member)).status).toBe(200);
  await setVerified(member, false);
  const { id: thread } = (await api('POST', '/api/threads', seller, { recipientId: member.id, text: 'Hello.' })).body;
  // To fill a cart needs no confirmed address.
  expect((await api('POST', '/api/cart/lines', member, { listingId: onSale })).status).toBe(200);
  const calls: Record<string, () => ReturnType<typeof api>> = {
    'POST /api/threads': () =>
      api('POST', '/api/threads', member, { recipientId: seller.id, listingId: onSale, text: 'Hello.' }),
    'POST /api/threads/{id}/messages': () => api('POST', `/api/threads/${thread}/messages`, member, { text: 'Hello.' }),
    'POST /api/wanted': () => api('POST', '/api/wanted', member, { title: 'An Eevee', game: 'pokemon' }),
    'POST /api/want-lists': () => api('POST', '/api/want-lists', member, { name: 'Mine' }),
    'POST /api/listings/{id}/offers': () =>
      api('POST', `/api/listings/${onSale}/offers`, member, { amount: card.price.amount }),
    'POST /api/offers/basket': () =>
      api('POST', '/api/offers/basket', member, {
        sellerId: seller.id,
        lines: [{ listingId: onSale }, { listingId: draft }],
        amount: 1_000,
      }),
    'POST /api/listings/{id}/offers/watchers': () =>
      api('POST', `/api/listings/${onSale}/offers/watchers`, member, { amount: card.price.amount }),
    'POST /api/listings/{id}/publish': () => api('POST', `/api/listings/${draft}/publish`, member),
    'POST /api/listings/{id}/resume': () => api('POST', `/api/listings/${paused}/resume`, member),
    'POST /api/listings/{id}/renew': () => api('POST', `/api/listings/${expired}/renew`, member),
    'POST /api/orders': () => api('POST', '/api/orders', member, { listingId: onSale }),
    'POST /api/purchases': () => api('POST', '/api/purchases', member, {}),
    'POST /api/payouts/account/link': () => api('POST', '/api/payouts/account/link', member, { country: 'FR' }),
  };
  const ruled = composition.parts.flatMap(({ policy }) =>
    Object.values<Rule<unknown>>(policy?.rules ?? {}).flatMap((rule) =>
      rule.verifiedEmail ? rule.at.filter((edge) => !edge.startsWith('page ')) : [],
    ),
  );
  expect(ruled.sort()).toEqual(Object.keys(calls).sort());
  calls['POST /api/listings'] = () => api('POST', '/api/listings', member, { ...card, status: 'active' });
  for (const [name, call] of Object.entries(calls)) {
    const { status, body } = await call();
    expect([name, status, body.code, body.verifyUrl]).toEqual([
      name,
      403,
      'email_unverified',
      `${market.url}/auth/verify-email`,
    ]);
    expect(body.message).toMatch(/^Confirm your email before you buy, sell, make offers or send messages/);
  }
  expect([await statusOf(draft), await statusOf(paused), await statusOf(expired)]).toEqual([
    'draft',
    'paused',
    'expired',
  ]);
  expect(await rows('select count(*)::int as n from listing where seller_id = $1', [member.id])).toEqual([{ n: 3 }]);
  expect(await rows('select quantity_held from listing where id = $1', [onSale])).toEqual([{ quantity_held: 0 }]);

  await setVerified(member, true);
  expect((await calls['POST /api/orders']?.())?.status).toBe(201);
  expect((await calls['POST /api/listings/{id}/publish']?.())?.status).toBe(200);
});

test('[RP-07] the pages lead to the mail and back: a draft waits, a buy goes on where it was', async () => {
  const member = await market.signUp('page_buyer');
  const buy = await form('/checkout', { listingId: onSale, quantity: '1' }, member);
  const toBuy = verifyFirst(`/listings/${onSale}#buy`);
  expect([buy.status, buy.headers.get('location')]).toEqual([302, toBuy]);
  const draft = await draftOf(member);
  for (const plain of ['1', '0']) {
    const move = await form(`/listings/${draft}/move`, { move: 'publish', plain }, member);
    expect(move.headers.get('location')).toBe(verifyFirst(`/listings/${draft}`));
  }
  const written = {
    save: 'publish',
    isFree: 'on',
    game: 'pokemon',
    name: 'Vulpix',
    condition: 'good',
    price: '3.00',
    currency: 'USD',
    quantity: '1',
  };
  const created = await form('/listings/create', written, member);
  const [listing] = await rows("select id, status from listing where seller_id = $1 and name = 'Vulpix'", [member.id]);
  expect([listing?.status, created.headers.get('location')]).toEqual([
    'draft',
    verifyFirst(`/listings/${listing?.id}`),
  ]);

  const page = await market.request<string>('GET', toBuy, { as: member });
  expect(page.body).toContain('Confirm your email before you buy, sell, make offers or send messages');
  expect(page.body).toContain('Send verification email');
  await market.advance(6 * minuteMs);
  expect((await form(toBuy, {}, member)).status).toBe(200);
  await market.runJobs();
  const [mail] = (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(member.email)}`)).body;
  const link = String(mail.links[0]).slice(market.url.length);
  expect(new URLSearchParams(link.split('?')[1]).get('next')).toBe(`/listings/${onSale}#buy`);
  const confirmed = await market.request<string>('GET', link, { as: member });
  expect(confirmed.body).toContain('Email confirmed');
  expect(confirmed.body).toContain(`href="/listings/${onSale}#buy"`);
  expect((await form(`/listings/${draft}/move`, { move: 'publish', plain: '1' }, member)).headers.get('location')).toBe(
    `/listings/${draft}`,
  );
  expect((await form('/checkout', { listingId: onSale, quantity: '1' }, member)).headers.get('location')).toContain(
    '/sandbox/stripe/',
  );
});

test('a newcomer’s buy goes on by the link of the welcome, for them alone', async () => {
  const [member, other] = [await market.signUp('welcome_buyer'), await market.signUp('welcome_other')];
  const way = `/listings/${onSale}#buy`;
  const page = await market.request<string>('GET', verifyFirst(way), { as: member });
  const [line] = page.headers.getSetCookie().filter((cookie) => cookie.startsWith('sleeved_way='));
  expect(line).toMatch(/; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  // The mail that was sent at the sign-up is younger than five minutes, so it is the only one.
  expect((await form(verifyFirst(way), {}, member)).status).toBe(429);
  await market.runJobs();
  const opened = async (who: TestMember) => {
    const mails = (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(who.email)}`)).body;
    const link = String(mails[0].links[0]).slice(market.url.length);
    return (await market.request<string>('GET', link, { headers: { cookie: `${who.cookie}; ${line?.split(';')[0]}` } }))
      .body;
  };
  const [own, foreign] = [await opened(member), await opened(other)];
  expect([own.includes('Email confirmed'), own.includes(`href="${way}"`)]).toEqual([true, true]);
  expect([foreign.includes('Email confirmed'), foreign.includes(way)]).toEqual([true, false]);
});

test('a member who signs up with Google is confirmed already, because Google says so', async () => {
  const person = traveller(market);
  await person.travel({ email: 'by.google@example.test', name: 'By Google' });
  const origin = { cookie: person.cookie(), origin: market.url };
  const made = await market.request('POST', '/api/listings', { headers: origin, body: { ...card, status: 'active' } });
  expect(made.status).toBe(201);
});
