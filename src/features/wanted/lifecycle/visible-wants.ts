import { eq, or, type SQL, sql } from 'drizzle-orm';
import { isSuspendedSql } from '#features/members/index.server.ts';
import { want } from '../model/want.tables.ts';

/**
 * The only condition for showing a row `want` to others than its owner: not hidden, and its owner is not suspended.
 * Blocks are checked for each reader.
 */
const publicWantSql = `want.hidden_at is null and not ${isSuspendedSql('want.owner_id')}`;

/** Wanted posts in public lists, on the home page, in the sitemap and in counts. */
export const openWantSql = `want.status = 'open' and ${publicWantSql}`;

export const isOpenWant: SQL = sql.raw(`(${openWantSql})`);

/** Wanted posts that this viewer may read, in any state: public ones, and their own. */
export function visibleTo(viewerId: string | null): SQL | undefined {
  const isPublic = sql.raw(`(${publicWantSql})`);
  return viewerId === null ? isPublic : or(eq(want.ownerId, viewerId), isPublic);
}
