import type { Config } from '#platform/config/config.ts';
import { findCookie } from '#platform/identity/session-cookie.ts';

/** A cookie, so that the server shows the passkey first at first paint. It says that this browser has used one, and not whose. */
const name = 'sleeved_passkey';

export function knownCookie({ appUrl }: Pick<Config, 'appUrl'>): string {
  return `${name}=1; Max-Age=${365 * 86_400}; Path=/; HttpOnly; SameSite=Lax${appUrl.startsWith('https://') ? '; Secure' : ''}`;
}

export function isPasskeyKnown(cookieHeader: string | null): boolean {
  return findCookie(cookieHeader ?? '', name) === '1';
}
