import type { ServerResponse } from 'node:http';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ScriptedProvider, startScriptedProvider } from '#testing/scripted-provider.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { googleSentence } from '../google/google-answers.ts';

const profileFailed = 'Failed to create profile. Please try again.';
const misconfigured = 'Authentication configuration error. Please contact support.';

describe('a database that fails', () => {
  let market: TestMarket;
  beforeAll(async () => {
    market = await startTestMarket();
  });
  afterAll(() => market?.close());

  /**
   * While `work` runs, each insert into `table` raises this; returns the result of `work` and the number of inserts.
   */
  async function failing<T>(table: string, raise: string, work: () => Promise<T>): Promise<{ done: T; tries: number }> {
    const { pool } = market.platform;
    // A sequence counts on when the transaction is rolled back.
    await pool.query('create sequence tries');
    await pool.query(
      `create function fail_row() returns trigger language plpgsql as $$ begin perform nextval('tries'); raise exception ${raise}; end $$`,
    );
    await pool.query(
      `create trigger fail_row before insert or update on ${table} for each row execute function fail_row()`,
    );
    const done = await work().finally(() => pool.query(`drop trigger fail_row on ${table}; drop function fail_row`));
    const { rows } = await pool.query('select case when is_called then last_value else 0 end::int as tries from tries');
    await pool.query('drop sequence tries');
    return { done, tries: rows[0].tries };
  }

  const nameTaken =
    "'taken' using errcode = '23505', constraint = 'username_registry_pkey', schema = 'public', table = 'username_registry'";
  const died = "'the machine died'";
  const usersWith = async (email: string) =>
    (await market.platform.pool.query('select 1 from auth_user where email = $1', [email])).rowCount;

  test('[ER-05] [LI-05] a name that is taken meanwhile is generated again, five times in all, then the user is asked to try again', async () => {
    const person = traveller(market);
    const { done, tries } = await failing('username_registry', nameTaken, () =>
      person.travel({ email: 'unlucky@example.test' }),
    );
    expect([done.to, tries, person.cookies.size]).toEqual(['/auth/sign-in?google=profile_failed', 5, 0]);
    expect(await usersWith('unlucky@example.test')).toBe(0);
    expect((await traveller(market).travel({ email: 'unlucky@example.test' })).to).toBe('/auth/complete-profile');
  });

  test('[ER-05] an unexpected error is not retried: the popup shows the sentence and nothing is stored', async () => {
    const { done, tries } = await failing('profile', died, () =>
      traveller(market).travel({ email: 'half@example.test' }, { popup: '1' }),
    );
    expect([done.answer.body.includes(profileFailed), tries, await usersWith('half@example.test')]).toEqual([
      true,
      1,
      0,
    ]);
  });

  test('[ER-05] completing a profile that fails returns an error and can be repeated', async () => {
    const person = traveller(market);
    await person.travel({ email: 'later@example.test' });
    const complete = () =>
      market.request('POST', '/api/profile/complete', {
        body: { username: 'later_1', location: 'Lyon, FR' },
        headers: { cookie: person.cookie(), origin: market.url },
      });
    const { done } = await failing('profile', died, complete);
    expect([done.status, done.body.code, done.body.message]).toEqual([503, 'profile_failed', profileFailed]);
    expect([(await complete()).status, (await complete()).body.code]).toEqual([200, 'already_complete']);
  });

  test('[ER-05] linking that fails returns an error, preserves the proof, and can be repeated', async () => {
    const member = await market.signUp('Linker_9');
    const email = 'linker.nine@example.test';
    await traveller(market, member.cookie).travel({ email }, { purpose: 'link' });
    const link = () =>
      market.request('POST', '/api/auth/link-accounts', { as: member, body: { email, currentUserId: member.id } });
    const { done } = await failing('auth_account', died, link);
    expect([done.status, done.body.code, done.body.message]).toEqual([
      503,
      'link_failed',
      'Failed to link accounts. Please try again.',
    ]);
    expect((await link()).body).toMatchObject({ success: true, totalAccountsLinked: 2 });
  });

  test('[ER-05] a visitor, or a session that has ended, gets no token', async () => {
    const member = await market.signUp('Tokens_9');
    const { token } = (await market.request('POST', '/api/auth/token', { as: member })).body;
    await market.request('POST', '/api/auth/sign-out', { as: member });
    const signedOut = await market.request('POST', '/api/auth/token', { headers: { origin: market.url } });
    const ended = [{ as: member }, { as: { token } }].map((who) => market.request('POST', '/api/auth/token', who));
    for (const answer of [signedOut, ...(await Promise.all(ended))]) {
      expect([answer.status, answer.body.message]).toEqual([401, 'Failed to get authentication token']);
    }
  });
});

describe('a provider that does not know this client', () => {
  let market: TestMarket;
  let provider: ScriptedProvider;
  beforeAll(async () => {
    provider = await startScriptedProvider();
    market = await startTestMarket({ env: { OIDC_ISSUER: provider.issuer } });
  });
  afterAll(async () => {
    await market?.close();
    await provider?.close();
  });

  const post = () => market.request('POST', '/api/auth/sign-in/social', { body: { provider: 'google' } });
  const refuse = (status: number, body: unknown) => (_request: unknown, _body: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  /** Returns from the provider with a code, or with an error. */
  async function comeBack(said: Record<string, string>): Promise<string> {
    const person = traveller(market);
    const { searchParams } = new URL(await person.leave());
    const query = new URLSearchParams({ state: searchParams.get('state') ?? '', iss: provider.issuer, ...said });
    return (await person.get(`/api/auth/callback/google?${query}`)).headers.get('location') ?? '';
  }

  test('[ER-05] an issuer whose document names another one is a mistake of the configuration', async () => {
    const { issuer } = provider.discovery;
    provider.discovery.issuer = 'https://accounts.elsewhere.example';
    const answer = await post();
    const link = await traveller(market).get('/api/auth/google');
    provider.discovery.issuer = issuer;
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      503,
      'google_misconfigured',
      misconfigured,
    ]);
    expect(link.headers.get('location')).toBe('/auth/sign-in?google=google_misconfigured');
  });

  test('[ER-05] a client that the provider does not know, or not for this, is one too', async () => {
    provider.token = refuse(401, { error: 'invalid_client' });
    expect(await comeBack({ code: 'c1' })).toBe('/auth/sign-in?google=google_misconfigured');
    expect(await comeBack({ error: 'unauthorized_client' })).toBe('/auth/sign-in?google=google_misconfigured');
    provider.token = refuse(404, '');
    expect(await comeBack({ code: 'c2' })).toBe('/auth/sign-in?google=google_misconfigured');
  });

  test('[ER-02] an error of one flow, or of the provider, is none', async () => {
    provider.token = refuse(400, { error: 'invalid_grant' });
    expect(await comeBack({ code: 'c3' })).toBe('/auth/sign-in?google=google_failed');
    provider.token = refuse(503, 'try later');
    expect(await comeBack({ code: 'c4' })).toBe('/auth/sign-in?google=google_failed');
    expect(await comeBack({ error: 'server_error' })).toBe('/auth/sign-in?google=google_failed');
    expect(await comeBack({ error: 'access_denied' })).toBe('/auth/sign-in?google=google_cancelled');
  });

  test('[ER-02] a confirmation with a provider sign-in of an hour ago is refused, with the advice to sign in there again', async () => {
    const person = traveller(market, (await market.signUp('Long_There')).cookie);
    const confirmAfter = async (seconds: number) => {
      const { searchParams } = new URL(await person.leave({ purpose: 'confirm', next: '/settings/data' }));
      const now = Math.floor(market.platform.clock.now().getTime() / 1_000);
      const idToken = await new SignJWT({
        nonce: searchParams.get('nonce'),
        auth_time: now - seconds,
        email: 'long@example.test',
        email_verified: true,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setIssuer(provider.issuer)
        .setAudience(searchParams.get('client_id') ?? '')
        .setSubject('long-there')
        .setIssuedAt(now)
        .setExpirationTime(now + 300)
        .sign(provider.good.privateKey);
      provider.token = (_request, _body, response) =>
        void response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }));
      const query = new URLSearchParams({ state: searchParams.get('state') ?? '', iss: provider.issuer, code: 'c5' });
      return (await person.get(`/api/auth/callback/google?${query}`)).headers.get('location');
    };
    expect(await confirmAfter(3_600)).toBe('/settings/data?google=google_stale');
    expect(googleSentence('google_stale')).toBe(
      'You signed in to Google too long ago. Sign out of Google and sign in again, then try again.',
    );
    // After a fresh sign-in there it gets as far as the account check.
    expect(await confirmAfter(30)).toBe('/settings/data?google=google_same_to_delete');
  });
});

test('[ER-02] a provider that does not answer is no mistake of the configuration', async () => {
  const provider = await startScriptedProvider();
  const market = await startTestMarket({ env: { OIDC_ISSUER: provider.issuer } });
  await provider.close();
  const answer = await market.request('POST', '/api/auth/sign-in/social', { body: { provider: 'google' } });
  await market.close();
  expect([answer.status, answer.body.message]).toEqual([503, 'Failed to sign in with Google']);
});
