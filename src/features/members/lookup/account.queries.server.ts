import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import type { Db } from '#platform/db/db.ts';
import { authUser } from '#platform/identity/identity.tables.ts';
import { profile } from '../model/members.tables.ts';
import { usernameKey, usernameProblem } from '../profile/username.rules.ts';

export interface Account {
  id: string;
  username: string;
  role: 'member' | 'admin';
}

/** A member by id or by username in any case, suspended or not. Refuses an unknown or deleted one (404). */
export async function getAccount(db: Db, idOrUsername: string): Promise<Account> {
  if (!isId(idOrUsername) && usernameProblem(idOrUsername) !== null) throw notFound(profileNotFound);
  const [row] = await db
    .select({ id: profile.userId, username: profile.username, role: authUser.role })
    .from(profile)
    .innerJoin(authUser, eq(authUser.id, profile.userId))
    .where(
      and(
        isNull(profile.deletedAt),
        or(
          eq(profile.userId, idOrUsername),
          sql`${profile.userId} = (select uid from username_registry where username_key = ${usernameKey(idOrUsername)} and status = 'active')`,
        ),
      ),
    )
    .orderBy(sql`${profile.userId} = ${idOrUsername} desc`)
    .limit(1);
  if (!row) throw notFound(profileNotFound);
  return row;
}

/** The ids of all admins. */
export async function listAdminIds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: authUser.id })
    .from(authUser)
    .where(eq(authUser.role, 'admin'))
    .orderBy(authUser.id);
  return rows.map(({ id }) => id);
}
