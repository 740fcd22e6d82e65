import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  memberWithPasskey,
  type PasskeyBrowser,
  passkeyBrowser,
  refusedIn,
  startNamedMarket,
} from '#testing/passkeys.ts';
import type { TestMarket } from '#testing/server.ts';
import { softwareAuthenticator, type Twist } from '#testing/software-authenticator.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startNamedMarket();
});
afterAll(() => market?.close());

const minuteMs = 60_000;
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const refusedWith = refusedIn(() => market);
const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
let count = 0;
const person = () => memberWithPasskey(market, `Attack_${++count}_x`);

const broken: Record<string, Twist> = {
  'another origin': { origin: 'https://evil.example' },
  'the same host at another port': { origin: 'http://localhost:1' },
  'our address of numbers': { origin: 'http://127.0.0.1:1' },
  'another rpId': { rpId: 'evil.example' },
  'a challenge that is none of ours': { challenge: 'A'.repeat(72) },
  'no user verification': { userVerified: false },
  'nobody present': { userPresent: false },
  'a frame of another site': { crossOrigin: true },
  'a frame of another site, said as text': { crossOrigin: 'true' },
  'a frame whose top is another site': { topOrigin: 'https://evil.example' },
};

for (const [what, twist] of Object.entries(broken)) {
  test(`an answer with ${what} neither signs in, nor confirms, nor is added`, async () => {
    const { browser } = await person();
    const visitor = passkeyBrowser(market, '', browser.authenticator);
    await refusedWith(() => visitor.prove('sign-in', twist), 401, 'passkey_refused');
    expect(await visitor.who()).toBeNull();
    await refusedWith(() => browser.prove('step-up', twist), 403, 'passkey_refused');
    await refusedWith(() => passkeyBrowser(market, browser.cookie()).add('x', twist), 403, 'passkey_refused');
    // The same browser is accepted with a valid response.
    expect((await visitor.prove()).status).toBe(200);
  });
}

test('the answer of one ceremony is not valid for the other', async () => {
  const { browser } = await person();
  await refusedWith(
    () => passkeyBrowser(market, '', browser.authenticator).prove('sign-in', { type: 'webauthn.create' }),
    401,
    'passkey_refused',
  );
  await refusedWith(
    () => passkeyBrowser(market, browser.cookie()).add('x', { type: 'webauthn.get' }),
    403,
    'passkey_refused',
  );
});

test('a broken signature, and one by another key, prove nothing', async () => {
  const { browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  await refusedWith(() => visitor.prove('sign-in', { key: foreignKey }), 401, 'passkey_refused');
  const response = browser.authenticator.get(await visitor.options('sign-in'));
  const signature = Buffer.from(response.response.signature, 'base64url');
  signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
  response.response.signature = signature.toString('base64url');
  await refusedWith(() => visitor.call('POST', 'verify-authentication', { response }), 401, 'passkey_refused');
});

test('an answer is good once: replayed it opens no second session, adds no second passkey and confirms nothing', async () => {
  const { browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  const response = browser.authenticator.get(await visitor.options('sign-in'));
  const send = () => visitor.call('POST', 'verify-authentication', { response });
  expect((await send()).status).toBe(200);
  await refusedWith(send, 401, 'passkey_refused');

  const other = passkeyBrowser(market, browser.cookie());
  // The browser that just signed in has another session of this member.
  const made = other.authenticator.create(await other.options('register'));
  const add = () => other.call('POST', 'verify-registration', { response: made });
  expect((await add()).status).toBe(200);
  await refusedWith(add, 403, 'passkey_refused');

  const confirmed = browser.authenticator.get(await browser.options('step-up'));
  const confirm = () => browser.call('POST', 'verify-authentication', { response: confirmed, purpose: 'step-up' });
  expect((await confirm()).status).toBe(200);
  await market.advance(minuteMs);
  await refusedWith(confirm, 403, 'passkey_refused');
});

test('one answer sent eight times at the same moment opens one session', async () => {
  const { member, browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  const response = browser.authenticator.get(await visitor.options('sign-in'));
  const cookie = visitor.cookie();
  const send = () =>
    market.request('POST', '/api/auth/passkey/verify-authentication', {
      body: { response },
      headers: { cookie, origin: market.url },
    });
  const sessions = async () => (await rows('select id from auth_session where user_id = $1', [member.id])).length;
  const before = await sessions();
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(401)]);
  expect(await sessions()).toBe(before + 1);
});

test('a challenge is too old after five minutes', async () => {
  const { browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  const options = await visitor.options('sign-in');
  const send = async () =>
    visitor.call('POST', 'verify-authentication', { response: browser.authenticator.get(options) });
  await market.advance(5 * minuteMs);
  await refusedWith(send, 401, 'passkey_refused');
  const again = await visitor.options('sign-in');
  // The clock also runs during the test: half a minute is a margin for slow machines.
  await market.advance(4.5 * minuteMs);
  expect(
    (await visitor.call('POST', 'verify-authentication', { response: browser.authenticator.get(again) })).status,
  ).toBe(200);
});

test('a challenge for one purpose is not valid for another', async () => {
  const { browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  const answered = async (from: PasskeyBrowser, purpose: 'register' | 'sign-in' | 'step-up') =>
    browser.authenticator.get({ challenge: (await from.options(purpose)).challenge });
  const signIn = (response: unknown) => visitor.call('POST', 'verify-authentication', { response });
  const confirm = (response: unknown) =>
    browser.call('POST', 'verify-authentication', { response, purpose: 'step-up' });
  for (const purpose of ['step-up', 'register'] as const) {
    const response = await answered(browser, purpose);
    await refusedWith(() => signIn(response), 401, 'passkey_refused');
  }
  // Requested inside the session, too: the same browser, another purpose.
  for (const purpose of ['sign-in', 'register'] as const) {
    const response = await answered(browser, purpose);
    await refusedWith(() => confirm(response), 403, 'passkey_refused');
  }
  const fresh = softwareAuthenticator(market.url);
  for (const purpose of ['sign-in', 'step-up'] as const) {
    const { challenge } = await browser.options(purpose);
    const response = fresh.create({ challenge, rp: { id: 'localhost' }, user: { id: 'aGFuZGxl' } });
    await refusedWith(() => browser.call('POST', 'verify-registration', { response }), 403, 'passkey_refused');
  }
});

test('a challenge of one browser or session is not valid in another', async () => {
  const { browser } = await person();
  const [challenge, other] = [
    passkeyBrowser(market, '', browser.authenticator),
    passkeyBrowser(market, '', browser.authenticator),
  ];
  await other.options('sign-in');
  const response = browser.authenticator.get(await challenge.options('sign-in'));
  await refusedWith(() => other.call('POST', 'verify-authentication', { response }), 401, 'passkey_refused');
  await refusedWith(
    () => passkeyBrowser(market).call('POST', 'verify-authentication', { response }),
    401,
    'passkey_refused',
  );

  const elsewhere = passkeyBrowser(market, '', browser.authenticator);
  expect((await elsewhere.prove()).status).toBe(200);
  const confirmation = browser.authenticator.get(await browser.options('step-up'));
  await refusedWith(
    () => elsewhere.call('POST', 'verify-authentication', { response: confirmation, purpose: 'step-up' }),
    403,
    'passkey_refused',
  );
  const made = softwareAuthenticator(market.url).create(await browser.options('register'));
  await refusedWith(() => elsewhere.call('POST', 'verify-registration', { response: made }), 403, 'passkey_refused');
});

test("another member's passkey confirms nothing, signs in to no other account, and is not added twice", async () => {
  const [mine, theirs] = [await person(), await person()];
  const [foreign] = theirs.browser.authenticator.passkeys;
  const [own] = mine.browser.authenticator.passkeys;
  if (!foreign || !own) throw new Error('each has a passkey');
  await refusedWith(() => mine.browser.prove('step-up', { credential: foreign }), 403, 'passkey_refused');
  await refusedWith(
    () => mine.browser.prove('step-up', { credential: foreign, userHandle: null }),
    403,
    'passkey_refused',
  );
  const visitor = passkeyBrowser(market, '', theirs.browser.authenticator);
  await refusedWith(() => visitor.prove('sign-in', { userHandle: own.userHandle }), 401, 'passkey_refused');
  await refusedWith(() => visitor.prove('sign-in', { userHandle: null }), 401, 'passkey_refused');
  await refusedWith(() => visitor.prove('sign-in', { credential: { ...foreign, id: own.id } }), 401, 'passkey_refused');
  await refusedWith(
    () => passkeyBrowser(market, mine.browser.cookie()).add('x', { id: foreign.id }),
    409,
    'passkey_taken',
  );
  await visitor.prove();
  expect(await visitor.who()).toBe(theirs.member.username);
});

test('a passkey that was removed, or never was one of ours, is not known', async () => {
  const { browser, id } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  const response = browser.authenticator.get(await visitor.options('sign-in'));
  await browser.call('POST', 'delete-passkey', { id });
  await refusedWith(() => visitor.call('POST', 'verify-authentication', { response }), 401, 'passkey_unknown');
  const stranger = passkeyBrowser(market);
  stranger.authenticator.create({ challenge: 'x', rp: {}, user: { id: 'aGFuZGxl' } });
  await refusedWith(() => stranger.prove(), 401, 'passkey_unknown');
});

test('a malformed answer is refused with a reason', async () => {
  const { browser } = await person();
  const good = browser.authenticator.get(await browser.options('sign-in'));
  const text = (said: string) => Buffer.from(said).toString('base64url');
  for (const clientDataJSON of [text('null'), text('[]'), text('{'), text('{"type":"webauthn.get","challenge":7}')]) {
    const response = { ...good, response: { ...good.response, clientDataJSON } };
    await refusedWith(() => browser.call('POST', 'verify-authentication', { response }), 401, 'passkey_refused');
  }
  const misshapen = [
    {},
    { ...good, type: 'password' },
    { ...good, id: 'not base64!' },
    { ...good, id: 'A'.repeat(3_000) },
    { ...good, response: 'x' },
  ];
  for (const response of misshapen)
    await refusedWith(() => browser.call('POST', 'verify-authentication', { response }), 422, 'invalid');
  await refusedWith(() => browser.call('POST', 'verify-authentication', { response: good, extra: 1 }), 422, 'invalid');
  await refusedWith(
    () => browser.call('POST', 'verify-authentication', { response: good, purpose: 'register' }),
    422,
    'invalid',
  );
});

test('an address has thirty failures, and successes do not count', async () => {
  const { browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  for (let time = 0; time < 3; time++) await visitor.prove();
  for (let time = 0; time < 30; time++) expect((await visitor.prove('sign-in', { key: foreignKey })).status).toBe(401);
  const limited = await visitor.prove();
  expect([limited.status, limited.body.code, Number(limited.headers.get('retry-after')) > 0]).toEqual([
    429,
    'too_many_attempts',
    true,
  ]);
  expect((await passkeyBrowser(market, '', browser.authenticator).prove()).status).toBe(200);
});

test('a foreign page neither signs in nor adds nor removes with a passkey', async () => {
  const { browser, id } = await person();
  const foreign = (path: string, body: unknown, headers: Record<string, string>) =>
    market.request('POST', `/api/auth/passkey/${path}`, {
      body,
      headers: { origin: 'https://evil.example', ...headers },
    });
  const response = browser.authenticator.get(await browser.options('sign-in'));
  const made = softwareAuthenticator(market.url).create(await browser.options('register'));
  const cookie = browser.cookie();
  await refusedWith(() => foreign('verify-authentication', { response }, {}), 403, 'origin_required');
  await refusedWith(() => foreign('verify-authentication', { response }, { cookie }), 403, 'origin_required');
  await refusedWith(() => foreign('verify-registration', { response: made }, { cookie }), 403, 'origin_required');
  await refusedWith(() => foreign('delete-passkey', { id }, { cookie }), 403, 'origin_required');
});
