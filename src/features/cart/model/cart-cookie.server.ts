import { createHash, randomBytes } from 'node:crypto';
import { dayMs } from '#kernel/time.ts';
import type { Config } from '#platform/config/config.ts';
import { findCookie } from '#platform/identity/sessions/session-cookie.ts';
import { countCookie } from '../words.ts';

/** How long a visitor's cart and its cookies last after its last change. */
export const visitorCartMs = 30 * dayMs;

type Site = Pick<Config, 'appUrl'>;
const isHttps = ({ appUrl }: Site) => appUrl.startsWith('https://');
const nameOf = (site: Site) => (isHttps(site) ? '__Host-sleeved_cart' : 'sleeved_cart');

export const newCartToken = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored: who reads the database can't open a cart. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The token of a visitor's cart; null without one, or where the cookie is not ours. */
export function findCartToken(site: Site, cookies: string | null | undefined): string | null {
  const value = findCookie(cookies ?? '', nameOf(site));
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

/** `Set-Cookie` values of a visitor's cart: its token, and the number that scripts show in the header. */
export function cartCookies(site: Site, token: string, lineCount: number): string[] {
  const common = `Max-Age=${visitorCartMs / 1_000}; Path=/; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`;
  return [`${nameOf(site)}=${token}; HttpOnly; ${common}`, `${countCookie}=${lineCount}; ${common}`];
}

/** The same for a cart that is empty, or became a member's. */
export function endedCartCookies(site: Site): string[] {
  const common = `Max-Age=0; Path=/; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`;
  return [`${nameOf(site)}=; HttpOnly; ${common}`, `${countCookie}=; ${common}`];
}
