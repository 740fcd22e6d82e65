import type { Platform } from '#platform/platform.ts';
import { authLimits } from '../model/auth.limits.ts';

/**
 * Whether this is the member's present password, asked of somebody who is signed in. Counted before it is looked at;
 * too many wrong ones are refused (429).
 */
export async function isOwnPassword(
  platform: Platform,
  userId: string,
  hash: string,
  password: string,
): Promise<boolean> {
  const { identity, limits, db } = platform;
  await limits.count(authLimits.password, userId);
  await limits.count(authLimits.passwordRow, userId);
  const isRight = await identity.verifyPassword(hash, password);
  if (isRight) await forgetWrongPasswords(platform, db, userId);
  return isRight;
}

/**
 * Whoever has signed in with the password, or reads the mailbox, may confirm again: what somebody tried in an open
 * session must not outlast that.
 */
export async function forgetWrongPasswords(
  { limits }: Pick<Platform, 'limits'>,
  db: Platform['db'],
  userId: string,
): Promise<void> {
  await limits.forget(authLimits.password, userId, db);
  await limits.forget(authLimits.passwordRow, userId, db);
}
