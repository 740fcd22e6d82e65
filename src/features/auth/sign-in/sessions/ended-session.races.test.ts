import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, setUpAuthenticator } from '#testing/authenticator.ts';
import { memberWithPasskey, passkeyBrowser, startNamedMarket } from '#testing/passkeys.ts';
import { type Answer, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startNamedMarket();
});
afterAll(() => market?.close());

const newPassword = 'another-horse-battery';
type Call = () => Promise<Answer<{ code?: string }>>;

/** The account's sign-in methods and factors in the database. */
const waysInto = async (userId: string) =>
  (
    await market.platform.pool.query(
      `select (select json_agg(a order by id) from auth_account a where user_id = $1) as accounts,
        (select json_agg(id order by id) from auth_passkey where user_id = $1) as passkeys,
        (select json_agg(f) from auth_second_factor f where user_id = $1) as factor,
        (select json_agg(c order by code_hash) from auth_recovery_code c where user_id = $1) as codes,
        (select json_agg(e) from email_change e where user_id = $1) as changes`,
      [userId],
    )
  ).rows;

async function isWaitedFor(holder: PoolClient): Promise<boolean> {
  const { rows } = await holder.query(
    'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
  );
  return rows.length > 0;
}

/**
 * The request's session was valid when it was checked. While the request waits for the account's lock, a password reset
 * or a sign-out of this device holds the lock and ends the session.
 */
async function endSessionsDuring(userId: string, call: Call): Promise<Answer<{ code?: string }>> {
  const holder = await market.platform.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from auth_user where id = $1 for update', [userId]);
    let isAnswered = false;
    const answer = call().finally(() => {
      isAnswered = true;
    });
    await expect
      .poll(async () => isAnswered || (await isWaitedFor(holder)), { interval: 10, timeout: 10_000 })
      .toBe(true);
    await holder.query('delete from auth_session where user_id = $1', [userId]);
    await holder.query('commit');
    return await answer;
  } finally {
    holder.release();
  }
}

const calls: Record<string, (member: TestMember, as: TestMember | { token: string }) => Promise<Call>> = {
  'change the password': async (_, as) => () =>
    market.request('POST', '/api/auth/change-password', { as, body: { currentPassword: testPassword, newPassword } }),
  'change the e-mail': async (_, as) => () =>
    market.request('POST', '/api/auth/change-email', {
      as,
      body: { newEmail: `carried.off.${Math.random()}@example.test` },
    }),
  'begin an authenticator app': async (_, as) => () =>
    market.request('POST', '/api/auth/two-factor/enable', { as, body: {} }),
  'confirm an authenticator app': async (_, as) => {
    const started = await market.request('POST', '/api/auth/two-factor/enable', { as, body: {} });
    return () =>
      market.request('POST', '/api/auth/two-factor/verify-totp', { as, body: { code: codeOf(started.body.totpURI) } });
  },
  'unlink a Google account': async (member, as) => {
    await linkGoogle(member);
    return () => market.request('POST', '/api/auth/unlink-account', { as, body: { providerId: 'google' } });
  },
  'link a Google account': async (member, as) => {
    const email = await proveGoogle(member);
    return () => market.request('POST', '/api/auth/link-accounts', { as, body: { email, currentUserId: member.id } });
  },
};

async function proveGoogle(member: TestMember): Promise<string> {
  const email = `linked.${member.username.toLowerCase()}@example.test`;
  await traveller(market, member.cookie).travel({ email }, { purpose: 'link', next: '/settings/security' });
  return email;
}

async function linkGoogle(member: TestMember): Promise<void> {
  const email = await proveGoogle(member);
  const linked = await market.request('POST', '/api/auth/link-accounts', {
    as: member,
    body: { email, currentUserId: member.id },
  });
  expect(linked.status).toBe(200);
}

test.each(
  Object.keys(calls),
)('a session that ends while it would %s changes nothing, by cookie and by token', async (name) => {
  for (const way of ['cookie', 'token'] as const) {
    const member = await market.signUp();
    const as =
      way === 'cookie'
        ? member
        : { token: (await market.request('POST', '/api/auth/token', { as: member })).body.token as string };
    const call = await (calls[name] as NonNullable<(typeof calls)[string]>)(member, as);
    const before = await waysInto(member.id);
    const answer = await endSessionsDuring(member.id, call);
    expect([way, answer.status, answer.body.code]).toEqual([way, 401, 'not_signed_in']);
    expect(await waysInto(member.id)).toEqual(before);
  }
});

test('a session that ends while it would add a first password adds none, by cookie and by token', async () => {
  for (const way of ['cookie', 'token'] as const) {
    const person = traveller(market);
    await person.travel({ email: `first.by.${way}@example.test` });
    const as = { id: '', username: '', email: '', password: '', cookie: person.cookie() };
    const { id } = (await market.request('GET', '/api/profile', { as })).body;
    const token: string = (await market.request('POST', '/api/auth/token', { as })).body.token;
    const before = await waysInto(id);
    const answer = await endSessionsDuring(id, () =>
      market.request('POST', '/api/auth/set-password', {
        as: way === 'cookie' ? as : { token },
        body: { newPassword },
      }),
    );
    expect([way, answer.status, answer.body.code]).toEqual([way, 401, 'not_signed_in']);
    expect(await waysInto(id)).toEqual(before);
  }
});

test('a session that ends meanwhile makes no new recovery codes and turns no authenticator app off', async () => {
  const member = await market.signUp();
  await setUpAuthenticator(market, member);
  const { token } = (await market.request('POST', '/api/auth/token', { as: member })).body;
  for (const path of ['generate-backup-codes', 'disable']) {
    const session = (await market.platform.pool.query('select * from auth_session where user_id = $1', [member.id]))
      .rows[0];
    const before = await waysInto(member.id);
    const answer = await endSessionsDuring(member.id, () =>
      market.request('POST', `/api/auth/two-factor/${path}`, { as: { token }, body: {} }),
    );
    expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'not_signed_in']);
    expect(await waysInto(member.id)).toEqual(before);
    await market.platform.pool.query(
      'insert into auth_session select * from json_populate_record(null::auth_session, $1)',
      [JSON.stringify(session)],
    );
  }
});

test('a session that ends meanwhile adds no passkey and removes none', async () => {
  const adds = await market.signUp();
  const browser = passkeyBrowser(market, adds.cookie);
  const options = await browser.options('register');
  const added = await endSessionsDuring(adds.id, () =>
    browser.call('POST', 'verify-registration', { response: browser.authenticator.create(options) }),
  );
  expect([added.status, added.body.code, (await waysInto(adds.id))[0].passkeys]).toEqual([401, 'not_signed_in', null]);

  const { member: removes, id } = await memberWithPasskey(market, 'Removes_too_late');
  const removed = await endSessionsDuring(removes.id, () =>
    market.request('POST', '/api/auth/passkey/delete-passkey', { as: removes, body: { id } }),
  );
  expect([removed.status, removed.body.code, (await waysInto(removes.id))[0].passkeys]).toEqual([
    401,
    'not_signed_in',
    [id],
  ]);
});
