import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, phoneTime, setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const late = 'This code has just expired. Enter the next one.';
const early = 'This code isn’t valid yet. Wait for the next one.';

/** A member with an app whose clock is `off` steps from the server's; `shown` returns its current code. */
async function appOf(name: string, off = 0) {
  const who = await market.signUp(name);
  const { uri } = await setUpAuthenticator(market, who);
  const begin = async () => {
    const started = await market.request('POST', '/api/auth/sign-in/email', {
      body: { email: who.email, password: who.password },
    });
    return started.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };
  const submit = async (code: string, cookie?: string) => {
    const headers = { cookie: cookie ?? (await begin()), origin: market.url };
    const { status, body } = await market.request('POST', '/api/auth/two-factor/verify-totp', {
      body: { code },
      headers,
    });
    return status === 200 ? 'in' : body.code;
  };
  return { who, uri, begin, submit, shown: () => codeOf(uri, off) };
}

test('ASVS 6.5.5 a code lives thirty seconds: after that it is refused with a reason, and the next one is accepted', async () => {
  const { begin, submit, shown, uri } = await appOf('Life_1');
  const code = shown();
  phoneTime.pass(1);
  const headers = { cookie: await begin(), origin: market.url };
  const refused = await market.request('POST', '/api/auth/two-factor/verify-totp', { body: { code }, headers });
  expect([refused.status, refused.body.code, refused.body.errors]).toEqual([401, 'code_run_out', { code: late }]);
  // On every attempt.
  expect(await submit(code)).toBe('code_run_out');
  expect(await submit(shown())).toBe('in');
  phoneTime.pass(1);
  const next = codeOf(uri, 1);
  const soon = await market.request('POST', '/api/auth/two-factor/verify-totp', {
    body: { code: next },
    headers: { ...headers, cookie: await begin() },
  });
  expect([soon.status, soon.body.code, soon.body.errors]).toEqual([401, 'code_early', { code: early }]);
  expect(await submit(codeOf(uri, -2))).toBe('wrong_code');
  expect(await submit(shown())).toBe('in');
  expect(await submit(next)).toBe('code_early');
});

test.each([
  ['behind', -1, 'code_run_out', 'code_early'],
  ['ahead', 1, 'code_early', 'code_run_out'],
] as const)('ASVS 6.5.5 an app whose clock is %s is asked for two codes once, and for one from then on', async (word, off, first, fromThenOn) => {
  const { submit, shown, uri } = await appOf(`Off_${word}`, off);
  expect(await submit(shown())).toBe(first);
  phoneTime.pass(1);
  expect(await submit(shown())).toBe('in');
  phoneTime.pass(1);
  expect(await submit(shown())).toBe('in');
  phoneTime.pass(2);
  // The server's current step is not this app's any more: its code is valid for thirty seconds too, and no other is.
  expect(await submit(codeOf(uri))).toBe(fromThenOn);
  expect(await submit(shown())).toBe('in');
  // Its clock was corrected.
  phoneTime.pass(3);
  expect(await submit(codeOf(uri))).toBe(fromThenOn);
  phoneTime.pass(1);
  expect(await submit(codeOf(uri))).toBe('in');
  phoneTime.pass(1);
  expect(await submit(codeOf(uri))).toBe('in');
});

test('ASVS 6.5.5 a code that was refused minutes ago, or with the opposite offset, is no evidence of a clock’s offset', async () => {
  const { submit, uri } = await appOf('Offset_1');
  expect(await submit(codeOf(uri, -1))).toBe('code_run_out');
  phoneTime.pass(11);
  expect(await submit(codeOf(uri, -1))).toBe('code_run_out');
  phoneTime.pass(1);
  expect(await submit(codeOf(uri, 1))).toBe('code_early');
  phoneTime.pass(1);
  expect(await submit(codeOf(uri, -1))).toBe('code_run_out');
  phoneTime.pass(1);
  expect(await submit(codeOf(uri, -1))).toBe('in');
});

test('ASVS 6.5.5 late codes count as attempts: five end a sign-in, and twenty at the same moment open no session', async () => {
  const { submit, begin, shown, uri } = await appOf('Tries_1');
  const sign = await begin();
  for (let n = 1; n < 5; n++) expect(await submit(codeOf(uri, -1), sign)).toBe('code_run_out');
  expect(await submit(codeOf(uri, -1), sign)).toBe('second_step_failed');
  expect(await submit(shown(), sign)).toBe('second_step_over');

  const another = await appOf('Tries_2');
  const signs = await Promise.all(Array.from({ length: 9 }, another.begin));
  const answers = await Promise.all(signs.map((cookie) => another.submit(codeOf(another.uri, -1), cookie)));
  expect(answers).toEqual(Array(9).fill('code_run_out'));
});

test('ASVS 6.5.5 a step-up requires a code of thirty seconds too, and a set-up any code that proves the key', async () => {
  const member = await market.signUp('Setup_1');
  const started = await market.request('POST', '/api/auth/two-factor/enable', { as: member, body: {} });
  const uri: string = started.body.totpURI;
  const done = await market.request('POST', '/api/auth/two-factor/verify-totp', {
    as: member,
    body: { code: codeOf(uri, -1) },
  });
  expect(done.status).toBe(200);
  member.cookie = done.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await market.advance(11 * 60_000);
  const refused = await confirmAs(market, member, { password: member.password, code: codeOf(uri, -1) });
  expect([refused.status, refused.body.errors]).toEqual([422, { code: late }]);
  expect((await confirmAs(market, member, { password: member.password, code: codeOf(uri) })).status).toBe(200);
});
