import { Refusal } from '#kernel/refusal.ts';
import { ownOrigin } from '#platform/http/requests/own-origin.ts';
import { namedOrigin, type Place, placeOf } from '#platform/identity/passkeys/place.ts';
import type { Platform } from '#platform/platform.ts';

export interface NoSlot {
  message: string;
  /** The same market under a name, where it has one. */
  url: string | null;
}

/** Why there are no passkeys at the address that the browser uses, in words; null where there are. */
export function passkeyHindrance({ config }: Pick<Platform, 'config'>, host: string | null | undefined): NoSlot | null {
  const origin = ownOrigin(config, host);
  if (placeOf(origin)) return null;
  const url = config.mode === 'sandbox' ? namedOrigin(origin) : null;
  const message = url
    ? `Passkeys need a name: open ${url}`
    : 'Passkeys need a name: this market is reached by a number. Its operator can give it one.';
  return { message, url };
}

/** Where this browser makes and uses passkeys; refuses an address of numbers. */
export function requireSlot(platform: Pick<Platform, 'config'>, host: string | null | undefined): Place {
  const place = placeOf(ownOrigin(platform.config, host));
  if (place) return place;
  throw new Refusal(409, 'passkeys_need_name', passkeyHindrance(platform, host)?.message ?? '');
}
