import { eq } from 'drizzle-orm';
import { authSecretsOf } from '#platform/config/config.ts';
import { placeOf } from '#platform/http/count-act.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import { createKeyedHash } from '#platform/identity/seal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderOrigin } from './order.tables.ts';

/** Who sits at the other end of a purchase: the address, empty where nobody knows it, and the browser's cookies. */
export type Origin = Pick<ClientInfo, 'address' | 'cookies'>;

/**
 * Names the network that a purchase comes from, as a keyed hash: what was bought from one network can be told, and which one that is cannot. Null where it is
 * this machine, or nobody knows. After a change of AUTH_SECRET the same network has another name.
 */
export function networkOf(platform: Pick<Platform, 'config'>, from: Pick<Origin, 'address'> | undefined): string | null {
  const place = from ? placeOf(from.address) : null;
  return place === null ? null : createKeyedHash(authSecretsOf(platform.config), 'orders.network')(place)[0];
}

/** Where an order came from; null where nobody knows, or after a month. */
export async function findNetwork(tx: Tx, orderId: string): Promise<string | null> {
  const [row] = await tx.db.select({ network: orderOrigin.network }).from(orderOrigin).where(eq(orderOrigin.orderId, orderId));
  return row?.network ?? null;
}
