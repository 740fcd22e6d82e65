import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { membersData } from './members.data.ts';

/** This room's part of a member's export: profile and names. */
export async function exportMember(db: Db, userId: string) {
  const own = (table: string) => readOwnRows(db, membersData, table, userId);
  const [profile, usernames] = await Promise.all([own('profile'), own('username_registry')]);
  return { profile: profile[0] ?? null, usernames };
}
