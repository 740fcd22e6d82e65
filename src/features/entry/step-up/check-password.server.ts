import { Refusal } from '#kernel/refusal.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../messages.ts';

/** As for a sign-in: a session that was stolen must be no slower way to try passwords without end (NIST SP 800-63B). */
const limits = { now: 10, windowMs: 15 * minuteMs, inARow: 100, rowWindowMs: 30 * dayMs } as const;

/** Whether this is the member's present password, asked of somebody who is signed in. Counted before it is looked at; too many wrong ones are refused (429). */
export async function isOwnPassword(platform: Platform, userId: string, hash: string, password: string): Promise<boolean> {
  const { identity, db } = platform;
  for (const [key, limit, ms] of [
    [nowKey(userId), limits.now, limits.windowMs],
    [rowKey(userId), limits.inARow, limits.rowWindowMs],
  ] as const) {
    const { allowed, retryAfterSeconds } = await identity.consume(db, key, limit, ms);
    if (!allowed) throw new Refusal(429, 'too_many_attempts', messages.tooManyAttempts, { retryAfterSeconds });
  }
  const isRight = await identity.verifyPassword(hash, password);
  if (isRight) await forgetWrongPasswords(platform, db, userId);
  return isRight;
}

/** Whoever has signed in with the password, or reads the mailbox, may confirm again: what somebody tried in an open session must not outlast that. */
export async function forgetWrongPasswords({ identity }: Pick<Platform, 'identity'>, db: Platform['db'], userId: string): Promise<void> {
  await identity.giveBack(db, nowKey(userId), true);
  await identity.giveBack(db, rowKey(userId), true);
}

const nowKey = (userId: string) => `password:${userId}`;
const rowKey = (userId: string) => `password-row:${userId}`;
