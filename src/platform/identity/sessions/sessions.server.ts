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

/** A session lasts this long and is never prolonged: what was stolen ends by itself. */
export const sessionLifeMs = 30 * 24 * 3_600_000;

/**
 * 192 random bits. What a browser carries is this with our HMAC, so that a made-up one costs no look into the database.
 */
const newToken = () => randomBytes(24).toString('base64url');

export interface NewSession {
  userId: string;
  address: string;
  userAgent: string;
}

/** Writes the row of a new session. Whether the person may have one was decided by the caller. */
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

/**
 * A sign-in that waits for its second step ends with them, unless one session alone is meant. So does an authenticator
 * app that waits for its first code: one of the sessions began it, and whoever that was has seen its secret.
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
 * Nothing that was made with these sessions holds any longer: their tokens and their open lines. `renewed`: a browser
 * goes on with another, so that open tabs connect anew instead of signing out.
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
 * Holds the account still (`lockUser`) for a change of what opens it or guards it, and looks again whether the session
 * that asks still lives: it was looked at when the request came, and whoever resets the password or signs this device
 * out meanwhile means this request too. Refuses one that has ended (401).
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
 * Gives this session another name and token, and ends every other of its member where the others are meant too. It
 * lives as long as it would have, what it has proven lately is proven for as long as it was, and what hangs on it in
 * the database goes along: the device that it is pushed to, say. Refuses one that has ended meanwhile (401): its answer
 * would let in whoever was signed out.
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

/** This session has shown two factors: when it was opened, or to confirm a step. */
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

/** Whoever has scanned the code and not come back for a day has not set up anything. */
const unconfirmedLifeMs = 24 * 3_600_000;

/**
 * What time has made useless: ended sessions, used-up limits, old links, half a second factor. Safe to run at any
 * moment.
 */
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
