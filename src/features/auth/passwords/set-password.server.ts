import { conflict, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { addPassword, findCredentialsOf, lockUser } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { passwordAdded } from '../model/auth.events.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import type { SetPasswordInput } from '../model/security.contract.ts';
import { notifyOwner } from '../notify-owner.server.ts';
import { type RenewedSession, renewOwnSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { requireStepUp } from '../step-up/step-up.server.ts';
import { refuseEasyPasswordOf } from './easy-password.server.ts';

/**
 * Sets a first password for an account that signs in with Google, ends every other session, and renews the own one.
 * Refuses a missing step-up, an account with a password (409; that one is changed), and a weak password.
 */
export function setFirstPassword(
  platform: Platform,
  actor: Actor,
  input: SetPasswordInput,
): Promise<RenewedSession | null> {
  return platform.security.follow(
    authSecurity.passwordChanged,
    { change: 'set', member: actor.id },
    setFirst(platform, actor, input),
  );
}

async function setFirst(
  platform: Platform,
  actor: Actor,
  { newPassword }: SetPasswordInput,
): Promise<RenewedSession | null> {
  const { identity, db, clock } = platform;
  await requireStepUp(platform, actor);
  const known = await findCredentialsOf(db, actor.id);
  if (!known) throw notFound(messages.profileNotFound);
  if (known.passwordHash) throw hasPassword();
  await refuseEasyPasswordOf(platform, 'newPassword', newPassword, known);

  const hash = await identity.hashPassword(newPassword);
  return write(platform, async (tx) => {
    const at = clock.now();
    await lockUser(tx.db, actor.id);
    // Of two concurrent calls the second arrives here, and its session ended with the first.
    if ((await findCredentialsOf(tx.db, actor.id))?.passwordHash) throw hasPassword();
    const session = await renewOwnSession(tx, platform, actor);
    await addPassword(tx.db, actor.id, hash, at);
    tx.append(passwordAdded, { subject: actor.id, version: at.getTime(), topics: [] });
    await notifyOwner(tx, actor.id, 'password-added', at);
    return session;
  });
}

function hasPassword() {
  return conflict('has_password', messages.hasPassword);
}
