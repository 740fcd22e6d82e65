import type { Config } from '#platform/config/config.ts';
import { findCookie } from '#platform/identity/sessions/session-cookie.ts';

/**
 * A cookie, so that the server renders the passkey button first. It says that this browser has used a passkey, and not
 * whose.
 */
const name = 'sleeved_passkey';
const nameOverHttps = `__Host-${name}`;

export function knownCookie({ appUrl }: Pick<Config, 'appUrl'>): string {
  const tail = `=1; Max-Age=${365 * 86_400}; Path=/; HttpOnly; SameSite=Lax`;
  return appUrl.startsWith('https://') ? `${nameOverHttps}${tail}; Secure` : `${name}${tail}`;
}

export function isPasskeyKnown(cookieHeader: string | null): boolean {
  // An older release wrote the unprefixed name over https too, and such a cookie lives for a year.
  return [nameOverHttps, name].some((each) => findCookie(cookieHeader ?? '', each) === '1');
}
