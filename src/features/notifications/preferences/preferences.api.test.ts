import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { aboutAccount, type MemberMail, mailFormerMember, mailMember } from '../index.server.ts';
import { everything, kindsOfForm, wants, withInput } from './preference.rules.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [ann, ben] = await Promise.all([market.signUp('ann_prefers'), market.signUp('ben_prefers')]);
  const { mails, notificationKinds } = market.platform;
  allOn = {
    mails: Object.fromEntries(mails.kinds.flatMap((kind) => (kind.for ? [] : [[kind.name, true]]))),
    pause: null,
    mute: false,
    kinds: Object.fromEntries(notificationKinds.map(({ name }) => [name, on])),
  };
});
afterAll(() => market.close());

const path = '/api/notifications/preferences';
const read = async (as: TestMember) => (await market.request('GET', path, { as })).body;
const put = (as: TestMember, body: unknown) => market.request('PUT', path, { as, body });
const on = { app: true, mail: true, push: true };
/** Every kind that a manifest declares for all members. */
let allOn: { mails: Record<string, boolean>; pause: null; mute: boolean; kinds: Record<string, typeof on> };
const inFuture = (ms: number) => new Date(market.clock.now().getTime() + ms).toISOString();

test('a new member gets every mail', async () => {
  const answer = await market.request('GET', path, { as: ann });
  expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([200, allOn, 'no-store']);
  // A kind of email is the channel of a kind of entry; some entries are never emailed.
  expect(Object.keys(answer.body.kinds)).toEqual(
    expect.arrayContaining([...Object.keys(answer.body.mails), 'reports', 'security']),
  );
  expect(Object.keys(answer.body.mails)).toEqual(expect.arrayContaining(['sales', 'purchases', 'messages']));
});

test('a visitor neither reads nor changes preferences, and learns nothing of the fields', async () => {
  expect((await market.request('GET', path)).status).toBe(401);
  const answer = await market.request('PUT', path, { body: { nonsense: 1 } });
  expect([answer.status, answer.body.code, answer.body.errors]).toEqual([401, 'not_signed_in', undefined]);
});

test('another site can’t choose for a member, and a wrong method is named', async () => {
  const foreign = await market.request('PUT', path, {
    as: ann,
    body: { pause: { until: null } },
    headers: { origin: 'https://evil.example' },
  });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'origin_required']);
  expect((await market.request('POST', path, { as: ann, body: {} })).status).toBe(405);
  expect(await read(ann)).toEqual(allOn);
});

test.each([
  [{ mails: { newsletters: false } }, 'mails.newsletters'],
  [{ mails: { sales: 'no' } }, 'mails.sales'],
  [{ userId: 'x' }, 'userId'],
  [{ pause: { until: 'tomorrow' } }, 'pause.until'],
  [{ mute: 'yes' }, 'mute'],
  [{ kinds: { newsletters: { app: false } } }, 'kinds.newsletters'],
  [{ kinds: { sales: { post: false } } }, 'kinds.sales.post'],
  [{ kinds: { sales: { app: 1 } } }, 'kinds.sales.app'],
  [{ kinds: { security: { mail: false } } }, 'kinds.security.mail'],
  [{ pause: {} }, 'pause.until'],
  [{ pause: { until: null, since: 'x' } }, 'pause.since'],
  [{ pause: { until: '2020-01-01T00:00:00Z' } }, 'pause.until'],
  [{ pause: { until: '2999-01-01T00:00:00Z' } }, 'pause.until'],
  [[], 'body'],
])('%j is refused, and the field is named', async (body, field) => {
  const answer = await put(ann, body);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  expect(await read(ann)).toEqual(allOn);
});

test('one kind is turned off and on, missing fields stay unchanged, and other members are not affected', async () => {
  expect((await put(ann, { mails: { sales: false } })).body).toEqual({
    ...allOn,
    mails: { ...allOn.mails, sales: false },
    kinds: { ...allOn.kinds, sales: { ...on, mail: false } },
  });
  expect((await put(ann, { mails: { listings: false } })).body.mails).toEqual({
    ...allOn.mails,
    sales: false,
    listings: false,
  });
  expect((await put(ann, {})).body.mails).toEqual({ ...allOn.mails, sales: false, listings: false });
  expect(await read(ben)).toEqual(allOn);
  expect((await put(ann, allOn)).body).toEqual(allOn);
  expect(await read(ann)).toEqual(allOn);
});

test('a pause expires, or lasts until the member ends it', async () => {
  const until = inFuture(dayMs);
  expect((await put(ann, { pause: { until } })).body.pause).toEqual({ until });
  expect((await put(ann, { mails: { sales: true } })).body.pause).toEqual({ until });
  await market.advance(dayMs + minuteMs);
  expect((await read(ann)).pause).toBeNull();
  expect((await put(ann, { pause: { until: null } })).body.pause).toEqual({ until: null });
  await market.advance(2 * dayMs);
  expect((await read(ann)).pause).toEqual({ until: null });
  expect((await put(ann, { pause: null })).body).toEqual(allOn);
});

test('two choices at the same moment both hold', async () => {
  await Promise.all([
    put(ben, { mails: { sales: false } }),
    put(ben, { mails: { purchases: false } }),
    put(ben, { pause: { until: null } }),
  ]);
  expect(await read(ben)).toMatchObject({
    mails: { ...allOn.mails, sales: false, purchases: false },
    pause: { until: null },
  });
});

const kindsOfTest = ['sales', 'purchases', 'notes'].map((name) => ({
  name,
  label: name,
  means: '',
  has: { app: true, mail: name !== 'notes', push: true },
}));

test('a form lists the kinds that it showed: a later kind stays unchanged, and an unknown one is ignored', () => {
  const form = new FormData();
  for (const name of ['sales', 'purchases', 'gone']) form.append('shown', name);
  for (const name of ['sales.mail', 'sales.push', 'purchases.app', 'gone.app']) form.set(name, 'on');
  expect(kindsOfForm(form, kindsOfTest)).toEqual({
    sales: { app: false, mail: true, push: true },
    purchases: { app: true, mail: false, push: false },
  });
});

test('[RT-11] a kind is chosen by channel; both fields for an email agree, and a whole answer may be sent back with one change', async () => {
  const cat = await market.signUp('cat_prefers');
  const all = (await put(cat, { kinds: { offers: { app: false }, sales: { mail: false, push: false } } })).body;
  expect([all.kinds.offers, all.kinds.sales, all.mails.sales, all.kinds.listings]).toEqual([
    { ...on, app: false },
    { app: true, mail: false, push: false },
    false,
    on,
  ]);
  const back = (await put(cat, { ...all, mails: { ...all.mails, sales: true } })).body;
  expect([back.mails.sales, back.kinds.sales]).toEqual([true, { ...on, push: false }]);
  expect((await put(cat, { ...back, mute: true })).body).toEqual({ ...back, mute: true });
  expect((await put(cat, { mute: false })).body).toEqual(back);
});

test('kinds and pauses decide whether an email is sent', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  const paused = (until: string | null) => withInput(everything, { pause: { until } }, kindsOfTest, now);
  expect(wants(everything, 'sales', now)).toBe(true);
  const off = withInput(everything, { mails: { sales: false } }, kindsOfTest, now);
  const muted = { ...everything, isMuted: true };
  const open = paused(null);
  const hour = paused('2027-01-01T01:00:00Z');
  if ('problem' in off || 'problem' in open || 'problem' in hour) throw new Error('these are good');
  expect([
    wants(off, 'sales', now),
    wants(off, 'purchases', now),
    wants(open, 'purchases', now),
    wants(muted, 'sales', now),
  ]).toEqual([false, true, false, false]);
  expect([wants(hour, 'sales', now), wants(hour, 'sales', new Date('2027-01-01T01:00:00Z'))]).toEqual([false, true]);
  expect([paused('2027-01-01T00:00:00Z'), paused('2028-01-03T00:00:00Z')].map((choice) => 'problem' in choice)).toEqual(
    [true, true],
  );
});

test('a mail about the account reaches a suspended member and another address; others do not, and an email without content is not sent', async () => {
  const gone = await market.signUp('gone_quiet');
  await market.platform.pool.query('update auth_user set suspended_at = now() where id = $1', [gone.id]);
  const email = { subject: 'A mail', paragraphs: ['Something happened.'] };
  const mail = (messageId: string, rest: Pick<MemberMail, 'kind'> & Partial<MemberMail>) =>
    mailMember(market.platform, { userId: gone.id, messageId, email, ...rest });
  const sales = market.platform.mails.kinds.find(({ name }) => name === 'sales');
  if (sales) await mail('one-way-sales', { kind: sales });
  await mail('one-way-always', { kind: { always: 'Because of money.' } });
  await mail('one-way-nothing', {
    kind: aboutAccount('Because.'),
    email: async ({ username }) => (username === 'gone_quiet' ? null : email),
  });
  await mail('one-way-account', { kind: aboutAccount('Because of the account.') });
  await mail('one-way-elsewhere', { kind: aboutAccount('Because of the address.'), to: 'former@one-way.test' });
  await mailFormerMember(market.platform, {
    to: 'former@one-way.test',
    username: 'gone_quiet',
    always: 'The last.',
    messageId: 'one-way-last',
    email,
  });
  const texts = async (to: string) =>
    (await market.request<{ text: string; messageId: string }[]>('GET', `/sandbox/mail.json?to=${to}`)).body;
  const said = [...(await texts(gone.email)), ...(await texts('former@one-way.test'))].filter(({ messageId }) =>
    messageId.includes('one-way'),
  );
  const closed = (footer: string) => `Hello gone_quiet.\n\nSomething happened.\n\n-- \n${footer}`;
  expect(said.map(({ text }) => text.trim()).sort()).toEqual([
    closed('Because of the account.'),
    closed('Because of the address.'),
    closed('The last.'),
  ]);
});
