import { Refusal } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../messages.ts';

/** Whether this is the member's present password, asked of somebody who is signed in. Counted before it is looked at; too many wrong ones are refused (429). */
export async function isOwnPassword({ identity, db }: Platform, userId: string, hash: string, password: string): Promise<boolean> {
  const key = `password:${userId}`;
  const limit = await identity.consume(db, key, 10, 15 * minuteMs);
  if (!limit.allowed) throw new Refusal(429, 'too_many_attempts', messages.tooManyAttempts, { retryAfterSeconds: limit.retryAfterSeconds });
  const isRight = await identity.verifyPassword(hash, password);
  if (isRight) await identity.giveBack(db, key, true);
  return isRight;
}
