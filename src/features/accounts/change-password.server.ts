import { invalid, notAllowed, Refusal } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { findCredentialsOf, setPassword } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { isCommonPassword } from './common-passwords.server.ts';
import type { ChangePasswordInput } from './contract.ts';
import { messages } from './messages.ts';
import { passwordGuessProblem } from './password.rules.ts';

/**
 * Gives the account another password and ends every other session. Refuses without the present password (counted like a sign-in), the same password
 * again, and one that is guessed first. An account of Google has none to change.
 */
export async function changePassword(platform: Platform, actor: Actor, input: ChangePasswordInput): Promise<void> {
  const { identity, db, clock } = platform;
  const known = await findCredentialsOf(db, actor.id);
  if (!known?.passwordHash) throw notAllowed('This account has no password: it signs in with Google.', 'no_password');
  const key = `password:${actor.id}`;
  const limit = await identity.consume(db, key, 10, 15 * minuteMs);
  if (!limit.allowed) throw new Refusal(429, 'too_many_attempts', messages.tooManyAttempts, { retryAfterSeconds: limit.retryAfterSeconds });
  if (!(await identity.verifyPassword(known.passwordHash, input.currentPassword)))
    throw invalid({ currentPassword: 'That is not your present password.' });
  await identity.giveBack(db, key, true);
  if (input.newPassword === input.currentPassword) throw invalid({ newPassword: 'Choose a password that differs from the present one.' });
  const guess = passwordGuessProblem(input.newPassword, { email: known.email, username: known.name }, isCommonPassword);
  if (guess) throw invalid({ newPassword: guess });

  const hash = await identity.hashPassword(input.newPassword);
  await write(platform, async (tx) => {
    await setPassword(tx.db, actor.id, hash, clock.now());
    await identity.endSessions(tx, { userId: actor.id, ...(actor.sessionId ? { except: actor.sessionId } : {}) });
    tx.append({ kind: 'member.password-changed', subject: actor.id, version: clock.now().getTime(), topics: [] });
  });
}
