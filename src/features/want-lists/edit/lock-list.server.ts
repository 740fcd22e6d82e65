import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listPolicy, unknownList } from '../model/want-list.policy.ts';
import { type WantListRow, wantList } from '../model/want-list.tables.ts';

/**
 * The member's own list, locked until the transaction ends. Refuses an unknown one and, in the same words, another
 * member's (404).
 */
export async function lockList(
  tx: Tx,
  actor: Actor,
  id: string,
  verb: 'change' | 'remove' | 'bring',
): Promise<WantListRow> {
  const [row] = isId(id) ? await tx.db.select().from(wantList).where(eq(wantList.id, id)).for('update') : [];
  if (!row) throw notFound(unknownList);
  listPolicy.check(actor, verb, row);
  return row;
}

/** Updates a locked list, or only its time of change. */
export async function touchList(
  tx: Tx,
  { id, version }: WantListRow,
  now: Date,
  set: Partial<Pick<WantListRow, 'name' | 'isPublic' | 'hiddenAt' | 'hiddenBy' | 'hiddenReason'>> = {},
): Promise<void> {
  await tx.db
    .update(wantList)
    .set({ ...set, version: version + 1, updatedAt: now })
    .where(eq(wantList.id, id));
}
