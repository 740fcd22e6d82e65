import { eq } from 'drizzle-orm';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderOrigin } from './order.tables.ts';

/** The client of a purchase: its address, empty where it is unknown, and the browser's cookies. */
export type Origin = Pick<ClientInfo, 'address' | 'cookies'>;

/** The network that an order was placed from; null where it is unknown, or after a month. */
export async function findNetwork(tx: Tx, orderId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ network: orderOrigin.network })
    .from(orderOrigin)
    .where(eq(orderOrigin.orderId, orderId));
  return row?.network ?? null;
}
