import { eq } from 'drizzle-orm';
import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { authPasskey } from '#platform/identity/identity.tables.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { factorsReset } from '../model/auth.events.ts';
import { authSecurity } from '../model/auth.security.ts';
import { forgetWrongCodes } from './second-factor-attempt.server.ts';

export interface ResetInput {
  userId: string;
  /** An admin's id, or `command line`. */
  by: string;
  /** For the audit log. */
  reason?: string | undefined;
}

/**
 * Removes authenticator app, recovery codes and passkeys of a member who has lost them all. Every session ends, the
 * member gets an email, and the audit log records the admin. Password and Google stay. Refuses a member who has none of
 * them (409).
 */
export async function resetFactors(platform: Platform, { userId, by, reason }: ResetInput): Promise<void> {
  const { identity, clock } = platform;
  await write(platform, async (tx) => {
    const at = clock.now();
    await lockUser(tx.db, userId);
    const hadApp = await identity.secondFactors.remove(tx.db, userId);
    const passkeys = await tx.db
      .delete(authPasskey)
      .where(eq(authPasskey.userId, userId))
      .returning({ id: authPasskey.id });
    if (!hadApp && passkeys.length === 0)
      throw conflict('no_factor', 'This member has no authenticator app or passkey.');
    await forgetWrongCodes(platform, tx.db, userId);
    await identity.endSessions(tx, { userId });
    await recordAct(
      tx,
      {
        by,
        act: 'factors.reset',
        subject: userId,
        data: { app: hadApp, passkeys: passkeys.length, ...(reason === undefined ? {} : { reason }) },
      },
      at,
    );
    tx.note(authSecurity.secondFactorChanged, { outcome: 'done', change: 'reset', member: userId });
    tx.append(factorsReset, { subject: userId, version: at.getTime(), topics: [] });
  });
}
