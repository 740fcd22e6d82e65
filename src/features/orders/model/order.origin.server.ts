import { eq } from 'drizzle-orm';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderOrigin } from './order.tables.ts';

/** Who sits at the other end of a purchase: the address, empty where nobody knows it, and the browser's cookies. */
export type Origin = Pick<ClientInfo, 'address' | 'cookies'>;

/** Where an order came from; null where nobody knows, or after a month. */
export async function findNetwork(tx: Tx, orderId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ network: orderOrigin.network })
    .from(orderOrigin)
    .where(eq(orderOrigin.orderId, orderId));
  return row?.network ?? null;
}
