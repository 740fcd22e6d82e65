import { and, asc, count, eq, lt, or, sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import type { Db } from '#platform/db/db.ts';
import { authPasskey, authUser } from '../identity.tables.ts';
import type { NewCredential } from './passkeys.ts';

export type PasskeyRow = typeof authPasskey.$inferSelect;

/** A member's passkeys, oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(authPasskey)
    .where(eq(authPasskey.userId, userId))
    .orderBy(asc(authPasskey.createdAt), asc(authPasskey.id))
    .limit(50);
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ passkeys: count() }).from(authPasskey).where(eq(authPasskey.userId, userId));
  return row?.passkeys ?? 0;
}

export interface PasskeyOwner {
  suspendedAt: Date | null;
}

export async function findPasskey(db: Db, credentialId: string): Promise<(PasskeyRow & PasskeyOwner) | null> {
  const [row] = await db
    .select({ passkey: authPasskey, suspendedAt: authUser.suspendedAt })
    .from(authPasskey)
    .innerJoin(authUser, eq(authUser.id, authPasskey.userId))
    .where(eq(authPasskey.credentialId, credentialId));
  return row ? { ...row.passkey, suspendedAt: row.suspendedAt } : null;
}

/** The unique index `auth_passkey_credential_key` refuses a credential that is registered already. */
export async function insertPasskey(
  db: Db,
  userId: string,
  credential: NewCredential,
  name: string,
  at: Date,
): Promise<PasskeyRow> {
  const row: PasskeyRow = { id: newId(), userId, ...credential, name, createdAt: at, lastUsedAt: null };
  await db.insert(authPasskey).values(row);
  return row;
}

/**
 * Records a use. False when the counter has not increased: the passkey was copied. Authenticators without a counter
 * send 0 each time. One statement, so that of two concurrent answers with one counter the second is detected.
 */
export async function noteUse(
  db: Db,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
  at: Date,
): Promise<boolean> {
  const hasRisen = or(lt(authPasskey.counter, counter), and(eq(authPasskey.counter, 0), sql`${counter}::bigint = 0`));
  const rows = await db
    .update(authPasskey)
    .set({ counter, backedUp, lastUsedAt: at })
    .where(and(eq(authPasskey.id, id), hasRisen))
    .returning({ id: authPasskey.id });
  return rows.length === 1;
}

/** Both find a passkey of this member only, and return null where there is none. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<PasskeyRow | null> {
  const [row] = await db
    .update(authPasskey)
    .set({ name })
    .where(and(eq(authPasskey.id, id), eq(authPasskey.userId, userId)))
    .returning();
  return row ?? null;
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | null> {
  const [row] = await db
    .delete(authPasskey)
    .where(and(eq(authPasskey.id, id), eq(authPasskey.userId, userId)))
    .returning();
  return row ?? null;
}
