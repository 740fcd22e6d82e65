import { eq } from 'drizzle-orm';
import type { OpenedSession, Token } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { emailChange } from '../../model/auth.tables.ts';

export interface RenewedSession extends OpenedSession {
  /** For a program: of the session that goes on. */
  token: Token | null;
}

/**
 * In the transaction of a change that no copy of the member's cookie or token may outlive: every session ends, and the
 * one that asks goes on as a new one. Refuses a session that has ended meanwhile (401); null for an actor without one.
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
 * Puts a new session in the place of the one that asks, and ends the member's others or lets them be. A browser gets
 * its cookie. A program that came with a token gets another token and no cookie: nobody leaves with a longer key than
 * they came with.
 */
export async function putNewSession(
  tx: Tx,
  { identity }: Pick<Platform, 'identity'>,
  actor: Actor & { sessionId: string },
  others: 'end' | 'stay',
): Promise<RenewedSession> {
  const { id: userId, sessionId, via } = actor;
  const session = await identity.renewSession(tx, { userId, sessionId, others });
  // A change of the e-mail that waits spares the session that asked for it.
  await tx.db.update(emailChange).set({ sessionId: session.sessionId }).where(eq(emailChange.sessionId, sessionId));
  if (via === 'cookie') return { ...session, token: null };
  return {
    ...session,
    cookies: [],
    token: identity.issueToken({ ...actor, sessionId: session.sessionId }, session.expiresAt),
  };
}

/** What the answer to a program carries: the token in place of the one that it came with. */
export function renewedToken(session: RenewedSession | null): { token: string; expiresAt: string } | undefined {
  return session?.token ? { token: session.token.token, expiresAt: session.token.expiresAt.toISOString() } : undefined;
}
