import { Secret, TOTP } from 'otpauth';
import type { TestMarket, TestMember } from './server.ts';

let heldAt: number | null = null;

/**
 * What phones show the time by; where a test holds it, it is the market's time of codes too, so that no code runs out
 * between a test's look and the market's.
 */
export const phoneTime = {
  now: () => heldAt ?? Date.now(),
  hold: () => {
    heldAt ??= Date.now();
  },
  /** On by steps of 30 seconds. */
  pass: (steps: number) => {
    if (heldAt === null) throw new Error('phones are not held');
    heldAt += steps * 30_000;
  },
};

/**
 * The code that an authenticator app shows for this `otpauth:` address or text key, now or `ahead` steps of 30 seconds
 * later.
 */
export function codeOf(uriOrKey: string, ahead = 0): string {
  const key = uriOrKey.startsWith('otpauth:')
    ? (new URL(uriOrKey).searchParams.get('secret') ?? '')
    : uriOrKey.replaceAll(' ', '');
  return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: phoneTime.now() + ahead * 30_000 });
}

/** No code of now and of the steps beside it. */
export function wrongCodeOf(uriOrKey: string): string {
  const near = [-2, -1, 0, 1, 2].map((ahead) => codeOf(uriOrKey, ahead));
  for (let number = 0; ; number++) {
    const code = String(number).padStart(6, '0');
    if (!near.includes(code)) return code;
  }
}

export interface Authenticator {
  uri: string;
  recoveryCodes: string[];
  /**
   * The code of now, also where the one before it was spent in the same half minute: a test does not wait for the next.
   */
  freshCode(): Promise<string>;
}

/**
 * Sets up an authenticator app for a member who has just signed in, and gives them the cookie of the session that goes
 * on.
 */
export async function setUpAuthenticator(market: TestMarket, member: TestMember): Promise<Authenticator> {
  const begun = await market.request('POST', '/api/auth/two-factor/enable', { as: member, body: {} });
  if (begun.status !== 200) throw new Error(`enable answered ${begun.status}: ${JSON.stringify(begun.body)}`);
  const uri: string = begun.body.totpURI;
  const confirmed = await market.request('POST', '/api/auth/two-factor/verify-totp', {
    as: member,
    body: { code: codeOf(uri) },
  });
  if (confirmed.status !== 200)
    throw new Error(`verify-totp answered ${confirmed.status}: ${JSON.stringify(confirmed.body)}`);
  member.cookie = confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? member.cookie;
  return {
    uri,
    recoveryCodes: begun.body.backupCodes,
    freshCode: async () => {
      await market.platform.pool.query('update auth_second_factor set last_step = null where user_id = $1', [
        member.id,
      ]);
      return codeOf(uri);
    },
  };
}
