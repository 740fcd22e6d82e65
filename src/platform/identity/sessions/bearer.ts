import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

export const bearerLifeMs = 3_600_000;

/** The claims of a token. Times in seconds, as in JSON Web Tokens. */
export interface BearerClaims {
  sub: string;
  sid: string;
  role: 'member' | 'admin';
  /** When the session was opened: sensitive acts require a recent one. */
  auth_time: number;
  exp: number;
}

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export interface BearerSigner {
  sign(claims: BearerClaims): string;
  /** The claims of a valid token; null for a forged or expired one. */
  verify(token: string, now: Date): BearerClaims | null;
  /** Whether a valid token was signed with another than the first secret. */
  isOld(token: string): boolean;
}

/**
 * JSON Web Tokens with one fixed algorithm: the header is compared as text, so a token cannot choose another. The key
 * is derived from the secret for this purpose. The first secret signs, all are accepted.
 */
export function createBearerSigner(secrets: readonly string[]): BearerSigner {
  const macs = secrets.map((secret) => {
    // A key object: for raw bytes Node would throw and catch an error on each call, whose stack costs ten times the
    // digest.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'bearer token', 32)));
    return (body: string) => createHmac('sha256', key).update(body).digest('base64url');
  });
  const isSignedBy = (mac: (body: string) => string, token: string) => {
    const dot = token.lastIndexOf('.');
    // Compared as text, since a decoder accepts several encodings of one signature.
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
