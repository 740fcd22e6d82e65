import { authSecretsOf } from '#platform/config/config.ts';
import { placeOf } from '#platform/http/count-act.ts';
import type { Platform } from '#platform/platform.ts';
import type { ClientInfo } from './identity.ts';
import { createKeyedHash } from './second-factor/seal.ts';

/**
 * Names the network that somebody comes from, as a keyed hash: what came from one network can be told, and which one
 * that is cannot. Null where it is this machine, or nobody knows. After a change of AUTH_SECRET the same network has
 * another name.
 */
export function networkOf(
  platform: Pick<Platform, 'config'>,
  from: Pick<ClientInfo, 'address'> | undefined,
): string | null {
  const place = from ? placeOf(from.address) : null;
  return place === null ? null : createKeyedHash(authSecretsOf(platform.config), 'orders.network')(place)[0];
}
