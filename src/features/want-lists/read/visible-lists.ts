import { type SQL, sql } from 'drizzle-orm';
import { isSuspendedSql } from '#features/members/index.server.ts';

/**
 * The only condition for showing a row `want_list` to others than its owner: public, not hidden, and its owner is not
 * suspended. Blocks are checked for each reader.
 */
export const publicListSql = `want_list.is_public and want_list.hidden_at is null and not ${isSuspendedSql('want_list.owner_id')}`;

export const isPublicList = sql.raw(`(${publicListSql})`) as SQL<boolean>;
