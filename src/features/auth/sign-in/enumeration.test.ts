import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

let host = 0;
const post = (path: string, body: unknown) =>
  market.request('POST', `/api/auth/${path}`, {
    body,
    headers: { 'x-forwarded-for': `198.26.${(++host >> 8) & 255}.${host & 255}` },
  });

/**
 * How often the memory-hard hash is computed during `work`: it is nearly all of an answer's time, and can be counted
 * without a clock.
 */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const { identity } = market.platform;
  const { verifyPassword, pretendVerify } = identity;
  let hashes = 0;
  identity.verifyPassword = (hash, password) => {
    hashes++;
    return verifyPassword(hash, password);
  };
  identity.pretendVerify = (password) => {
    hashes++;
    return pretendVerify(password);
  };
  try {
    await work();
    return hashes;
  } finally {
    Object.assign(identity, { verifyPassword, pretendVerify });
  }
}

test('an unknown e-mail, a wrong password, an account of Google and a suspended one all cost one hash: the response time discloses nothing', async () => {
  const [known, googler, barred] = [await market.signUp(), await market.signUp(), await market.signUp()];
  const { pool } = market.platform;
  await pool.query(
    "update auth_account set provider_id = 'google', account_id = 'g-1', password = null where user_id = $1",
    [googler.id],
  );
  await pool.query('update auth_user set suspended_at = now() where id = $1', [barred.id]);
  for (const email of ['nobody@example.test', known.email, googler.email, barred.email]) {
    let status = 0;
    const hashes = await hashesOf(async () => {
      ({ status } = await post('sign-in/email', { email, password: 'wrong-horse-battery' }));
    });
    expect([status, hashes], email).toEqual([401, 1]);
  }
});

test('a refused sign-in for too many costs no hash, known or not', { timeout: 60_000 }, async () => {
  const known = await market.signUp();
  for (const email of [known.email, 'nobody.else@example.test']) {
    for (let n = 0; n < 10; n++) await post('sign-in/email', { email, password: 'wrong-horse-battery' });
    let status = 0;
    const hashes = await hashesOf(async () => {
      ({ status } = await post('sign-in/email', { email, password: 'wrong-horse-battery' }));
    });
    expect([status, hashes], email).toEqual([429, 0]);
  }
});

test('a reset request writes the same and answers the same for a known and an unknown address: the member is looked up afterwards', async () => {
  const known = await market.signUp();
  await market.runJobs();
  const answers: unknown[] = [];
  for (const email of [known.email, 'nobody.at.all@example.test']) {
    const { status, body, headers } = await post('request-password-reset', { email });
    const { rows } = await market.platform.pool.query(
      "delete from limit_counter where key like 'entry.reset-%' returning split_part(key, ':', 1)",
    );
    expect(rows.length).toBeGreaterThan(0);
    answers.push([status, body, [...headers.keys()].sort(), rows]);
  }
  expect(answers[0]).toEqual(answers[1]);
});
