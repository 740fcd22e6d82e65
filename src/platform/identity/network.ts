import { authSecretsOf } from '#platform/config/config.ts';
import { networkOfAddress } from '#platform/http/count-act.ts';
import type { Platform } from '#platform/platform.ts';
import type { ClientInfo } from './identity.ts';
import { createKeyedHash } from './second-factor/seal.ts';

/**
 * A client's network as a keyed hash: records of one network are equal, and do not reveal it. Null for this machine, or
 * where it is unknown. A change of AUTH_SECRET changes all hashes.
 */
export function networkOf(
  platform: Pick<Platform, 'config'>,
  from: Pick<ClientInfo, 'address'> | undefined,
): string | null {
  const network = from ? networkOfAddress(from.address) : null;
  return network === null ? null : createKeyedHash(authSecretsOf(platform.config), 'orders.network')(network)[0];
}
