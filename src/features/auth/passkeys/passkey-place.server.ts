import { Refusal } from '#kernel/refusal.ts';
import { ownOrigin } from '#platform/http/requests/own-origin.ts';
import { namedOrigin, type Place, placeOf } from '#platform/identity/passkeys/place.ts';
import type { Platform } from '#platform/platform.ts';

export interface PasskeyHindrance {
  message: string;
  /** This site under a host name, if it has one. */
  url: string | null;
}

/** Why the browser's current address supports no passkeys, as a sentence; null if it does. */
export function passkeyHindrance(
  { config }: Pick<Platform, 'config'>,
  host: string | null | undefined,
): PasskeyHindrance | null {
  const origin = ownOrigin(config, host);
  if (placeOf(origin)) return null;
  const url = config.mode === 'sandbox' ? namedOrigin(origin) : null;
  const message = url
    ? `Passkeys don’t work at this web address. Open ${url} instead.`
    : 'Passkeys need a domain name, and this site has only an IP address.';
  return { message, url };
}

/** The WebAuthn relying party for this browser; refuses an IP address. */
export function requirePasskeyPlace(platform: Pick<Platform, 'config'>, host: string | null | undefined): Place {
  const place = placeOf(ownOrigin(platform.config, host));
  if (place) return place;
  throw new Refusal(409, 'passkeys_need_name', passkeyHindrance(platform, host)?.message ?? '');
}
