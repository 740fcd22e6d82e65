import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

export const bearerLifeMs = 3_600_000;

/** What a token says. Times in seconds, as JSON Web Tokens have them. */
export interface BearerClaims {
  sub: string;
  sid: string;
  role: 'member' | 'admin';
  /** When the session was opened: sensitive acts ask for a recent one. */
  auth_time: number;
  exp: number;
}

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export interface BearerSigner {
  sign(claims: BearerClaims): string;
  /** The claims of a token that we signed and that has not expired; null otherwise. */
  verify(token: string, now: Date): BearerClaims | null;
  /** Whether a token that `verify` takes was signed by another than the first secret. */
  isOld(token: string): boolean;
}

/**
 * JSON Web Tokens with one algorithm, whose header is compared as text: no other header is read, so none can choose
 * another algorithm. The key is derived from the secret for this use alone. The first secret signs, all of them are
 * read.
 */
export function createBearerSigner(secrets: readonly string[]): BearerSigner {
  const macs = secrets.map((secret) => {
    // As a key: of bytes Node finds out by an error that they are none, at each request, and the error's stack costs
    // ten times what the digest does.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'bearer token', 32)));
    return (body: string) => createHmac('sha256', key).update(body).digest('base64url');
  });
  const isSignedBy = (mac: (body: string) => string, token: string) => {
    const dot = token.lastIndexOf('.');
    // Compared as text: a decoder would let several spellings of one signature through.
    const given = Buffer.from(token.slice(dot + 1));
    const expected = Buffer.from(mac(token.slice(0, dot)));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return {
    sign(claims) {
      const body = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${body}.${macs[0]?.(body)}`;
    },
    verify(token, now) {
      if (token.length > 1_024 || !token.startsWith(`${header}.`)) return null;
      const dot = token.lastIndexOf('.');
      if (!macs.some((mac) => isSignedBy(mac, token))) return null;
      const claims = JSON.parse(
        Buffer.from(token.slice(header.length + 1, dot), 'base64url').toString(),
      ) as BearerClaims;
      return claims.exp * 1_000 > now.getTime() ? claims : null;
    },
    isOld: (token) => macs.length > 1 && macs[0] !== undefined && !isSignedBy(macs[0], token),
  };
}
