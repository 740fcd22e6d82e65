import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { membersData } from './model/members.data.ts';

/** Profile, names and vacations in a member's data export. */
export async function exportMember(db: Db, userId: string) {
  const own = (table: string) => readOwnRows(db, membersData, table, userId);
  const [profile, usernames, vacations] = await Promise.all([
    own('profile'),
    own('username_registry'),
    own('vacation'),
  ]);
  return { profile: profile[0] ?? null, usernames, vacations };
}
