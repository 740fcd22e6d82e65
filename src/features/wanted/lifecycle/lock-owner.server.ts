import { lockMember } from '#features/members/index.server.ts';
import { signInFirst } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';

/**
 * Keeps a member until the transaction ends, and lets what opens one of their wants wait for what does so already: what
 * is counted stays true. Refuses who has gone (401).
 */
export async function keepOwner(tx: Tx, memberId: string): Promise<void> {
  if (!(await lockMember(tx, memberId))) throw signInFirst();
  await connectionOf(tx.db).query('select pg_advisory_xact_lock(hashtextextended($1, 14))', [`wants ${memberId}`]);
}
