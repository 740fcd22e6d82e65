import { invalid, notAllowed } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findCredentialsOf, setPassword } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { passwordChanged } from '../model/auth.events.ts';
import { authSecurity } from '../model/auth.security.ts';
import type { ChangePasswordInput } from '../model/security.contract.ts';
import { notifyOwner } from '../notify-owner.server.ts';
import { type RenewedSession, renewOwnSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { isOwnPassword } from '../step-up/check-password.server.ts';
import { requireStepUp } from '../step-up/step-up.server.ts';
import { refuseEasyPasswordOf } from './easy-password.server.ts';

/**
 * Changes the account's password, ends every other session, and renews the own one. Refuses a wrong present password
 * (counted like a sign-in), the same password again, and a weak one; with a second factor also a missing step-up, since
 * a thief may have the password alone. An account of Google has none to change.
 */
export function changePassword(
  platform: Platform,
  actor: Actor,
  input: ChangePasswordInput,
): Promise<RenewedSession | null> {
  return platform.security.follow(
    authSecurity.passwordChanged,
    { change: 'changed', member: actor.id },
    change(platform, actor, input),
  );
}

async function change(platform: Platform, actor: Actor, input: ChangePasswordInput): Promise<RenewedSession | null> {
  const { identity, db, clock } = platform;
  const known = await findCredentialsOf(db, actor.id);
  if (!known?.passwordHash) throw notAllowed('This account has no password. Add one first.', 'no_password');
  if (await identity.secondFactors.isOn(db, actor.id)) await requireStepUp(platform, actor);
  if (!(await isOwnPassword(platform, actor.id, known.passwordHash, input.currentPassword)))
    throw invalid({ currentPassword: 'This password is incorrect. Try again.' });
  if (input.newPassword === input.currentPassword)
    throw invalid({ newPassword: 'Choose a password that’s different from your current one.' });
  await refuseEasyPasswordOf(platform, 'newPassword', input.newPassword, known);

  const hash = await identity.hashPassword(input.newPassword);
  return write(platform, async (tx) => {
    const session = await renewOwnSession(tx, platform, actor);
    await setPassword(tx.db, actor.id, hash, clock.now());
    const at = clock.now();
    tx.append(passwordChanged, { subject: actor.id, version: at.getTime(), topics: [] });
    await notifyOwner(tx, actor.id, 'password-changed', at);
    return session;
  });
}
