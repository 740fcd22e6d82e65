import { lockMember } from '#features/members/index.server.ts';
import { signInFirst } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';

/**
 * Locks the member's row until the transaction ends, so that concurrent writes that open wants are counted one after
 * the other. Refuses a deleted member (401).
 */
export async function keepOwner(tx: Tx, memberId: string): Promise<void> {
  if (!(await lockMember(tx, memberId))) throw signInFirst();
  await connectionOf(tx.db).query('select pg_advisory_xact_lock(hashtextextended($1, 14))', [`wants ${memberId}`]);
}
