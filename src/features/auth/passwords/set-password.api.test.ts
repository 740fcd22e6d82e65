import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { mailsTo, newestToken } from '../change-email/change-email.testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

/** A member who signs in with Google alone. */
async function googleMember(email: string): Promise<TestMember> {
  const person = traveller(market);
  await person.travel({ email });
  const as = { id: '', username: '', email, password: '', cookie: person.cookie() };
  const { body } = await market.request('GET', '/api/profile', { as });
  return { ...as, id: body.id, username: body.username };
}
/** Stores the answer's cookie, as a browser does. */
async function set(as: TestMember | undefined, newPassword: string) {
  const answer = await market.request('POST', '/api/auth/set-password', {
    ...(as ? { as } : {}),
    body: { newPassword },
  });
  if (as) as.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? as.cookie;
  return answer;
}
const signIn = (email: string, password: string) =>
  market.request('POST', '/api/auth/sign-in/email', { body: { email, password } });
const waysOf = async (as: TestMember) => (await market.request('GET', '/api/auth/list-accounts', { as })).body.items;

test('a member of Google adds a password: it signs in beside Google, a mail notifies the member, and other sessions end', async () => {
  const member = await googleMember('adds.one@example.test');
  const second = await googleMember('adds.one@example.test');
  expect((await signIn(member.email, testPassword)).body.code).toBe('use_google');
  expect((await set(member, testPassword)).body).toEqual({ success: true });
  expect((await waysOf(member)).map((way: { providerId: string }) => way.providerId)).toEqual(['google', 'credential']);
  expect((await market.request('GET', '/api/profile', { as: second })).status).toBe(401);
  expect((await signIn(member.email, testPassword)).status).toBe(200);
  expect((await googleMember('adds.one@example.test')).id).toBe(member.id);
  const [mail] = await mailsTo(market, member.email);
  expect([mail?.subject, mail?.links]).toEqual(['A password was added', [`${market.url}/auth/forgot-password`]]);
});

test('the reset mail explains that there is no password, and has a link as soon as there is one', async () => {
  const member = await googleMember('adds.two@example.test');
  const ask = () => market.request('POST', '/api/auth/request-password-reset', { body: { email: member.email } });
  await ask();
  const [before] = await mailsTo(market, member.email);
  expect([before?.text.includes('your account has no password. Sign in with Google instead.'), before?.links]).toEqual([
    true,
    [],
  ]);
  await set(member, testPassword);
  await ask();
  const token = await newestToken(market, member.email, '/auth/reset-password');
  const newPassword = 'another-horse-battery';
  expect((await market.request('POST', '/api/auth/reset-password', { body: { token, newPassword } })).status).toBe(200);
  expect((await signIn(member.email, newPassword)).status).toBe(200);
  // Google confirmed the address, so the reset removes no sign-in method.
  expect((await googleMember('adds.two@example.test')).id).toBe(member.id);
});

test('[VA-11] the rules and the words are those of the sign-up; a visitor and an account that has one are refused', async () => {
  expect((await set(undefined, testPassword)).status).toBe(401);
  const member = await googleMember('adds.three@example.test');
  for (const wrong of ['short', 'password1234', 'adds.three@example.test', 'x'.repeat(129)]) {
    const [refused, atSignUp] = [
      await set(member, wrong),
      await market.request('POST', '/api/auth/sign-up/email', {
        body: { email: member.email, password: wrong, username: member.username, location: 'Lyon' },
      }),
    ];
    expect([refused.status, refused.body.errors?.newPassword]).toEqual([422, atSignUp.body.errors?.password]);
    expect(refused.body.errors.newPassword).toBeTruthy();
  }
  expect(await waysOf(member)).toHaveLength(1);
  const other = await market.signUp();
  const refused = await set(other, 'another-horse-battery');
  expect([refused.status, refused.body.code]).toEqual([409, 'has_password']);
  expect((await signIn(other.email, testPassword)).status).toBe(200);
});

test('RC-11 two passwords at the same moment: one is stored', async () => {
  for (let round = 0; round < 3; round++) {
    const member = await googleMember(`adds.race.${round}@example.test`);
    const words = ['first-horse-battery', 'second-horse-battery', 'third-horse-battery'];
    const answers = await Promise.all(words.map((password) => set(member, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = words[answers.findIndex(({ status }) => status === 200)];
    const signedIn = await Promise.all(
      words.map(async (password) => ((await signIn(member.email, password)).status === 200 ? password : null)),
    );
    expect(signedIn.filter(Boolean)).toEqual([winner]);
  }
});

test('an old session adds no password until the same Google account has confirmed it', async () => {
  const member = await googleMember('adds.late@example.test');
  await market.advance(11 * minuteMs);
  const refused = await set(member, testPassword);
  expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required']);
  expect(await waysOf(member)).toHaveLength(1);
  await traveller(market, member.cookie).travel({ email: 'somebody.else@example.test' }, { purpose: 'confirm' });
  expect((await set(member, testPassword)).status).toBe(403);
  const person = traveller(market, member.cookie);
  await person.travel({ email: member.email }, { purpose: 'confirm' });
  expect((await set({ ...member, cookie: person.cookie() }, testPassword)).status).toBe(200);
});
