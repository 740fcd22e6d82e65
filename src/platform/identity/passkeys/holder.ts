import { randomBytes } from 'node:crypto';
import { findCookie } from '../sessions/session-cookie.ts';
import { challengeLifeMs } from './challenge.ts';

/**
 * Who asks for a sign-in while there is no session: a browser, known by a cookie for some minutes. Its challenges are
 * good in no other.
 */
export interface Holders {
  find(cookieHeader: string): string | null;
  /** The browser's own, or a new one, and what keeps it until the challenge is over. */
  keep(cookieHeader: string): { holder: string; cookies: string[] };
}

export function createHolders(appUrl: string): Holders {
  const isHttps = appUrl.startsWith('https://');
  const name = isHttps ? '__Host-sleeved_ceremony' : 'sleeved_ceremony';
  const find = (header: string) => {
    const value = findCookie(header, name);
    return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
  };
  return {
    find,
    keep(header) {
      const holder = find(header) ?? randomBytes(32).toString('base64url');
      const tail = `; Max-Age=${challengeLifeMs / 1_000}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
      return { holder, cookies: [`${name}=${holder}${tail}`] };
    },
  };
}
