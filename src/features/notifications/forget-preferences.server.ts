import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import { mailPreference } from './notifications.tables.ts';

/** A member goes, in the caller's transaction. */
export async function forgetPreferences(tx: Tx, memberId: string): Promise<void> {
  await tx.db.delete(mailPreference).where(eq(mailPreference.userId, memberId));
}
