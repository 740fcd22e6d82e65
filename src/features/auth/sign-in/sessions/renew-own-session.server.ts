import { eq } from 'drizzle-orm';
import type { OpenedSession, Token } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { emailChange } from '../../model/auth.tables.ts';

export interface RenewedSession extends OpenedSession {
  /** For a program: the token of the renewed session. */
  token: Token | null;
}

/**
 * In the transaction of a change that no copy of the member's cookie or token may survive: every session ends, and the
 * caller's is renewed. Refuses a session that has ended meanwhile (401); null for an actor without one.
 */
export async function renewOwnSession(
  tx: Tx,
  platform: Pick<Platform, 'identity'>,
  actor: Actor,
): Promise<RenewedSession | null> {
  const { id: userId, sessionId } = actor;
  if (sessionId !== null) return putNewSession(tx, platform, { ...actor, sessionId }, 'end');
  await platform.identity.endSessions(tx, { userId });
  return null;
}

/**
 * Replaces the caller's session by a new one, and ends the member's others or leaves them. A browser gets its cookie. A
 * program with a token gets another token and no cookie, so that its credentials never gain lifetime.
 */
export async function putNewSession(
  tx: Tx,
  { identity }: Pick<Platform, 'identity'>,
  actor: Actor & { sessionId: string },
  others: 'end' | 'stay',
): Promise<RenewedSession> {
  const { id: userId, sessionId, via } = actor;
  const session = await identity.renewSession(tx, { userId, sessionId, others });
  // A pending change of email spares the session that requested it.
  await tx.db.update(emailChange).set({ sessionId: session.sessionId }).where(eq(emailChange.sessionId, sessionId));
  if (via === 'cookie') return { ...session, token: null };
  return {
    ...session,
    cookies: [],
    token: identity.issueToken({ ...actor, sessionId: session.sessionId }, session.expiresAt),
  };
}

/** The part of the answer for a program: the token that replaces its own. */
export function renewedToken(session: RenewedSession | null): { token: string; expiresAt: string } | undefined {
  return session?.token ? { token: session.token.token, expiresAt: session.token.expiresAt.toISOString() } : undefined;
}
