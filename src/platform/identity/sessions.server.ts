import { and, desc, eq, gt, isNull, lt, ne, type SQL } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { bearerLifeMs } from './bearer.ts';
import { authRateLimit, authRevocation, authSecondFactor, authSecondStep, authSession, authVerification } from './identity.tables.ts';
import type { EndedSessions } from './identity.ts';
import { sessionEnded } from './revocations.ts';

export interface SessionRow {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
}

/** The living sessions of a member, newest first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select({
      id: authSession.id,
      createdAt: authSession.createdAt,
      expiresAt: authSession.expiresAt,
      address: authSession.ipAddress,
      userAgent: authSession.userAgent,
    })
    .from(authSession)
    .where(and(eq(authSession.userId, userId), gt(authSession.expiresAt, now)))
    .orderBy(desc(authSession.createdAt))
    .limit(100);
}

export async function findSession(db: Db, sessionId: string): Promise<SessionRow | null> {
  const [row] = await db
    .select({
      id: authSession.id,
      createdAt: authSession.createdAt,
      expiresAt: authSession.expiresAt,
      address: authSession.ipAddress,
      userAgent: authSession.userAgent,
    })
    .from(authSession)
    .where(eq(authSession.id, sessionId));
  return row ?? null;
}

/** A sign-in that waits for its second step ends with them, unless one session alone is meant. */
export async function endSessions(tx: Tx, which: EndedSessions, now: Date): Promise<number> {
  const conditions: SQL[] = [eq(authSession.userId, which.userId)];
  if (which.only !== undefined) conditions.push(eq(authSession.id, which.only));
  if (which.except !== undefined) conditions.push(ne(authSession.id, which.except));
  if (which.only === undefined) await tx.db.delete(authSecondStep).where(eq(authSecondStep.userId, which.userId));
  const gone = await tx.db
    .delete(authSession)
    .where(and(...conditions))
    .returning({ id: authSession.id });
  if (gone.length === 0) return 0;
  await tx.db
    .insert(authRevocation)
    .values(gone.map(({ id }) => ({ sessionId: id, userId: which.userId, revokedAt: now })))
    .onConflictDoNothing();
  for (const { id } of gone) tx.append({ kind: sessionEnded, subject: id, version: 0, topics: [`session:${id}`], data: { userId: which.userId } });
  return gone.length;
}

/** Whoever has scanned the code and not come back for a day has not set up anything. */
const unconfirmedLifeMs = 24 * 3_600_000;

/** What time has made useless: ended sessions, used-up limits, old links, half a second factor. Safe to run at any moment. */
export async function sweepIdentity(db: Db, now: Date): Promise<void> {
  await db.delete(authSession).where(lt(authSession.expiresAt, now));
  await db.delete(authRateLimit).where(lt(authRateLimit.resetsAt, now));
  await db.delete(authVerification).where(lt(authVerification.expiresAt, now));
  await db.delete(authSecondStep).where(lt(authSecondStep.expiresAt, now));
  const unconfirmedSince = new Date(now.getTime() - unconfirmedLifeMs);
  await db.delete(authSecondFactor).where(and(isNull(authSecondFactor.confirmedAt), lt(authSecondFactor.createdAt, unconfirmedSince)));
  await db.delete(authRevocation).where(lt(authRevocation.revokedAt, new Date(now.getTime() - bearerLifeMs)));
}
