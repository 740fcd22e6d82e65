import { Secret, TOTP } from 'otpauth';
import type { TestMarket, TestMember } from './server.ts';

let heldAt: number | null = null;

/**
 * The time of all authenticator apps. A test can freeze it, for the server's code check too, so that no code expires
 * between generating and sending it.
 */
export const phoneTime = {
  now: () => heldAt ?? Date.now(),
  hold: () => {
    heldAt ??= Date.now();
  },
  /** Advances by steps of 30 seconds. */
  pass: (steps: number) => {
    if (heldAt === null) throw new Error('the time is not frozen');
    heldAt += steps * 30_000;
  },
};

/** The code of an authenticator app for this `otpauth:` URL or key, now or `ahead` steps of 30 seconds later. */
export function codeOf(uriOrKey: string, ahead = 0): string {
  const key = uriOrKey.startsWith('otpauth:')
    ? (new URL(uriOrKey).searchParams.get('secret') ?? '')
    : uriOrKey.replaceAll(' ', '');
  return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: phoneTime.now() + ahead * 30_000 });
}

/** A code that is invalid now and in the neighbouring steps. */
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
  /** The current code, accepted even if it was used in the same half minute: a test does not wait for the next. */
  freshCode(): Promise<string>;
}

/**
 * Sets up an authenticator app for a member who has just signed in, and stores the cookie of the new session in
 * `member`.
 */
export async function setUpAuthenticator(market: TestMarket, member: TestMember): Promise<Authenticator> {
  const enabled = await market.request('POST', '/api/auth/two-factor/enable', { as: member, body: {} });
  if (enabled.status !== 200) throw new Error(`enable answered ${enabled.status}: ${JSON.stringify(enabled.body)}`);
  const uri: string = enabled.body.totpURI;
  const confirmed = await market.request('POST', '/api/auth/two-factor/verify-totp', {
    as: member,
    body: { code: codeOf(uri) },
  });
  if (confirmed.status !== 200)
    throw new Error(`verify-totp answered ${confirmed.status}: ${JSON.stringify(confirmed.body)}`);
  member.cookie = confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? member.cookie;
  return {
    uri,
    recoveryCodes: enabled.body.backupCodes,
    freshCode: async () => {
      await market.platform.pool.query('update auth_second_factor set last_step = null where user_id = $1', [
        member.id,
      ]);
      return codeOf(uri);
    },
  };
}
