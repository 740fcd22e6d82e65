import { eq, inArray, or, sql } from 'drizzle-orm';
import { deletedName } from '#kernel/specified-texts.ts';
import type { Tx } from '#platform/outbox/write.ts';
import {
  authAccount,
  authPasskey,
  authRateLimit,
  authRecoveryCode,
  authSecondFactor,
  authSecondStep,
  authSession,
  authUser,
  authVerification,
} from './identity.tables.ts';

/**
 * Erases a user's personal data: the e-mail is free again, all sign-in methods are deleted, and the row stays
 * suspended, so that a session that is being opened concurrently is useless. The caller ends the sessions afterwards,
 * since their notes are found by them. Returns the former e-mail; null where there is no such user.
 */
export async function eraseUser(tx: Tx, userId: string, at: Date): Promise<string | null> {
  const [user] = await tx.db
    .select({ email: authUser.email })
    .from(authUser)
    .where(eq(authUser.id, userId))
    .for('update');
  if (!user) return null;
  await tx.db.delete(authSecondStep).where(eq(authSecondStep.userId, userId));
  await tx.db.delete(authRecoveryCode).where(eq(authRecoveryCode.userId, userId));
  await tx.db.delete(authSecondFactor).where(eq(authSecondFactor.userId, userId));
  await tx.db.delete(authAccount).where(eq(authAccount.userId, userId));
  await tx.db.delete(authPasskey).where(eq(authPasskey.userId, userId));
  const sessions = tx.db.select({ id: authSession.id }).from(authSession).where(eq(authSession.userId, userId));
  const noteOfSession = inArray(sql`split_part(${authVerification.identifier}, ':', 2)`, sessions);
  const namesThem = [userId, user.email].flatMap((text) => [
    sql`position(${text} in ${authVerification.identifier}) > 0`,
    sql`position(${text} in ${authVerification.value}) > 0`,
  ]);
  await tx.db.delete(authVerification).where(or(noteOfSession, ...namesThem));
  await tx.db
    .delete(authRateLimit)
    .where(
      or(
        sql`position(${user.email} in ${authRateLimit.key}) > 0`,
        sql`position(${userId} in ${authRateLimit.key}) > 0`,
      ),
    );
  await tx.db
    .update(authUser)
    .set({
      name: deletedName,
      email: `deleted-${userId}@deleted.invalid`,
      emailVerified: false,
      image: null,
      role: 'member',
      suspendedAt: at,
      suspendedReason: 'deleted',
      updatedAt: at,
    })
    .where(eq(authUser.id, userId));
  return user.email;
}
