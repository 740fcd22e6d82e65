import { count, eq } from 'drizzle-orm';
import { isReported } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type LookedAtList, lookedAtListSchema } from '../contract.ts';
import { unknownList } from '../model/want-list.policy.ts';
import { wantList, wantListLine } from '../model/want-list.tables.ts';

/**
 * A list for operators, without its lines; what a private one is called only where it is hidden or a report waits for
 * an answer. Refuses an unknown one (404).
 */
export async function lookAtList(db: Db, id: string): Promise<LookedAtList> {
  const [row] = isId(id) ? await db.select().from(wantList).where(eq(wantList.id, id)) : [];
  if (!row) throw notFound(unknownList);
  const [lines] = await db.select({ count: count() }).from(wantListLine).where(eq(wantListLine.listId, id));
  const isShown = row.isPublic || row.hiddenAt !== null || (await isReported(db, 'list', id));
  return lookedAtListSchema.parse({
    id,
    ownerId: row.ownerId,
    name: isShown ? row.name : null,
    isPublic: row.isPublic,
    lineCount: lines?.count ?? 0,
    hidden: row.hiddenAt && { at: row.hiddenAt.toISOString(), reason: row.hiddenReason ?? '' },
    createdAt: row.createdAt.toISOString(),
  });
}
