import { eq, or, type SQL, sql } from 'drizzle-orm';
import { isSuspendedSql } from '#features/members/index.server.ts';
import { want } from '../model/want.tables.ts';

/**
 * The one condition under which a row `want` is shown to others than its owner: no operator hid it, and its owner is
 * not suspended. Blocks are each reader's own.
 */
const publicWantSql = `want.hidden_at is null and not ${isSuspendedSql('want.owner_id')}`;

/** Wanted posts that anybody finds: lists, the home page, the sitemap and counts hold these alone. */
export const openWantSql = `want.status = 'open' and ${publicWantSql}`;

export const isOpenWant: SQL = sql.raw(`(${openWantSql})`);

/** Wanted posts that this viewer may read, whatever became of them: public ones, and their own. */
export function visibleTo(viewerId: string | null): SQL | undefined {
  const isPublic = sql.raw(`(${publicWantSql})`);
  return viewerId === null ? isPublic : or(eq(want.ownerId, viewerId), isPublic);
}
