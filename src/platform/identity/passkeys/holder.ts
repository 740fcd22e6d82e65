import { randomBytes } from 'node:crypto';
import { findCookie } from '../sessions/session-cookie.ts';
import { challengeLifeMs } from './challenge.ts';

/**
 * Identifies the browser of a sign-in without a session by a cookie of some minutes. Its challenges are valid in no
 * other browser.
 */
export interface Holders {
  find(cookieHeader: string): string | null;
  /** The browser's holder, or a new one, with the cookies that store it for the life of a challenge. */
  findOrCreate(cookieHeader: string): { holder: string; cookies: string[] };
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
    findOrCreate(header) {
      const holder = find(header) ?? randomBytes(32).toString('base64url');
      const tail = `; Max-Age=${challengeLifeMs / 1_000}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
      return { holder, cookies: [`${name}=${holder}${tail}`] };
    },
  };
}
