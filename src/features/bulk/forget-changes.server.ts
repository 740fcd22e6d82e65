import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import { bulkChange } from './bulk.tables.ts';
import { bulkRule } from './rule.tables.ts';

/** Takes out what a member asked for; their listings are the room of listings'. */
export async function forgetChanges(tx: Tx, { memberId }: { memberId: string }): Promise<void> {
  await tx.db.delete(bulkRule).where(eq(bulkRule.sellerId, memberId));
  await tx.db.delete(bulkChange).where(eq(bulkChange.sellerId, memberId));
}
