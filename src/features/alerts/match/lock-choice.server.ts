import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import { alertChoice } from '../model/alert.tables.ts';

/**
 * Locks the one row of a member in this room until the transaction ends: what counts and what tells go one after the
 * other. Answers when they were last mailed.
 */
export async function lockChoice(tx: Tx, memberId: string): Promise<Date | null> {
  await tx.db.insert(alertChoice).values({ memberId }).onConflictDoNothing();
  const [row] = await tx.db.select().from(alertChoice).where(eq(alertChoice.memberId, memberId)).for('update');
  return row?.mailedAt ?? null;
}
