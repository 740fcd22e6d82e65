import type { Platform } from '#platform/platform.ts';
import { authLimits } from '../model/auth.limits.ts';

/**
 * Whether this is the present password of a signed-in member. Counted before it is checked; refuses too many wrong ones
 * (429).
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
 * Resets the failures after a sign-in with the password or a reset by email: guesses in an open session must not
 * outlast that.
 */
export async function forgetWrongPasswords(
  { limits }: Pick<Platform, 'limits'>,
  db: Platform['db'],
  userId: string,
): Promise<void> {
  await limits.forget(authLimits.password, userId, db);
  await limits.forget(authLimits.passwordRow, userId, db);
}
