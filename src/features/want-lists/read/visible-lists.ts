import { type SQL, sql } from 'drizzle-orm';
import { isSuspendedSql } from '#features/members/index.server.ts';

/**
 * The one condition under which a row `want_list` is shown to others than its owner: public, hidden by no operator, of
 * nobody who is suspended. Blocks are each reader's own.
 */
export const publicListSql = `want_list.is_public and want_list.hidden_at is null and not ${isSuspendedSql('want_list.owner_id')}`;

export const isPublicList = sql.raw(`(${publicListSql})`) as SQL<boolean>;
