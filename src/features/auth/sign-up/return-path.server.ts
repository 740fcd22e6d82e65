import type { Config } from '#platform/config/config.ts';
import { findCookie } from '#platform/identity/sessions/session-cookie.ts';
import { linkLifeMs } from '../redirect/mailed-links.server.ts';
import { ownPath } from '../redirect/redirect-record.ts';

const isHttps = (appUrl: string) => appUrl.startsWith('https://');
const nameOf = (appUrl: string) => (isHttps(appUrl) ? '__Host-sleeved_way' : 'sleeved_way');

/**
 * Where a member goes on once their address is confirmed, kept by the browser: the mail that confirms may have been
 * sent before anybody knew, as the welcome is. It is good as long as such a link, and for this member only, since
 * others may sign in here. `next` is a path of ours. The answer is a line of `Set-Cookie`.
 */
export function keepWay({ appUrl }: Pick<Config, 'appUrl'>, userId: string, next: string): string {
  const value = Buffer.from(`${userId} ${next}`).toString('base64url');
  return `${nameOf(appUrl)}=${value}; Max-Age=${linkLifeMs['verify-email'] / 1_000}; Path=/; HttpOnly; SameSite=Lax${isHttps(appUrl) ? '; Secure' : ''}`;
}

/** Null where nothing was kept for this member, or what the browser sends is no path of ours. */
export function findWay(
  { appUrl }: Pick<Config, 'appUrl'>,
  userId: string,
  cookieHeader: string | null,
): string | null {
  const kept = Buffer.from(findCookie(cookieHeader ?? '', nameOf(appUrl)) ?? '', 'base64url').toString();
  return kept.startsWith(`${userId} `) ? ownPath(kept.slice(userId.length + 1), appUrl) : null;
}
