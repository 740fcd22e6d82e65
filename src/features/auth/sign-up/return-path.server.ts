import type { Config } from '#platform/config/config.ts';
import { findCookie } from '#platform/identity/sessions/session-cookie.ts';
import { linkLifeMs } from '../redirect/mailed-links.server.ts';
import { ownPath } from '../redirect/redirect-record.ts';

const isHttps = (appUrl: string) => appUrl.startsWith('https://');
const nameOf = (appUrl: string) => (isHttps(appUrl) ? '__Host-sleeved_way' : 'sleeved_way');

/**
 * Where a member continues once their address is confirmed, as a cookie: the verification email may have been sent
 * before the destination was known, as the welcome email is. Valid as long as such a link, and for this member only.
 * `next` is a path of this site. Returns a `Set-Cookie` value.
 */
export function returnPathCookie({ appUrl }: Pick<Config, 'appUrl'>, userId: string, next: string): string {
  const value = Buffer.from(`${userId} ${next}`).toString('base64url');
  return `${nameOf(appUrl)}=${value}; Max-Age=${linkLifeMs['verify-email'] / 1_000}; Path=/; HttpOnly; SameSite=Lax${isHttps(appUrl) ? '; Secure' : ''}`;
}

/** Null when nothing is stored for this member, or when the cookie has no path of this site. */
export function findReturnPath(
  { appUrl }: Pick<Config, 'appUrl'>,
  userId: string,
  cookieHeader: string | null,
): string | null {
  const stored = Buffer.from(findCookie(cookieHeader ?? '', nameOf(appUrl)) ?? '', 'base64url').toString();
  return stored.startsWith(`${userId} `) ? ownPath(stored.slice(userId.length + 1), appUrl) : null;
}
