import { eq } from 'drizzle-orm';
import { findMemberProfile } from '#features/members/index.server.ts';
import { authSession, authUser } from '#platform/identity/identity.tables.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { SessionView } from '../../contract.ts';

/** The current session for a client program; null for a visitor. */
export async function findSessionView({ db }: Platform, actor: Actor | null): Promise<SessionView | null> {
  if (!actor?.sessionId) return null;
  const [member, [row]] = await Promise.all([
    findMemberProfile(db, actor.id),
    db
      .select({ name: authUser.name, expiresAt: authSession.expiresAt, createdAt: authSession.createdAt })
      .from(authSession)
      .innerJoin(authUser, eq(authUser.id, authSession.userId))
      .where(eq(authSession.id, actor.sessionId)),
  ]);
  if (!member || !row) return null;
  return {
    user: {
      id: member.id,
      email: member.email,
      name: row.name,
      username: member.username,
      emailVerified: member.isEmailVerified,
      image: member.avatarUrl,
      role: member.role,
      tier: member.tier,
      needsProfileCompletion: member.needsProfileCompletion,
    },
    session: { id: actor.sessionId, createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() },
  };
}
