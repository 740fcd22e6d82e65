import { and, eq, gt, sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import type { Db } from '../../db/db.ts';
import { authVerification } from '../identity.tables.ts';

/**
 * What a session has proven lately, for a few minutes: that it came back from the provider, and as whom. One note of a
 * kind per session.
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

/** Gives the notes of one session to another, which takes its place. */
export async function moveSessionNotes(db: Db, from: string, to: string): Promise<void> {
  const { identifier } = authVerification;
  await db
    .update(authVerification)
    .set({ identifier: sql`replace(${identifier}, ${`:${from}`}, ${`:${to}`})` })
    .where(sql`right(${identifier}, ${from.length + 1}) = ${`:${from}`}`);
}

/** Takes a note away and returns it: of two who take it at the same moment, one gets it. */
export async function takeSessionNote<T>(db: Db, kind: string, sessionId: string, now: Date): Promise<T | null> {
  const rows = await db
    .delete(authVerification)
    .where(and(eq(authVerification.identifier, `${kind}:${sessionId}`), gt(authVerification.expiresAt, now)))
    .returning({ value: authVerification.value });
  return rows[0] ? (JSON.parse(rows[0].value) as T) : null;
}
