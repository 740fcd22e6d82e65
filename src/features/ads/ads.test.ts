import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePremium, putUpForSale } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { photoForm } from '../../../tests/security/operations/world.testing.ts';

let market: TestMarket;
let admin: TestMember;
let free: TestMember;
let premium: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  [admin, free, premium] = [await market.signUp(), await market.signUp(), await market.signUp()];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  await makePremium(market, premium);
  await putUpForSale(market, premium);
}, 60_000);
afterAll(() => market?.close());
beforeEach(async () => {
  for (const { id } of (await call('GET', '')).body.items) expect((await call('DELETE', `/${id}`)).status).toBe(200);
});

const call = (method: string, path: string, body?: unknown, as: TestMember | undefined = admin) =>
  market.request(method, `/api/admin/ads${path}`, { ...(as ? { as } : {}), ...(body === undefined ? {} : { body }) });
const inMs = (ms: number) => new Date(market.clock.now().getTime() + ms).toISOString();
const words = (extra: Record<string, unknown> = {}) => ({
  text: 'A fair for cards in May',
  link: 'https://fair.example/may',
  from: inMs(0),
  to: inMs(dayMs),
  weight: 1,
  ...extra,
});
const written = async (extra?: Record<string, unknown>): Promise<string> => {
  const { status, body } = await call('POST', '', words(extra));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
};
const browse = async (as?: TestMember): Promise<string> =>
  (await market.request('GET', '/browse', as ? { as } : {})).body;
const seen = (id: string, from = '198.51.100.7') =>
  market.request('POST', `/api/ads/${id}/shown`, { headers: { 'x-forwarded-for': from } });
const go = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${market.url}/ads/${id}/go`, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': '198.51.100.7', ...headers },
  });
const counts = async (id: string) => {
  const { shown, pressed } = (await call('GET', `/${id}`)).body;
  return [shown, pressed];
};

test('[RO-02] visitors and free members see an ad, labelled and with its host; premium has none, not even in the HTML', async () => {
  expect(
    [await browse(), await browse(free)].map((html) => html.includes('Premium sellers have unlimited active listings')),
  ).toEqual([true, true]);
  const id = await written();
  for (const html of [await browse(), await browse(free)]) {
    const [slot] = /<aside[^>]*data-testid="ad-slot"[\s\S]*?<\/aside>/.exec(html) ?? [];
    expect(slot).toContain('Advertisement · fair.example');
    expect(slot).toMatch(
      new RegExp(`<a[^>]*href="/ads/${id}/go"[^>]*rel="sponsored nofollow"[^>]*>A fair for cards in May</a>`),
    );
  }
  const html = await browse(premium);
  expect(
    ['ad-slot', 'A fair for cards', 'fair.example', id, 'Advertisement'].filter((word) => html.includes(word)),
  ).toEqual([]);
});

test('it shows from its start until its end, by the server’s clock, also on cached pages of visitors, and edits show at once', async () => {
  const id = await written({ from: inMs(hourMs), to: inMs(2 * hourMs) });
  const shows = async () => [await browse(), await browse(free)].map((html) => html.includes('A fair for cards'));
  expect([await shows(), (await call('GET', `/${id}`)).body.state]).toEqual([[false, false], 'waiting']);
  await market.advance(hourMs);
  expect([await shows(), (await call('GET', `/${id}`)).body.state]).toEqual([[true, true], 'running']);
  // A cached page must not show the former text.
  expect((await call('PATCH', `/${id}`, { text: 'The fair moved to June' })).body.text).toBe('The fair moved to June');
  expect(await shows()).toEqual([false, false]);
  expect((await browse()).includes('The fair moved to June')).toBe(true);
  await market.advance(hourMs);
  expect([await shows(), (await browse()).includes('moved to June'), (await call('GET', `/${id}`)).body.state]).toEqual(
    [[false, false], false, 'ended'],
  );
});

test('two ads share the views by their weights, with the same ad for a visitor and a member in one minute', async () => {
  await written({ text: 'Weighs nine', weight: 9 });
  await written({ text: 'Weighs one', weight: 1 });
  const tally: Record<string, number> = {};
  for (let minute = 0; minute < 60; minute++) {
    const [of] = /Weighs (nine|one)/.exec(await browse(free)) ?? [];
    if (minute % 20 === 0) expect(await browse()).toContain(of);
    tally[of ?? 'none'] = (tally[of ?? 'none'] ?? 0) + 1;
    market.clock.advance(minuteMs);
  }
  expect(tally['Weighs nine']).toBeGreaterThan(42);
  expect(tally['Weighs one']).toBeGreaterThan(0);
  expect(tally.none).toBeUndefined();
});

test('a link that is neither https nor a page of the app is refused, and so are a reversed period, an empty text and a weight of zero', async () => {
  const errors = async (extra: Record<string, unknown>) => (await call('POST', '', words(extra))).body.errors;
  const sentence = { link: 'Enter a link that begins with https://, or a path on this site, for example /fees.' };
  for (const link of [
    'http://fair.example',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/ads/x/go',
    '/api/export',
    7,
  ])
    expect([link, await errors({ link })]).toEqual([link, sentence]);
  expect(await errors({ to: inMs(-1) })).toEqual({ to: 'Enter an end after the start.' });
  expect(await errors({ from: 'soon' })).toEqual({
    from: 'Enter a date and time, for example 2026-12-01T00:00:00Z.',
  });
  expect(await errors({ text: '  ' })).toEqual({ text: 'Enter the text of the ad.' });
  expect(await errors({ text: 'x'.repeat(121) })).toEqual({ text: 'Enter at most 120 characters.' });
  for (const weight of [0, 101, 1.5, '1'])
    expect(await errors({ weight })).toEqual({ weight: 'Enter a whole number from 1 to 100 as the weight.' });
  const id = await written();
  expect((await call('PATCH', `/${id}`, { to: inMs(-dayMs) })).body.errors).toEqual({
    to: 'Enter an end after the start.',
  });
  expect((await call('PATCH', `/${id}`, { link: 'http://fair.example' })).body.errors).toEqual(sentence);
  expect((await call('POST', '', { ...words(), html: '<b>' })).status).toBe(422);
});

test('a press is counted and redirected without a referrer; a prefetch, a HEAD request or an unknown ad is no press', async () => {
  const id = await written();
  const answer = await go(id);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://fair.example/may']);
  expect([
    answer.headers.get('referrer-policy'),
    answer.headers.get('cache-control'),
    answer.headers.get('set-cookie'),
  ]).toEqual(['no-referrer', 'no-store', null]);
  expect((await go(id, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(302);
  expect((await go(id, {}, 'HEAD')).status).toBe(302);
  expect((await go('nothing')).status).toBe(404);
  expect(await counts(id)).toEqual([0, 1]);
  expect((await market.request('GET', '/robots.txt')).body).toContain('Disallow: /ads');
});

test('counts are stored by day without members; one network adds only a limited number, and an ad that does not run counts nothing', async () => {
  const [id, later] = [
    await written({ to: inMs(5 * dayMs) }),
    await written({ from: inMs(dayMs * 3), to: inMs(dayMs * 4) }),
  ];
  expect((await seen(id)).status).toBe(204);
  expect((await seen(id, '203.0.113.9')).status).toBe(204);
  expect((await seen('nothing')).status).toBe(204);
  await seen(later);
  await go(later);
  expect(await counts(later)).toEqual([0, 0]);
  // More than one day: a difference of an hour between the clocks of processes does not matter then.
  await market.advance(2 * dayMs);
  await seen(id);
  const { days } = (await call('GET', `/${id}`)).body;
  expect(days.map(({ shown, pressed }: Record<string, number>) => [shown, pressed])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  expect(days[0].day).toBe(market.clock.now().toISOString().slice(0, 10));
  const { rows } = await market.platform.pool.query(
    "select column_name from information_schema.columns where table_name = 'ad_count' order by 1",
  );
  expect(rows.map((row) => row.column_name)).toEqual(['ad_id', 'day', 'pressed', 'shown']);
  for (let n = 0; n < 65; n++) expect((await go(id)).status).toBe(302);
  expect(await counts(id)).toEqual([3, 60]);
  await go(id, { 'x-forwarded-for': '203.0.113.9' });
  expect(await counts(id)).toEqual([3, 61]);
});

test('[RO-05] only admins write, read and remove ads, and each act is in the audit log', async () => {
  const id = await written();
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', words()],
    ['GET', `/${id}`, undefined],
    ['PATCH', `/${id}`, { weight: 5 }],
    ['DELETE', `/${id}`, undefined],
    ['DELETE', `/${id}/picture`, undefined],
  ] as const) {
    expect([method, path, (await call(method, path, body, premium)).status]).toEqual([method, path, 403]);
    expect([
      method,
      path,
      (await market.request(method, `/api/admin/ads${path}`, body ? { body } : {})).status,
    ]).toEqual([method, path, 401]);
  }
  for (const path of ['/admin/ads', '/admin/ads/new', `/admin/ads/${id}`])
    expect([path, (await market.request('GET', path, { as: premium })).status]).toEqual([path, 403]);
  expect((await call('PATCH', `/${id}`, { weight: 5 })).body.weight).toBe(5);
  expect((await call('DELETE', `/${id}`)).body).toEqual({ success: true });
  expect((await call('GET', `/${id}`)).status).toBe(404);
  const { rows } = await market.platform.pool.query(
    'select by, act, data from audit_log where subject = $1 order by at, id',
    [id],
  );
  expect(rows.map(({ by, act, data }) => [by === admin.id, act, data.text, data.weight])).toEqual([
    [true, 'ad.created', 'A fair for cards in May', 1],
    [true, 'ad.changed', 'A fair for cards in May', 5],
    [true, 'ad.removed', 'A fair for cards in May', 5],
  ]);
});

test('a picture is converted to a square, shown with its ad, cached by browsers for good, and deleted with its ad', async () => {
  const id = await written();
  const sent = await call('POST', `/${id}/picture`, photoForm('photo'));
  expect([sent.status, sent.body.picture]).toEqual([
    200,
    expect.stringMatching(/^\/ads\/pictures\/[0-9a-z]{20}\/192\.webp$/),
  ]);
  expect(await browse()).toContain(sent.body.picture.replace('/192.', '/96.'));
  const picture = await fetch(`${market.url}${sent.body.picture}`);
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'public, max-age=300, must-revalidate',
  ]);
  const bad = new FormData();
  bad.set('photo', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 'a.png');
  expect(await call('POST', `/${id}/picture`, bad)).toMatchObject({ status: 422, body: { code: 'photo_unreadable' } });
  expect((await call('POST', '/nothing/picture', photoForm('photo'))).status).toBe(404);
  expect((await call('DELETE', `/${id}/picture`)).body.picture).toBeNull();
  await market.runJobs();
  expect((await fetch(`${market.url}${sent.body.picture}`)).status).toBe(404);
});

test('forms without script let an admin write, change and remove an ad, and show the errors', async () => {
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${market.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: admin.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
  const fields = {
    act: 'write',
    text: 'New sleeves',
    link: '/browse',
    from: inMs(0).slice(0, 16),
    to: inMs(dayMs).slice(0, 16),
    weight: '3',
  };
  const wrong = await form('/admin/ads/new', { ...fields, link: 'http://x.example', weight: 'two' });
  const html = await wrong.text();
  expect([
    wrong.status,
    html.includes('Enter a link that begins with https://'),
    html.includes('value="New sleeves"'),
  ]).toEqual([422, true, true]);
  const undated = await (await form('/admin/ads/new', { ...fields, from: '', to: '' })).text();
  expect(undated).toMatch(/<a href="#[^"]*from">Enter a start date and time\.<\/a>/);
  const made = await form('/admin/ads/new', fields);
  const at = made.headers.get('location') ?? '';
  expect([made.status, at]).toEqual([302, expect.stringMatching(/^\/admin\/ads\/[0-9a-z]{20}$/)]);
  expect(await browse(free)).toContain('New sleeves');
  expect((await form(at, { ...fields, text: 'Newer sleeves' })).status).toBe(200);
  const list = (await market.request<string>('GET', '/admin/ads', { as: admin })).body;
  expect(list).toContain('Newer sleeves');
  expect((await form(at, { act: 'remove' })).headers.get('location')).toBe('/admin/ads');
  expect(await browse(free)).not.toContain('Newer sleeves');
});
