import { eq } from 'drizzle-orm';
import type { Actor } from '#platform/identity/actor.ts';
import type { OpenedSession } from '#platform/identity/identity.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { emailChange } from '../accounts.tables.ts';

/**
 * In the transaction of a change that no copy of the member's cookie may outlive: every session ends, and the browser that asks goes on with a new one,
 * whose cookie the answer carries. Null for a program with a bearer token, which could not keep a cookie: its own session stays, all others end.
 */
export async function renewOwnSession(tx: Tx, { identity }: Pick<Platform, 'identity'>, actor: Actor): Promise<OpenedSession | null> {
  const { id: userId, sessionId, via } = actor;
  if (via !== 'cookie' || sessionId === null) {
    await identity.endSessions(tx, { userId, ...(sessionId ? { except: sessionId } : {}) });
    return null;
  }
  const session = await identity.renewSession(tx, { userId, sessionId });
  // A change of the e-mail that waits spares the session that asked for it.
  await tx.db.update(emailChange).set({ sessionId: session.sessionId }).where(eq(emailChange.sessionId, sessionId));
  return session;
}
