import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { mailMember } from '../index.server.ts';
import { readUnsubscribe, signUnsubscribe } from './unsubscribe-token.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [ann, ben] = await Promise.all([market.signUp('ann_unsubscribes'), market.signUp('ben_stays')]);
  allOn = Object.fromEntries(market.platform.mails.kinds.flatMap((kind) => (kind.for ? [] : [[kind.name, true]])));
});
afterAll(() => market.close());

const kindOf = (name: string) => market.platform.mails.kinds.find((kind) => kind.name === name) as MailKind;
let allOn: Record<string, boolean>;
const mailsOf = async (as: TestMember) =>
  (await market.request('GET', '/api/notifications/preferences', { as })).body.mails;
const urlFor = (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`;
/** As a mail program's server sends it: a form without cookie and origin. */
const oneClick = (path: string, headers: Record<string, string> = {}) =>
  market.request<string>('POST', path, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

async function linkFor(member: TestMember, kind: string): Promise<{ path: string; token: string }> {
  const messageId = `test-${kind}-${member.id}-${crypto.randomUUID()}`;
  await mailMember(market.platform, {
    userId: member.id,
    kind: kindOf(kind),
    messageId,
    email: { subject: 'A mail', paragraphs: ['Something happened.'] },
  });
  const { body } = await market.request('GET', `/sandbox/mail.json?to=${member.email}`);
  const mail = body.find((found: { messageId: string }) => found.messageId.includes(messageId));
  const url = new URL(/<(.+)>/.exec(mail.headers['list-unsubscribe'])?.[1] ?? '');
  expect(mail.text).toContain(url.href);
  expect(url.origin).toBe(market.url);
  return { path: url.pathname + url.search, token: url.searchParams.get('token') ?? '' };
}

test('a mail’s link, opened signed out, asks for confirmation and changes nothing; the button’s POST stops that kind for that member alone', async () => {
  const { path } = await linkFor(ann, 'sales');
  for (const method of ['GET', 'HEAD']) {
    const answer = await market.request<string>(method, path);
    expect(answer.status).toBe(200);
    if (method === 'GET') expect(answer.body).toContain('Unsubscribe');
  }
  expect(await mailsOf(ann)).toEqual(allOn);
  const pressed = await oneClick(path);
  expect(pressed.status).toBe(200);
  expect(pressed.body).toContain('You’re unsubscribed');
  expect([await mailsOf(ann), await mailsOf(ben)]).toEqual([{ ...allOn, sales: false }, allOn]);
  expect((await oneClick(path)).status).toBe(200);
  expect((await market.request<string>('GET', path)).body).toContain('You’re unsubscribed');
  expect(await mailsOf(ann)).toEqual({ ...allOn, sales: false });
});

test('the link of one member stops nothing for another member who is signed in in that browser', async () => {
  const { path } = await linkFor(ann, 'listings');
  expect((await oneClick(path, { cookie: ben.cookie, origin: market.url })).status).toBe(200);
  expect([(await mailsOf(ann)).listings, await mailsOf(ben)]).toEqual([false, allOn]);
});

test('a page of another site can’t press the button with a member’s cookie', async () => {
  const { path } = await linkFor(ben, 'sales');
  expect((await oneClick(path, { cookie: ben.cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect(await mailsOf(ben)).toEqual(allOn);
});

test('forged, changed, cut and foreign tokens are refused with a reason and stop nothing', async () => {
  const { token } = await linkFor(ben, 'purchases');
  const [kind = '', userId = '', signature = ''] = token.split('.');
  const other = signature.startsWith('A') ? 'B' : 'A';
  const forged = [
    '',
    'x',
    `${kind}.${userId}`,
    `${kind}.${userId}.`,
    `sales.${userId}.${signature}`,
    `${kind}.${ann.id}.${signature}`,
    `${kind}.${userId}.${other}${signature.slice(1)}`,
    `${kind}.${userId}.${signature}=`,
    `${kind}.${userId}.${signature} `,
    `${kind.toUpperCase()}.${userId}.${signature}`,
    signUnsubscribe('a-secret-of-somebody-else-entirely', { userId, kinds: ['purchases'] }),
    `${kind}.${userId}.${'A'.repeat(43)}`,
    `${kind}.${userId}.${'é'.repeat(43)}`,
    'a'.repeat(10_000),
    `constructor.${userId}.${signature}`,
    `${token}\0`,
  ];
  for (const attempt of forged) {
    const answer = await market.request<string>('GET', urlFor(attempt));
    expect([attempt.slice(0, 80), answer.status]).toEqual([attempt.slice(0, 80), 403]);
    expect(answer.body).toContain('Open the complete link from the email. Nothing was changed.');
    expect((await oneClick(urlFor(attempt))).status).toBe(403);
  }
  expect((await market.request('GET', '/unsubscribe')).status).toBe(403);
  expect((await oneClick('/unsubscribe')).status).toBe(403);
  expect(await mailsOf(ben)).toEqual(allOn);
});

test('the page sends no referrer and is not cached', async () => {
  const { path } = await linkFor(ben, 'purchases');
  const { headers, body } = await market.request<string>('GET', path);
  expect(body).toContain('<meta name="referrer" content="same-origin"');
  expect(body).toMatch(/<meta name="robots" content="noindex/);
  expect(headers.get('cache-control')).toMatch(/no-store|no-cache|private/);
  expect(body).not.toContain(ben.email);
});

test('a validly signed token of a kind that is no longer mailed is unknown', () => {
  const secret = 'a-secret-of-thirty-two-characters';
  const token = signUnsubscribe(secret, { userId: 'u1', kinds: ['newsletter'] });
  expect(readUnsubscribe([secret], token, ['newsletter'])).toEqual({ userId: 'u1', kinds: ['newsletter'] });
  expect(readUnsubscribe([secret], token, ['sales'])).toBeNull();
  expect(readUnsubscribe(['another-secret-of-thirty-two-chars'], token, ['newsletter'])).toBeNull();
});

test('the link of a deleted member says so and leaves nothing behind', async () => {
  const goer = await market.signUp('gone_subscriber');
  const { path } = await linkFor(goer, 'sales');
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: goer, body: { password: goer.password } })).status,
  ).toBe(200);
  const answer = await market.request<string>('GET', path);
  expect([answer.status, answer.body.includes('This account was deleted')]).toEqual([410, true]);
  expect((await oneClick(path)).status).toBe(410);
  expect(
    (await market.platform.pool.query('select 1 from mail_preference where user_id = $1', [goer.id])).rowCount,
  ).toBe(0);
});
