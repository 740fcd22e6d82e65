import { and, eq } from 'drizzle-orm';
import { conflict, Refusal } from '#kernel/refusal.ts';
import * as texts from '#kernel/specified-texts.ts';
import { brokenConstraint } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { usernameRegistry } from '../model/members.tables.ts';
import { usernameKey } from './username.rules.ts';

export function usernameTaken(): Refusal {
  return new Refusal(409, 'username_taken', texts.usernameInUse, { errors: { username: texts.usernameInUse } });
}

export function emailTaken(field: 'email' | 'newEmail' = 'email'): Refusal {
  return new Refusal(409, 'email_taken', texts.emailTaken, { errors: { [field]: texts.emailTaken } });
}

/**
 * Inserts the name. The primary key decides between concurrent requests; `explainTaken` turns its error into a refusal.
 */
export async function registerUsername(
  tx: Tx,
  userId: string,
  username: string,
  at: Date,
  isTemporary = false,
): Promise<void> {
  await tx.db
    .insert(usernameRegistry)
    .values({ usernameKey: usernameKey(username), username, uid: userId, isTemporary, createdAt: at });
}

/**
 * Renames the member. The old name stays in the registry as released, so that it cannot be used for impersonation; its
 * former owner may take it back. A change of case keeps the row.
 */
export async function changeUsername(tx: Tx, userId: string, from: string, to: string, at: Date): Promise<void> {
  const key = usernameKey(to);
  if (key === usernameKey(from)) {
    await tx.db
      .update(usernameRegistry)
      .set({ username: to, isTemporary: false })
      .where(eq(usernameRegistry.usernameKey, key));
    return;
  }
  const [taken] = await tx.db
    .select()
    .from(usernameRegistry)
    .where(eq(usernameRegistry.usernameKey, key))
    .for('update');
  if (taken && taken.uid !== userId) throw usernameTaken();
  const [old] = await tx.db
    .select({ isTemporary: usernameRegistry.isTemporary })
    .from(usernameRegistry)
    .where(eq(usernameRegistry.usernameKey, usernameKey(from)))
    .for('update');
  // A generated name was never the member's choice: it becomes free.
  if (old?.isTemporary) await tx.db.delete(usernameRegistry).where(eq(usernameRegistry.usernameKey, usernameKey(from)));
  else {
    await tx.db
      .update(usernameRegistry)
      .set({ status: 'released', releasedAt: at })
      .where(and(eq(usernameRegistry.usernameKey, usernameKey(from)), eq(usernameRegistry.uid, userId)));
  }
  if (taken)
    await tx.db
      .update(usernameRegistry)
      .set({ status: 'active', username: to, releasedAt: null })
      .where(eq(usernameRegistry.usernameKey, key));
  else await registerUsername(tx, userId, to, at);
}

/** Runs a write that may lose a race for a name or an e-mail, and turns the unique violation into its refusal (409). */
export async function explainTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'username_registry_pkey') throw usernameTaken();
    if (constraint === 'auth_user_email_key') throw emailTaken();
    if (constraint === 'username_registry_uid_active')
      throw conflict('busy', 'Your username is being changed in another window. Try again.');
    throw error;
  }
}
