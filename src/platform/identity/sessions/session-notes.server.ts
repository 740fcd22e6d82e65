import { and, eq, gt, sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import type { Db } from '../../db/db.ts';
import { authVerification } from '../identity.tables.ts';

/**
 * What a session has proven recently, for a few minutes: for example the provider account that it returned with. One
 * note per kind and session.
 */
export async function noteForSession(
  db: Db,
  kind: string,
  sessionId: string,
  value: object,
  at: Date,
  lifeMs: number,
): Promise<void> {
  const identifier = `${kind}:${sessionId}`;
  await db.delete(authVerification).where(eq(authVerification.identifier, identifier));
  await db.insert(authVerification).values({
    id: newId(),
    identifier,
    value: JSON.stringify(value),
    expiresAt: new Date(at.getTime() + lifeMs),
    createdAt: at,
    updatedAt: at,
  });
}

export async function findSessionNote<T>(db: Db, kind: string, sessionId: string, now: Date): Promise<T | null> {
  const [row] = await db
    .select({ value: authVerification.value })
    .from(authVerification)
    .where(and(eq(authVerification.identifier, `${kind}:${sessionId}`), gt(authVerification.expiresAt, now)));
  return row ? (JSON.parse(row.value) as T) : null;
}

/** Moves the notes of a session to the one that replaces it. */
export async function moveSessionNotes(db: Db, from: string, to: string): Promise<void> {
  const { identifier } = authVerification;
  await db
    .update(authVerification)
    .set({ identifier: sql`replace(${identifier}, ${`:${from}`}, ${`:${to}`})` })
    .where(sql`right(${identifier}, ${from.length + 1}) = ${`:${from}`}`);
}

/** Deletes and returns a note: of two concurrent calls one gets it. */
export async function takeSessionNote<T>(db: Db, kind: string, sessionId: string, now: Date): Promise<T | null> {
  const rows = await db
    .delete(authVerification)
    .where(and(eq(authVerification.identifier, `${kind}:${sessionId}`), gt(authVerification.expiresAt, now)))
    .returning({ value: authVerification.value });
  return rows[0] ? (JSON.parse(rows[0].value) as T) : null;
}
