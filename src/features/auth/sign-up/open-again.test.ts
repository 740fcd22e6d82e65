import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, testPassword } from '#testing/server.ts';
import { openAccount } from './open-account.server.ts';
import { openAgain } from './open-again.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const person = (username: string) => ({
  email: `${username}@people.test`,
  password: testPassword,
  username,
  location: 'Lyon',
});
let host = 0;
const from = () => ({ address: `198.54.0.${++host}`, userAgent: 'a browser', cookies: undefined });
const emailTaken = { code: 'email_taken', message: expect.stringMatching(/^This email is already registered\./) };

test('[LI-05] the first attempt that arrives creates the account', async () => {
  const opened = await openAgain(market.platform, person('again_1'), from(), null);
  expect(opened.session.cookies.length).toBeGreaterThan(0);
});

test('[LI-05] after an attempt whose answer was lost the next one signs in to the account that it created', async () => {
  const first = await openAccount(market.platform, person('again_2'), from(), null);
  const second = await openAgain(market.platform, person('again_2'), from(), null);
  expect(second.userId).toBe(first.userId);
  expect(second.session.cookies.length).toBeGreaterThan(0);
  const { rows } = await market.platform.pool.query(
    "select count(*)::int as made from auth_user where email = 'again_2@people.test'",
  );
  expect(rows[0].made).toBe(1);
});

test('[LI-05] [VA-01] another name, or another password, is refused because the address is taken', async () => {
  await openAccount(market.platform, person('again_3'), from(), null);
  const tries = [
    { ...person('again_3'), username: 'again_three' },
    { ...person('again_3'), password: 'another-horse-battery' },
  ];
  for (const input of tries)
    await expect(openAgain(market.platform, input, from(), null)).rejects.toMatchObject(emailTaken);
});

test('[LI-05] a name that was taken meanwhile is refused as usual', async () => {
  await openAccount(market.platform, person('again_4'), from(), null);
  const input = { ...person('again_4'), email: 'other@people.test' };
  await expect(openAgain(market.platform, input, from(), null)).rejects.toMatchObject({ code: 'username_taken' });
});
