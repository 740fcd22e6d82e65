import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageCache } from '#app/rendering/page-cache.server.ts';
import { createPages } from '#app/rendering/pages.server.ts';
import { createHttpApp } from '#app/server/http.server.ts';
import { bankDoes, buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { orderNumber } from '#features/orders/words.ts';
import { minuteMs } from '#kernel/time.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { connectLive } from '#testing/live.ts';
import { sourcePages } from '#testing/pages.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';

/** The admin's pages as a browser without script gets them. */
let market: TestMarket;
let admin: TestMember;
let member: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [admin, member] = [await market.signUp('Keeper_1'), await market.signUp('Looked_At')];
  await makeAdmin(admin);
}, 60_000);
afterAll(() => market?.close());

const makeAdmin = ({ id }: TestMember) =>
  market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [id]);
const get = (path: string, as: TestMember | null = admin) => market.request<string>('GET', path, as ? { as } : {});
const post = (path: string, fields: Record<string, string>, as: TestMember | null = admin) =>
  market.request<string>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      ...(as ? { cookie: as.cookie } : {}),
      origin: market.url,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
const pageOf = ({ id }: TestMember) => `/admin/members/${id}`;
const actsOf = async ({ id }: TestMember) =>
  (await market.platform.pool.query('select act from audit_log where subject = $1 order by at, id', [id])).rows.map(
    ({ act }) => act,
  );

test('[RO-05] only admins get the pages: visitors sign in first, members get 403, forms change nothing', async () => {
  const before = await actsOf(member);
  for (const path of ['/admin', '/admin/members', '/admin/audit', pageOf(member)]) {
    const visitor = await get(path, null);
    expect([visitor.status, visitor.headers.get('location')]).toEqual([
      302,
      `/auth/sign-in?next=${encodeURIComponent(path)}`,
    ]);
    const refused = await get(path, member);
    expect([refused.status, refused.body.includes('Looked_At</h1>'), refused.body.includes('Audit log')], path).toEqual(
      [403, false, false],
    );
    const inside = await market.request<string>('GET', `${path}.data`, { as: member });
    expect(inside.body).not.toContain('maskedEmail');
    expect((await get(path)).status, path).toBe(200);
  }
  for (const act of ['grant', 'email', 'suspend', 'sync']) {
    expect((await post(pageOf(member), { act, reason: 'because' }, member)).status).toBe(403);
    expect((await post(pageOf(member), { act, reason: 'because' }, null)).status).toBe(302);
  }
  expect(await actsOf(member)).toEqual(before);
  expect((await get('/admin/members/Nobody_9')).status).toBe(404);
  expect((await get('/admin/members?tier=gold')).status).toBe(422);
  expect((await post(pageOf(member), { act: 'constructor' })).status).toBe(400);
});

test('[RO-05] without script the dialogs are pages: each says before what will happen and after what has', async () => {
  const page = await get(`${pageOf(member)}?do=grant`);
  expect(page.body).toContain('<dialog open=""');
  expect(page.body).toContain('Looked_At can use Premium immediately at no charge.');
  expect((await get(pageOf(member))).body).not.toContain('<dialog open=""');

  const wrong = await post(pageOf(member), { act: 'grant', months: 'x' });
  expect([
    wrong.status,
    wrong.body.includes('Enter a number of months.'),
    wrong.body.includes('<dialog open=""'),
  ]).toEqual([422, true, true]);
  const granted = await post(pageOf(member), { act: 'grant', months: '3' });
  expect(granted.body).toMatch(/Premium granted to Looked_At until \d+ \w+ 20\d\d/);
  expect(granted.body).toMatch(
    /Premium granted for 3 months<\/p><p class="dim"><time[^>]*>[^<]*<\/time> ·<!-- --> <!-- -->You/,
  );

  for (const act of ['revoke', 'suspend']) {
    const empty = await post(pageOf(member), { act, reason: ' ' });
    expect([empty.status, empty.body.includes('Enter a reason of at least 3 characters.')], act).toEqual([422, true]);
  }
  expect((await post(pageOf(member), { act: 'revoke', reason: 'Only meant for a month.' })).body).toContain(
    'Premium revoked from Looked_At',
  );
  const again = await post(pageOf(member), { act: 'revoke', reason: 'Only meant for a month.' });
  expect([again.status, again.body.includes('This member has no complimentary Premium.')]).toEqual([409, true]);
  expect((await post(pageOf(member), { act: 'suspend', reason: 'Sold what never existed.' })).body).toContain(
    'Looked_At was suspended and signed out everywhere',
  );
  const shut = await get(pageOf(member));
  expect(shut.body).toContain('Sold what never existed.');
  expect([shut.body.includes('Reinstate member'), shut.body.includes('?do=suspend')]).toEqual([true, false]);
  expect((await post(pageOf(member), { act: 'restore' })).body).toContain(
    'Looked_At was reinstated and can sign in again',
  );
  expect(await actsOf(member)).toEqual(['premium.granted', 'premium.revoked', 'member.suspended', 'member.restored']);
  const log = (await get('/admin/audit?subject=looked_at&act=premium.revoked')).body;
  expect([log.includes('Only meant for a month.'), log.includes('Sold what never existed.')]).toEqual([true, false]);
});

test('[RO-05] no page contains the address until it is requested', async () => {
  for (const path of ['/admin', '/admin/members', '/admin/audit', pageOf(member)])
    expect((await get(path)).body, path).not.toContain(member.email);
  expect((await post(pageOf(member), { act: 'email' })).body).toContain(member.email);
  expect(await actsOf(member)).toContain('email.read');
});

test('[RO-05] resetting second factors requires a step-up of an old session, and returns to the dialog', async () => {
  const lost = await market.signUp('Lost_Phone');
  await setUpAuthenticator(market, lost);
  await market.advance(11 * minuteMs);
  const form = { act: 'reset-factors', reason: 'Lost the phone.' };
  const sent = await post(pageOf(lost), form);
  expect(sent.headers.get('location')).toBe(
    `/settings/security/confirm?next=${encodeURIComponent(`${pageOf(lost)}?do=reset-factors`)}`,
  );
  expect(await actsOf(lost)).toEqual([]);
  await confirmAs(market, admin, { password: admin.password });
  expect((await post(pageOf(lost), form)).body).toContain(
    'Two-step verification of Lost_Phone was reset, and all sessions ended',
  );
});

test('[RO-05] pages of admins, their own included, offer neither suspension nor a reset, and refuse both', async () => {
  const colleague = await market.signUp('Keeper_2');
  await setUpAuthenticator(market, colleague);
  await makeAdmin(colleague);
  for (const one of [admin, colleague]) {
    const page = (await get(pageOf(one))).body;
    expect([page.includes('?do=suspend'), page.includes('?do=reset-factors'), page.includes('is an admin')]).toEqual([
      false,
      false,
      true,
    ]);
    for (const act of ['suspend', 'reset-factors'])
      expect((await post(pageOf(one), { act, reason: 'By accident.' })).status, act).toBe(403);
    expect(await actsOf(one)).toEqual([]);
  }
});

test('[RO-05] in production the pages ask for the second factor, as the calls do', async () => {
  const { platform } = market;
  const production = { ...platform, config: { ...platform.config, mode: 'production' as const } };
  const pages = createPages(production, sourcePages, createPageCache(production));
  const app = createHttpApp({
    platform: production,
    pages,
    sandbox: null,
    health: { isReady: async () => [], degraded: () => [], metrics: async () => '' },
  });
  const look = async (as: TestMember) => {
    const answer = await app.request(`${market.url}/admin`, {
      headers: { cookie: as.cookie, host: new URL(market.url).host },
    });
    return { status: answer.status, to: answer.headers.get('location'), body: await answer.text() };
  };
  const fresh = await market.signUp('Keeper_3');
  await makeAdmin(fresh);
  const needed = await look(fresh);
  expect([needed.status, needed.body.includes('Admins need an authenticator app or a passkey.')]).toEqual([403, true]);
  expect(needed.body).toContain('href="/settings/security/authenticator"');
  const { id } = fresh;
  await setUpAuthenticator(market, fresh);
  expect((await look(fresh)).status).toBe(200);
  await platform.pool.query('update auth_session set two_factors_at = null where user_id = $1', [id]);
  const unshown = await look(fresh);
  expect([unshown.status, unshown.to]).toEqual([
    302,
    `/settings/security/confirm?next=${encodeURIComponent('/admin')}`,
  ]);
});

test('[RO-05] the live query sends acts to admins only, and events of a member only with an open case', async () => {
  const url = `${market.url.replace(/^http/, 'ws')}/api/realtime`;
  const watched = await market.signUp('Watched_1');
  const listen = async (as?: TestMember) => {
    const client = await connectLive(url, as ? { cookie: as.cookie, origin: market.url } : {});
    await client.hello();
    return { client, answer: await client.subscribe('o', 'operator', { id: watched.id }) };
  };
  expect([(await listen()).answer, (await listen(watched)).answer]).toMatchObject([
    { type: 'error', code: 'not_signed_in' },
    { type: 'error', code: 'not_allowed' },
  ]);
  const { client, answer } = await listen(admin);
  expect(answer.type).toBe('subscribed');
  await post(pageOf(watched), { act: 'grant', months: '1' });
  expect(await client.frame({ type: 'event', kind: 'operator.acted' })).toMatchObject({ data: { id: watched.id } });
  // Only the member is notified of the new tier. A later act of the admin arrives after it on the same connection.
  await post(pageOf(watched), { act: 'open-account', reason: 'A report of the member.' });
  await market.runJobs();
  const kinds = (of: typeof client) => of.frames.flatMap((frame) => (frame.type === 'event' ? [frame.kind] : []));
  await expect
    .poll(() => kinds(client).filter((kind) => kind === 'operator.acted').length, { timeout: 10_000 })
    .toBeGreaterThan(1);
  expect(kinds(client).filter((kind) => !['operator.acted', 'profile.changed'].includes(kind))).toEqual([]);
  client.cut();

  const { client: opened } = await listen(admin);
  await post(pageOf(watched), { act: 'revoke', reason: 'A test.' });
  expect(await opened.frame({ type: 'event', kind: 'tier.changed' })).toMatchObject({ data: { id: watched.id } });
  await market.advance(61 * 60_000);
  const received = opened.frames.length;
  await post(pageOf(watched), { act: 'grant', months: '1' });
  await market.runJobs();
  expect(opened.frames.slice(received)).toEqual([]);
  opened.cut();
});

test('a non-urgent alert is rendered the same above and in the table', async () => {
  const { pool } = market.platform;
  await pool.query(
    "insert into sent_mail (message_id, claimed_at, failed_at, failures) values ('lost', now(), now(), 3)",
  );
  const page = (await get('/admin/health')).body;
  await pool.query("delete from sent_mail where message_id = 'lost'");
  expect(page).toContain('<span class="stt res">Not urgent</span>');
  const row = /<tr>(?:(?!<tr>).)*mail\.undelivered.*?<\/tr>/s.exec(page)?.[0];
  expect(row).toContain('<span class="stt res">1</span>');
});

test('the orders open on the first queue with entries, or on the requested one', async () => {
  const shown = async (path: string) =>
    /<a[^>]*aria-current="page"[^>]*href="\/admin\/orders\?show=(\w+)"/.exec((await get(path)).body)?.[1];
  expect(await shown('/admin/orders')).toBe('attention');
  const seller = await market.signUp();
  await makePremium(market, seller);
  const { order } = await buyPlaced(market, await market.signUp(), await putUpForSale(market, seller));
  await market.platform.pool.query(
    "update orders set status = 'disputed', dispute_reason = 'damaged', dispute_text = 'Bent.' where id = $1",
    [order.id],
  );
  expect(await shown('/admin/orders')).toBe('disputed');
  expect(await shown('/admin/orders?show=attention')).toBe('attention');
});

test('an order is found by its number: the search leads to its page', async () => {
  const seller = await market.signUp();
  await makePremium(market, seller);
  const { order } = await buyPlaced(market, await market.signUp(), await putUpForSale(market, seller));
  const found = async (q: string) => {
    const answer = await fetch(`${market.url}/admin/orders?q=${encodeURIComponent(q)}`, {
      headers: { cookie: admin.cookie },
      redirect: 'manual',
    });
    return [answer.status, answer.headers.get('location')];
  };
  const number = orderNumber(order.id);
  for (const q of [number, `#${number.toLowerCase()}`, order.id])
    expect(await found(q), q).toEqual([302, `/admin/orders/${order.id}`]);
  expect(await found('ZZZZZZZZ')).toEqual([200, null]);
  expect((await get('/admin/orders?q=ZZZZZZZZ')).body).toContain('No order has the number “ZZZZZZZZ”.');
  expect((await get(`/admin/orders/${order.id}`)).body).toContain(number);
});

test('pages show a chargeback to both sides and to the admin, who answers it there without script', async () => {
  const [seller, buyer] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  const path = `/admin/orders/${order.id}`;
  await bankDoes(market, 'fraud-warnings', { orderId: order.id });
  await passTime(market);
  expect((await get(path)).body).toContain('refund it in Stripe’s dashboard');
  const markAsSent = async () =>
    /<button([^>]*)>(?:(?!<\/button>).)*Mark as shipped/s.exec((await get(`/orders/${order.id}`, seller)).body)?.[1];
  expect(await markAsSent()).toContain('primary');
  const { id: chargeback } = await bankDoes(market, 'disputes', { orderId: order.id });
  await passTime(market);
  expect((await get(`/orders/${order.id}`, buyer)).body).toContain(
    'Your bank opened a payment dispute for $12.99. The order is on hold until your bank decides.',
  );
  expect((await get(`/orders/${order.id}`, seller)).body).toContain('Don’t ship yet.');
  expect(await markAsSent()).not.toContain('primary');
  expect((await get('/admin/orders?show=chargeback')).body).toContain('Payment dispute</td>');

  for (const words of ['Payment dispute', 'Evidence due', chargeback]) expect((await get(path)).body).toContain(words);
  const empty = await post(path, { act: 'evidence', chargeback, statement: '' });
  expect([empty.status, empty.body.includes('Enter a statement.')]).toEqual([422, true]);
  const evidence = { act: 'evidence', chargeback, statement: 'It was sent.' };
  const unread = await post(path, evidence);
  expect([unread.status, unread.body.includes('Confirm that you’ve read the evidence.')]).toEqual([422, true]);
  const sent = await post(path, { ...evidence, confirmed: 'on' });
  expect(sent.body).toContain('Evidence submitted');
  await passTime(market);
  await market.platform.pool.query("update chargeback set evidence_failure = 'too_late' where id = $1", [chargeback]);
  const page = (await get(path)).body;
  expect([page.includes('too_late'), page.includes('submit it again')]).toEqual([true, false]);
  expect([
    page.includes('Submitted evidence'),
    page.includes('It was sent.'),
    page.includes('Submit evidence'),
  ]).toEqual([true, true, false]);
});
