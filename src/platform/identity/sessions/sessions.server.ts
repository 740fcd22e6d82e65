import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, type SQL } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { signInFirst } from '#kernel/refusal.ts';
import type { Db } from '../../db/db.ts';
import { sweepRows } from '../../db/sweep-rows.ts';
import type { Tx } from '../../outbox/write.ts';
import type { Platform } from '../../platform.ts';
import { identitySecurity } from '../identity.security.ts';
import { authRevocation, authSecondFactor, authSecondStep, authSession } from '../identity.tables.ts';
import type { EndedSessions, RenewedOne } from '../identity.ts';
import { type LockedUser, lockUser } from '../users.server.ts';
import type { Actor } from './actor.ts';
import { bearerLifeMs } from './bearer.ts';
import { sessionEnded } from './revocations.ts';
import { moveSessionNotes } from './session-notes.server.ts';

/** Sessions are never prolonged, so that a stolen one expires. */
export const sessionLifeMs = 30 * 24 * 3_600_000;

/** 192 random bits. The browser's cookie adds our HMAC, so that a forged one costs no database query. */
const newToken = () => randomBytes(24).toString('base64url');

export interface NewSession {
  userId: string;
  address: string;
  userAgent: string;
}

/** Inserts a session. The caller has authorised it. */
export async function insertSession(db: Db, { userId, address, userAgent }: NewSession, now: Date) {
  const expiresAt = new Date(now.getTime() + sessionLifeMs);
  const row = {
    id: newId(now.getTime()),
    userId,
    token: newToken(),
    expiresAt,
    ipAddress: address,
    userAgent: userAgent.slice(0, 400),
  };
  await db.insert(authSession).values({ ...row, createdAt: now, updatedAt: now });
  return row;
}

export interface SessionRow {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
}

/** A member's unexpired sessions, newest first. */
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

/**
 * Ends sessions and returns their number. Pending second steps end too, unless `only` is set, and so does an
 * unconfirmed authenticator app: one of the sessions has seen its secret.
 */
export async function endSessions(tx: Tx, which: EndedSessions, now: Date): Promise<number> {
  const ended = await endThem(tx, which, now);
  const reach = which.only !== undefined ? 'one' : which.except !== undefined ? 'others' : 'all';
  if (ended > 0) noteEnded(tx, which.userId, ended, reach);
  return ended;
}

function noteEnded(tx: Tx, member: string, sessions: number, which: 'one' | 'others' | 'all'): void {
  tx.note(identitySecurity.sessionsEnded, { outcome: 'done', member, sessions, which });
}

async function endThem(tx: Tx, which: EndedSessions, now: Date): Promise<number> {
  const conditions: SQL[] = [eq(authSession.userId, which.userId)];
  if (which.only !== undefined) conditions.push(eq(authSession.id, which.only));
  if (which.except !== undefined) conditions.push(ne(authSession.id, which.except));
  if (which.only === undefined) {
    await tx.db.delete(authSecondStep).where(eq(authSecondStep.userId, which.userId));
    await tx.db
      .delete(authSecondFactor)
      .where(and(eq(authSecondFactor.userId, which.userId), isNull(authSecondFactor.confirmedAt)));
  }
  const gone = await tx.db
    .delete(authSession)
    .where(and(...conditions))
    .returning({ id: authSession.id });
  await revoke(
    tx,
    which.userId,
    gone.map(({ id }) => id),
    now,
  );
  return gone.length;
}

/**
 * Revokes the tokens and live connections of ended sessions. `renewed`: the browser continues with another session, so
 * that open tabs reconnect instead of signing out.
 */
async function revoke(
  tx: Tx,
  userId: string,
  sessionIds: readonly string[],
  now: Date,
  how: { renewed?: true } = {},
): Promise<void> {
  if (sessionIds.length === 0) return;
  const rows = sessionIds.map((sessionId) => ({ sessionId, userId, revokedAt: now }));
  await tx.db.insert(authRevocation).values(rows).onConflictDoNothing();
  for (const id of sessionIds)
    tx.append(sessionEnded, { subject: id, version: 0, topics: [`session:${id}`], data: { userId, ...how } });
}

/**
 * Locks the account (`lockUser`) for a change of its sign-in methods, and checks again that the session exists: a
 * password reset or sign-out since the start of the request applies to it too. Throws a refusal for an ended session
 * (401).
 */
export async function holdSession(
  tx: Tx,
  { id: userId, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
): Promise<LockedUser> {
  const user = await lockUser(tx.db, userId);
  const isTheirs = and(eq(authSession.id, sessionId ?? ''), eq(authSession.userId, userId));
  if (!user || (sessionId !== null && (await tx.db.$count(authSession, isTheirs)) === 0)) throw signInFirst();
  return user;
}

/**
 * Replaces this session's id and token, and ends the member's other sessions with `others: 'end'`. Expiry, recent
 * proofs and referencing rows (such as the push subscription) are retained. Throws a refusal for an ended session
 * (401): the answer would let a signed-out browser in.
 */
export async function renewSession(tx: Tx, { userId, sessionId, others }: RenewedOne, now: Date) {
  await holdSession(tx, { id: userId, sessionId });
  const renewed = { id: newId(now.getTime()), token: newToken(), updatedAt: now };
  const [session] = await tx.db
    .update(authSession)
    .set(renewed)
    .where(and(eq(authSession.id, sessionId), eq(authSession.userId, userId)))
    .returning({ expiresAt: authSession.expiresAt });
  if (!session) throw signInFirst();
  await moveSessionNotes(tx.db, sessionId, renewed.id);
  await revoke(tx, userId, [sessionId], now, { renewed: true });
  const ended = others === 'end' ? await endThem(tx, { userId, except: renewed.id }, now) : 0;
  noteEnded(tx, userId, 1 + ended, others === 'end' ? 'others' : 'one');
  return { ...renewed, expiresAt: session.expiresAt };
}

/** Records that this session has shown two factors, at its start or to confirm a step. */
export async function noteTwoFactors(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.update(authSession).set({ twoFactorsAt: at }).where(eq(authSession.id, sessionId));
}

/** Whether this session has shown two factors after `since`. */
export async function hasShownTwoFactors(db: Db, sessionId: string, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: authSession.id })
    .from(authSession)
    .where(and(eq(authSession.id, sessionId), gt(authSession.twoFactorsAt, since)));
  return rows.length > 0;
}

/** An authenticator app without its first code expires after a day. */
const unconfirmedLifeMs = 24 * 3_600_000;

/** Deletes expired sessions, limits, links and unconfirmed second factors. Idempotent. */
export async function sweepIdentity({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const table of ['auth_session', 'auth_verification', 'auth_second_step'])
    await sweepRows(pool, table, 'expires_at < $1', [now]);
  await sweepRows(pool, 'auth_rate_limit', 'resets_at < $1', [now]);
  await sweepRows(pool, 'auth_second_factor', 'confirmed_at is null and created_at < $1', [
    new Date(now.getTime() - unconfirmedLifeMs),
  ]);
  await sweepRows(pool, 'auth_revocation', 'revoked_at < $1', [new Date(now.getTime() - bearerLifeMs)]);
}
