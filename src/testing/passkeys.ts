import { expect } from 'vitest';
import { freePort } from '#platform/http/free-port.ts';
import { type Answer, startTestMarket, type TestMarket, type TestMarketOptions, type TestMember } from './server.ts';
import { type SoftwareAuthenticator, softwareAuthenticator, type Twist } from './software-authenticator.ts';

/** A server under a host name, which passkeys require. */
export async function startNamedMarket(options: Omit<TestMarketOptions, 'env'> = {}): Promise<TestMarket> {
  const port = String(await freePort());
  return startTestMarket({ ...options, env: { PORT: port, APP_URL: `http://localhost:${port}` } });
}

let browsers = 0;

/** A browser with an authenticator: it stores cookies, and has its own address. */
export function passkeyBrowser(
  market: TestMarket,
  cookie = '',
  authenticator: SoftwareAuthenticator = softwareAuthenticator(market.url),
) {
  const cookies = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );
  browsers++;
  const address = `100.96.${(browsers >> 8) & 255}.${browsers & 255}`;
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test says it is
  async function call(method: string, path: string, body?: unknown): Promise<Answer<any>> {
    const answer = await market.request(method, `/api/auth/passkey/${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: {
        origin: market.url,
        'x-forwarded-for': address,
        'user-agent': chromeOnLinux,
        ...(cookies.size > 0 ? { cookie: header() } : {}),
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  }

  const self = {
    authenticator,
    cookies,
    cookie: header,
    call,
    options: async (purpose: 'register' | 'sign-in' | 'step-up') =>
      (
        await call(
          'GET',
          purpose === 'register' ? 'generate-register-options' : `generate-authenticate-options?purpose=${purpose}`,
        )
      ).body,
    /** Creates a passkey and registers it. */
    add: async (name?: string, twist: Twist = {}) =>
      call('POST', 'verify-registration', {
        response: authenticator.create(await self.options('register'), twist),
        ...(name === undefined ? {} : { name }),
      }),
    prove: async (purpose: 'sign-in' | 'step-up' = 'sign-in', twist: Twist = {}) =>
      call('POST', 'verify-authentication', {
        response: authenticator.get(await self.options(purpose), twist),
        purpose,
      }),
    /** The username that is signed in here, or null. */
    who: async () =>
      (await market.request('GET', '/api/auth/get-session', { headers: { cookie: header() } })).body?.user.username ??
      null,
  };
  return self;
}
export type PasskeyBrowser = ReturnType<typeof passkeyBrowser>;

const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Expects a call to be refused with this status and code, and to change no passkeys, sessions, proofs and events. */
export const refusedIn =
  (market: () => TestMarket) =>
  async (
    work: () => Promise<{ status: number; body: { code?: string } }>,
    status: number,
    code: string,
  ): Promise<void> => {
    const state = async () =>
      (
        await market().platform.pool.query(`select (select json_agg(p order by id) from auth_passkey p) as passkeys,
          (select count(*) from auth_session) as sessions, (select count(*) from auth_verification) as notes, (select count(*) from outbox_event) as events`)
      ).rows;
    const before = await state();
    const answer = await work();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await state()).toEqual(before);
  };

/** A member who is signed in to their own browser and has a passkey there. */
export async function memberWithPasskey(
  market: TestMarket,
  username: string,
): Promise<{ member: TestMember; browser: PasskeyBrowser; id: string }> {
  const member = await market.signUp(username);
  const browser = passkeyBrowser(market, member.cookie);
  const added = await browser.add();
  if (added.status !== 200) throw new Error(`the passkey was not added: ${JSON.stringify(added.body)}`);
  return { member, browser, id: added.body.id };
}
