import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import { alertChoice } from '../model/alert.tables.ts';

/**
 * Locks a member's row in this feature until the transaction ends, so that counting and notifying run one after the
 * other. Answers the time of their last email.
 */
export async function lockChoice(tx: Tx, memberId: string): Promise<Date | null> {
  await tx.db.insert(alertChoice).values({ memberId }).onConflictDoNothing();
  const [row] = await tx.db.select().from(alertChoice).where(eq(alertChoice.memberId, memberId)).for('update');
  return row?.mailedAt ?? null;
}
