import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, testPassword } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';
import { tampered } from '#testing/tampered.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const quarter = 15 * 60_000;
let host = 0;
const anywhere = () => `198.25.${(++host >> 8) & 255}.${host & 255}`;
const signIn = (email: string, password: string, { device = '', address = anywhere() } = {}) =>
  market.request('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { 'x-forwarded-for': address, ...(device ? { cookie: device, origin: market.url } : {}) },
  });
const deviceOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('sleeved_device='))
    ?.split(';')[0] ?? '';
/** Strangers fail at this account until it is closed to unknown browsers. */
async function guessAt(email: string): Promise<void> {
  for (let n = 0; n < 10; n++) expect((await signIn(email, `wrong-guess-${n}`)).status).toBe(401);
  expect((await signIn(email, testPassword)).status).toBe(429);
}

test('strangers who guess at an account lock its owner out of no browser that was signed in before', async () => {
  const owner = await market.signUp('Owner_1');
  const device = deviceOf(await signIn(owner.email, testPassword));
  expect(device).not.toBe('');
  await guessAt(owner.email);
  const back = await signIn(owner.email, testPassword, { device });
  expect(back.status).toBe(200);
  expect(deviceOf(back)).not.toBe(device);
  // The owner's success resets the owner's failures, not those of strangers.
  expect((await signIn(owner.email, testPassword)).status).toBe(429);
});

test('guesses from the same network lock out no known browser', async () => {
  const owner = await market.signUp('Owner_2');
  const device = deviceOf(await signIn(owner.email, testPassword));
  const address = '203.0.113.200';
  for (let n = 0; n < 30; n++) await signIn(`neighbour${n}@example.test`, 'wrong-guess-x', { address });
  expect((await signIn(owner.email, testPassword, { address })).status).toBe(429);
  expect((await signIn(owner.email, testPassword, { address, device })).status).toBe(200);
});

test('a known browser has ten attempts of its own, and its failures close no other', async () => {
  const owner = await market.signUp('Owner_3');
  const [home, phone] = [
    deviceOf(await signIn(owner.email, testPassword)),
    deviceOf(await signIn(owner.email, testPassword)),
  ];
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, n) => signIn(owner.email, `wrong-guess-${n}`, { device: home })),
  );
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  const refused = await signIn(owner.email, testPassword, { device: home });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 800]).toEqual([429, true]);
  expect((await signIn(owner.email, testPassword, { device: phone })).status).toBe(200);
  expect((await signIn(owner.email, testPassword)).status).toBe(200);
  await market.advance(quarter);
  expect((await signIn(owner.email, testPassword, { device: home })).status).toBe(200);
});

test('a browser that is known for another account, or that forges its cookie, is a stranger’s', async () => {
  const [owner, guesser] = [await market.signUp('Owner_4'), await market.signUp('Guesser_4')];
  const foreign = deviceOf(await signIn(guesser.email, testPassword));
  await guessAt(owner.email);
  expect((await signIn(owner.email, testPassword, { device: foreign })).status).toBe(429);
  expect((await signIn(owner.email, testPassword, { device: tampered(foreign) })).status).toBe(429);
});

test('a hundred failures in a row close an account to strangers, however slowly; a known browser and a reset by mail get in', {
  timeout: 120_000,
}, async () => {
  const owner = await market.signUp('Owner_5');
  const device = deviceOf(await signIn(owner.email, testPassword));
  let failed = 0;
  for (let round = 0; round < 10; round++) {
    for (let n = 0; n < 10; n++) if ((await signIn(owner.email, `wrong-guess-${n}`)).status === 401) failed++;
    await market.advance(quarter);
  }
  expect(failed).toBe(100);
  expect((await signIn(owner.email, testPassword)).status).toBe(429);
  expect((await signIn(owner.email, testPassword, { device })).status).toBe(200);

  await market.request('POST', '/api/auth/request-password-reset', {
    body: { email: owner.email },
    headers: { 'x-forwarded-for': anywhere() },
  });
  await market.runJobs();
  const mails = await market.request('GET', `/sandbox/mail.json?to=${owner.email}`);
  const link = mails.body.find((mail: { subject: string }) => /Reset your password/.test(mail.subject)).links[0];
  const token = new URL(link).searchParams.get('token');
  const newPassword = 'another-horse-battery';
  expect((await market.request('POST', '/api/auth/reset-password', { body: { token, newPassword } })).status).toBe(200);
  expect((await signIn(owner.email, newPassword)).status).toBe(200);
});

test('known and unknown accounts are closed alike: the lockout does not disclose members', async () => {
  const owner = await market.signUp('Owner_6');
  const answers = async (email: string) => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await signIn(email, `wrong-guess-${n}`)).status);
    const { status, body } = await signIn(email, 'wrong-guess-x');
    return [...statuses, status, body.code, body.message];
  };
  expect(await answers(owner.email)).toEqual(await answers('nobody.at.all@example.test'));
});

test('a sign-up makes its browser known too', async () => {
  const made = await market.request('POST', '/api/auth/sign-up/email', {
    body: { email: 'fresh_7@example.test', password: testPassword, username: 'Fresh_7', location: 'Bern' },
    headers: { 'x-forwarded-for': anywhere() },
  });
  const device = deviceOf(made);
  await guessAt('fresh_7@example.test');
  expect((await signIn('fresh_7@example.test', testPassword, { device })).status).toBe(200);
});

test('after a hundred failures in a row a known browser is a stranger’s: another person may be using it', async () => {
  const owner = await market.signUp('Owner_8');
  const device = deviceOf(await signIn(owner.email, testPassword));
  expect((await signIn(owner.email, 'wrong-guess-0', { device })).status).toBe(401);
  await market.platform.pool.query("update limit_counter set points = 100 where key like 'entry.sign-in-device-row:%'");
  await guessAt(owner.email);
  expect((await signIn(owner.email, testPassword, { device })).status).toBe(429);
});

test('an open session tries a hundred passwords in a row and no more, however slowly; signing in or a reset resets them', async () => {
  const owner = await market.signUp('Owner_9');
  const confirm = (password: string) => confirmAs(market, owner, { password });
  expect((await confirm('wrong-guess-0')).status).toBe(422);
  await market.platform.pool.query("update limit_counter set points = 100 where key like 'entry.password-row:%'");
  await market.advance(quarter);
  const refused = await confirm(testPassword);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
  expect((await signIn(owner.email, testPassword)).status).toBe(200);
  expect((await confirm(testPassword)).status).toBe(200);
});
