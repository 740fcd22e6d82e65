import { traderDataDueAt } from '#features/traders/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';

/**
 * Whether this seller's listings are paused: an admin marked them as a trader, and the period to submit their identity
 * is over (article 30 of the Digital Services Act).
 */
export async function isHeldBack(tx: Pick<Tx, 'db'>, sellerId: string, now: Date): Promise<boolean> {
  const dueAt = await traderDataDueAt(tx.db, sellerId);
  return dueAt !== null && dueAt <= now;
}
