import { eq } from 'drizzle-orm';
import type { Actor } from '#platform/identity/actor.ts';
import { authSession, authUser } from '#platform/identity/identity.tables.ts';
import type { Platform } from '#platform/platform.ts';
import { profile } from '../accounts.tables.ts';
import type { SessionView } from '../contract.ts';

/** Who is signed in, as a client program asks; null for a visitor. */
export async function findSessionView({ db }: Platform, actor: Actor | null): Promise<SessionView | null> {
  if (!actor?.sessionId) return null;
  const [row] = await db
    .select({ user: authUser, profile, expiresAt: authSession.expiresAt, createdAt: authSession.createdAt })
    .from(authSession)
    .innerJoin(authUser, eq(authUser.id, authSession.userId))
    .innerJoin(profile, eq(profile.userId, authUser.id))
    .where(eq(authSession.id, actor.sessionId));
  if (!row) return null;
  return {
    user: {
      id: row.user.id,
      email: row.user.email,
      name: row.user.name,
      username: row.profile.username,
      emailVerified: row.user.emailVerified,
      image: row.profile.avatarUrl ?? row.profile.photoUrl,
      role: row.user.role,
      tier: row.profile.accountTier,
      needsProfileCompletion: row.profile.needsCompletion,
    },
    session: { id: actor.sessionId, createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() },
  };
}
