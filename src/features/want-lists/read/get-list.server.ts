import { count, eq } from 'drizzle-orm';
import { isReported } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type AdminList, adminListSchema } from '../contract.ts';
import { unknownList } from '../model/want-list.policy.ts';
import { wantList, wantListLine } from '../model/want-list.tables.ts';

/**
 * A list for admins, without its lines; the name of a private one only where it is hidden or has an open report.
 * Refuses an unknown one (404).
 */
export async function getListForAdmin(db: Db, id: string): Promise<AdminList> {
  const [row] = isId(id) ? await db.select().from(wantList).where(eq(wantList.id, id)) : [];
  if (!row) throw notFound(unknownList);
  const [lines] = await db.select({ count: count() }).from(wantListLine).where(eq(wantListLine.listId, id));
  const isShown = row.isPublic || row.hiddenAt !== null || (await isReported(db, 'list', id));
  return adminListSchema.parse({
    id,
    ownerId: row.ownerId,
    name: isShown ? row.name : null,
    isPublic: row.isPublic,
    lineCount: lines?.count ?? 0,
    hidden: row.hiddenAt && { at: row.hiddenAt.toISOString(), reason: row.hiddenReason ?? '' },
    createdAt: row.createdAt.toISOString(),
  });
}
