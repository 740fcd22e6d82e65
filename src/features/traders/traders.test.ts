import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buyPlaced,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  readOrderAs,
  signInAgain,
} from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { rightsSentences, soldByMeans, withdrawalDays } from './words.ts';

let market: TestMarket;
let admin: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [admin, buyer] = [await market.signUp('Marker_1'), await market.signUp('Buyer_of_traders')];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

let n = 0;
const join = async () => {
  const member = await market.signUp(`sells_${++n}`);
  await makePremium(market, member);
  return member;
};
const call = (method: string, path: string, as?: TestMember, body?: unknown) =>
  market.request(method, path, { ...(as ? { as } : {}), ...(body ? { body } : {}) });
const page = (path: string, as?: TestMember) => market.request<string>('GET', path, as ? { as } : {});
const form = (path: string, as: TestMember, fields: Record<string, string>) =>
  market.request<string>('POST', path, {
    as,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const shop = {
  legalName: 'Mint & More BV',
  street: 'Meir 12',
  postalCode: '2000',
  city: 'Antwerp',
  country: 'be',
  email: 'Orders@Shop.test',
  phone: '+32 3 555 01 23',
  register: 'Kruispuntbank',
  registerNumber: '0123.456.789',
  vatId: 'BE 0123.456.789',
  withdrawal: 'Send it to Meir 12.\nWe pay the post.',
};
const trade = (as: TestMember, more: Record<string, unknown> = {}) =>
  call('PUT', '/api/profile/seller', as, { kind: 'trader', ...shop, certified: true, ...more });
const list = (as: TestMember, status = 'active') =>
  call('POST', '/api/listings', as, {
    game: 'pokemon',
    name: 'Pikachu',
    condition: 'near_mint',
    price: { amount: 500, currency: 'USD' },
    quantity: 1,
    status,
  });

test('a member is a private person until they set themselves as a trader, with all required data; each field is checked', async () => {
  const ana = await join();
  expect((await call('GET', '/api/profile/seller', ana)).body).toEqual({
    kind: 'private',
    trader: null,
    rights: rightsSentences.private,
    missing: [],
    isMarked: false,
    dueAt: null,
    updatedAt: null,
  });
  expect((await call('GET', `/api/profiles/${ana.id}`)).body.sellerKind).toBe('private');
  for (const [field, value] of [
    ['legalName', ''],
    ['street', ' '],
    ['city', ''],
    ['country', 'ZZ'],
    ['country', 'Belgium'],
    ['email', 'nobody'],
    ['phone', 'call me'],
    ['vatId', '12'],
    ['certified', false],
    ['registerNumber', null],
    ['register', null],
    ['legalName', 'x'.repeat(121)],
    ['legalName', 'a\u0000b'],
    ['withdrawal', 'x'.repeat(2_001)],
  ] as const) {
    const refused = await trade(ana, { [field]: value });
    expect([field, refused.status, Object.keys(refused.body.errors)]).toEqual([field, 422, [field]]);
  }
  expect((await trade(ana, { more: 1 })).status).toBe(422);
  expect((await call('PUT', '/api/profile/seller', ana, { kind: 'shop' })).status).toBe(422);
  const said = (await trade(ana)).body;
  expect(said).toMatchObject({
    kind: 'trader',
    rights: rightsSentences.trader,
    missing: [],
    trader: {
      legalName: 'Mint & More BV',
      country: 'BE',
      email: 'orders@shop.test',
      vatId: 'BE0123456789',
      certifiedAt: expect.any(String),
    },
  });
  const { missing: _, isMarked: _mark, dueAt: _due, updatedAt: _when, ...shown } = said;
  expect((await call('GET', `/api/profiles/${ana.username}/seller`)).body).toEqual(shown);
  expect((await call('GET', `/api/profiles/${ana.id}`)).body.sellerKind).toBe('trader');
  expect((await call('GET', '/api/profiles/nobody_here/seller')).status).toBe(404);
  expect((await call('GET', '/api/profiles/%00/seller')).status).toBe(404);
  // The history stores the names of changed fields, never their values.
  expect((await call('PUT', '/api/profile/seller', ana, { kind: 'private' })).body).toMatchObject({
    kind: 'private',
    trader: null,
  });
  const changes = await rows('select by, kind, fields from seller_standing_change where member_id = $1 order by id', [
    ana.id,
  ]);
  expect(changes.map(({ by, kind }) => [by, kind])).toEqual([
    [ana.id, 'trader'],
    [ana.id, 'private'],
  ]);
  expect(changes[1].fields).toContain('legalName');
  expect(JSON.stringify(changes)).not.toContain('Mint');
  expect(
    (await rows('select legal_name, email, phone from seller_standing where member_id = $1', [ana.id]))[0],
  ).toEqual({
    legal_name: null,
    email: null,
    phone: null,
  });
});

test('the seller’s status is on the listing, the profile, in JSON-LD, in the order and in the receipt; the order retains what its buyer saw', async () => {
  const [ana, bob] = [await join(), await join()];
  await trade(ana);
  const [fromTrader, fromPerson] = [await putUpForSale(market, ana), await putUpForSale(market, bob)];
  expect((await call('GET', `/api/listings/${fromTrader}`)).body.sellerKind).toBe('trader');
  const trader = (await page(`/listings/${fromTrader}`)).body;
  expect(trader).toContain('Sold by a trader');
  expect(trader).toContain(soldByMeans.trader);
  expect(trader).toContain('"seller":{"@type":"Organization"');
  const person = (await page(`/listings/${fromPerson}`)).body;
  expect(person).toContain('Sold by a private person');
  expect(person).toContain(soldByMeans.private);
  expect(person).toContain('"seller":{"@type":"Person"');
  const profile = (await page(`/profile/${ana.username}`)).body;
  for (const part of [
    'Mint &amp; More BV',
    'Meir 12, 2000 Antwerp, Belgium',
    'BE0123456789',
    'Kruispuntbank, 0123.456.789',
  ])
    expect(profile).toContain(part);
  expect(profile).toContain('"@type":"Organization"');
  expect(profile).toContain('"legalName":"Mint & More BV"'.replace('&', '\\u0026').slice(0, 18));
  expect((await page(`/profile/${bob.username}`)).body).toContain(rightsSentences.private[1]);

  const { order, checkoutUrl } = await buyPlaced(market, buyer, fromTrader);
  expect(order.soldBy).toMatchObject({ kind: 'trader', trader: { legalName: 'Mint & More BV' } });
  await pay(checkoutUrl);
  await passTime(market);
  await market.runJobs();
  const receipts = await rows("select body_text from sandbox_mail where recipient = $1 and subject like 'Receipt:%'", [
    buyer.email,
  ]);
  const receipt = receipts[0].body_text.replaceAll(/\s+/g, ' ');
  for (const part of [
    'Mint & More BV',
    'Meir 12, 2000 Antwerp, Belgium',
    `withdraw from the purchase within ${withdrawalDays} days`,
  ])
    expect(receipt).toContain(part);
  await trade(ana, { legalName: 'Another name BV' });
  expect((await readOrderAs(market, buyer, order.id)).soldBy?.trader?.legalName).toBe('Mint & More BV');
  const shown = (await page(`/orders/${order.id}`, buyer)).body;
  expect([shown.includes('Mint &amp; More BV'), shown.includes('Another name')]).toEqual([true, false]);

  const second = await buyPlaced(market, buyer, fromPerson);
  expect(second.order.soldBy).toEqual({ kind: 'private', trader: null, rights: rightsSentences.private });
  expect((await page(`/orders/${second.order.id}`, buyer)).body).toContain(rightsSentences.private[1]);
});

test('an admin marks a trader: an email asks for the data, nothing more is listed without it, and the member cannot remove the mark', async () => {
  const ana = await join();
  const listingId = await putUpForSale(market, ana);
  const draft = (await list(ana, 'draft')).body.id;
  const mark = (as: TestMember | undefined, id = ana.id, body: unknown = { reason: 'Sold 400 cards in a month.' }) =>
    call('POST', `/api/admin/members/${id}/trader`, as, body);
  expect([(await mark(undefined)).status, (await mark(ana)).status, (await mark(buyer)).status]).toEqual([
    401, 403, 403,
  ]);
  expect((await mark(admin, admin.id)).status).toBe(403);
  expect((await mark(admin, ana.id, { reason: ' ' })).status).toBe(422);
  expect((await mark(admin, 'nobody_here')).status).toBe(404);
  expect((await mark(admin)).status).toBe(200);
  expect((await mark(admin)).body.code).toBe('marked_trader');
  await market.runJobs();
  const [mail] = await rows(
    "select body_text from sandbox_mail where recipient = $1 and subject = 'You’re now a professional seller'",
    [ana.email],
  );
  const words = mail.body_text.replaceAll(/\s+/g, ' ');
  for (const part of ['Sold 400 cards in a month.', 'Missing: legal name', '/settings/seller'])
    expect(words).toContain(part);

  const refused = {
    status: 403,
    body: { code: 'trader_data_missing', message: expect.stringContaining('Missing: legal name, street') },
  };
  expect(await list(ana)).toMatchObject(refused);
  expect(await call('POST', `/api/listings/${draft}/publish`, ana)).toMatchObject(refused);
  expect(await call('PATCH', `/api/listings/${listingId}`, ana, { quantity: 5 })).toMatchObject(refused);
  expect((await list(ana, 'draft')).status).toBe(201);
  expect((await call('POST', `/api/listings/${listingId}/pause`, ana)).status).toBe(200);
  expect(await call('POST', `/api/listings/${listingId}/resume`, ana)).toMatchObject(refused);
  const pasted = await call('POST', '/api/listings/import', ana, undefined);
  expect(pasted.status).toBeGreaterThanOrEqual(400);
  expect(await call('PUT', '/api/profile/seller', ana, { kind: 'private' })).toMatchObject({
    status: 409,
    body: { code: 'marked_trader' },
  });
  expect((await trade(ana)).body).toMatchObject({ isMarked: true, missing: [] });
  expect((await list(ana)).status).toBe(201);
  expect((await call('POST', `/api/listings/${listingId}/resume`, ana)).status).toBe(200);

  const unmark = () => call('DELETE', `/api/admin/members/${ana.id}/trader`, admin);
  expect([(await unmark()).status, (await unmark()).status]).toEqual([200, 409]);
  expect((await call('PUT', '/api/profile/seller', ana, { kind: 'private' })).status).toBe(200);
  expect(
    await rows("select by, act, data from audit_log where subject = $1 and act like 'trader.%' order by line", [
      ana.id,
    ]),
  ).toEqual([
    { by: admin.id, act: 'trader.marked', data: { reason: 'Sold 400 cards in a month.' } },
    { by: admin.id, act: 'trader.unmarked', data: {} },
  ]);
});

test('the settings work without script; the admin’s page marks and shows; other members do not see the form', async () => {
  const ana = await join();
  expect((await page('/settings/seller')).status).toBe(302);
  expect((await page('/settings/seller', ana)).body).toContain('Private seller');
  const fields = { ...shop, kind: 'trader' };
  const wrong = await form('/settings/seller', ana, { ...fields, phone: 'x' });
  expect([
    wrong.status,
    wrong.body.includes('Enter a phone number'),
    wrong.body.includes('Certify that you sell only'),
  ]).toEqual([422, true, true]);
  expect(wrong.body).toContain('value="Mint &amp; More BV"');
  const saved = await form('/settings/seller', ana, { ...fields, certified: 'on' });
  expect([saved.status, saved.body.includes('You’re a professional seller.')]).toEqual([200, true]);
  const bob = await join();
  const at = `/admin/members/${bob.id}`;
  expect((await form(at, admin, { act: 'mark-trader', reason: 'x' })).status).toBe(422);
  expect((await form(at, admin, { act: 'mark-trader', reason: 'A shop.' })).body).toContain('Marked by an admin');
  expect((await page('/settings/seller', bob)).body).toContain('Buyers must see who they buy from');
  expect((await form('/settings/seller', bob, { kind: 'private' })).status).toBe(409);
  expect((await form(at, admin, { act: 'unmark-trader' })).status).toBe(200);
  expect((await form('/settings/seller', ana, { kind: 'private' })).body).toContain(
    'Seller details saved. You’re a private seller.',
  );
});

test('listings of a marked trader are paused when the data is overdue, with one notification, and return with the data or without the mark', async () => {
  const [ana, bob] = [await join(), await join()];
  const mark = (of: TestMember) => call('POST', `/api/admin/members/${of.id}/trader`, admin, { reason: 'A shop.' });
  const [first, second, rested] = [
    await putUpForSale(market, ana),
    await putUpForSale(market, ana),
    await putUpForSale(market, ana),
  ];
  const others = await putUpForSale(market, bob);
  expect((await call('POST', `/api/listings/${rested}/pause`, ana)).status).toBe(200);
  const { checkoutUrl } = await buyPlaced(market, buyer, second);
  for (const member of [ana, bob]) expect((await mark(member)).status).toBe(200);
  await market.runJobs();
  const status = (await call('GET', '/api/profile/seller', ana)).body;
  expect(Date.parse(status.dueAt) - market.clock.now().getTime()).toBeGreaterThan(
    market.platform.config.traderDataMs - 60_000,
  );
  expect((await page('/settings/seller', ana)).body).toContain('Your listings stay for sale until ');
  const states = () =>
    rows('select id, status, paused_by from listing where id = any($1) order by id', [[first, second, rested, others]]);
  const before = await states();
  // A buyer who was paying at that time still gets the copy.
  await pay(checkoutUrl);
  await passTime(market);
  const mails = async (of: TestMember) =>
    (
      await rows("select subject, body_text from sandbox_mail where recipient = $1 and subject like '%paused'", [
        of.email,
      ])
    ).map(({ subject }) => subject);
  expect([(await states()).filter(({ paused_by }) => paused_by === 'standing'), await mails(ana)]).toEqual([[], []]);
  expect(before.filter(({ status }) => status === 'active')).toHaveLength(2);

  // Bob completes his data in time; his listings stay.
  expect((await trade(bob)).status).toBe(200);
  await passTime(market, market.platform.config.traderDataMs);
  const after = Object.fromEntries((await states()).map(({ id, status, paused_by }) => [id, [status, paused_by]]));
  expect(after).toEqual({
    [first]: ['paused', 'standing'],
    [second]: ['sold', null],
    [rested]: ['paused', 'seller'],
    [others]: ['active', null],
  });
  expect(await mails(ana)).toEqual(['1 listing paused']);
  expect(await mails(bob)).toEqual([]);
  const found = await call('GET', '/api/listings?limit=100');
  expect(found.body.items.map(({ id }: { id: string }) => id)).not.toContain(first);
  ana.cookie = (await signInAgain(market, ana)).cookie;
  expect((await page('/dashboard/listings', ana)).body).toContain('Paused: seller details missing');
  const said = (await page('/settings/seller', ana)).body;
  expect([
    said.includes('Your listings are paused until your details are complete.'),
    said.includes('stay for sale until '),
  ]).toEqual([true, false]);
  const [entry] = await rows(
    "select title, link from notification where user_id = $1 and about like 'listings-unnamed-%'",
    [ana.id],
  );
  expect(entry).toEqual({ title: expect.stringMatching(/^Paused: /), link: '/settings/seller' });
  for (const move of ['resume', 'renew'])
    expect([move, (await call('POST', `/api/listings/${first}/${move}`, ana)).status]).toEqual([move, 403]);
  expect(
    await rows('select verb, by, to_state, why from listing_history where listing_id = $1 order by id desc limit 1', [
      first,
    ]),
  ).toEqual([{ verb: 'pause', by: 'standing', to_state: 'paused_by_standing', why: 'trader_unnamed' }]);
  expect((await trade(ana)).status).toBe(200);
  await market.runJobs();
  expect((await call('GET', `/api/listings/${first}`)).body.status).toBe('active');
  expect(
    (await rows('select why from listing_history where listing_id = $1 order by id desc limit 1', [first]))[0].why,
  ).toBe('trader_named');
  expect((await rows('select paused_by from listing where id = $1', [rested]))[0].paused_by).toBe('seller');
});

test('the status is personal data: exported to its member only, deleted when they leave, and retained by the buyer’s order', async () => {
  const ana = await join();
  await trade(ana);
  const { order } = await buyPlaced(market, buyer, await putUpForSale(market, ana));
  const mine = JSON.stringify((await call('GET', '/api/export', ana)).body.account);
  for (const part of ['Mint & More BV', 'whoSells', '+32 3 555 01 23']) expect(mine).toContain(part);
  expect((await call('POST', `/api/orders/${order.id}/cancel`, buyer, {})).status).toBe(200);
  await market.runJobs();
  expect((await call('POST', '/api/users/delete-account', ana, { password: ana.password })).status).toBe(200);
  for (const table of ['seller_standing', 'seller_standing_change'])
    expect(await rows(`select 1 from ${table} where member_id = $1`, [ana.id])).toEqual([]);
  expect((await rows('select seller_kind from profile where user_id = $1', [ana.id]))[0].seller_kind).toBe('private');
  expect((await readOrderAs(market, buyer, order.id)).soldBy?.trader?.legalName).toBe('Mint & More BV');
});
