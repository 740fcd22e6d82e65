import { traderDataDueAt } from '#features/traders/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';

/**
 * Whether what this seller has for sale waits: an operator marked them as a trader, and the time to show who sells is
 * over (article 30 of the Digital Services Act).
 */
export async function isHeldBack(tx: Pick<Tx, 'db'>, sellerId: string, now: Date): Promise<boolean> {
  const dueAt = await traderDataDueAt(tx.db, sellerId);
  return dueAt !== null && dueAt <= now;
}
