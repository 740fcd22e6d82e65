import { Refusal } from '#kernel/refusal.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { CodeAnswer } from '#platform/identity/second-factor.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../messages.ts';

export const codeLimits = {
  /** Wrong codes that end one sign-in. */
  perStep: 5,
  perMember: 10,
  windowMs: 15 * minuteMs,
  /** Failures one after another, whatever the time between (NIST SP 800-63B). */
  inARow: 100,
  rowWindowMs: 30 * dayMs,
} as const;

export type CodeKind = 'app' | 'recovery';

/**
 * Counts one code before it is looked at, and refuses (429) what is too many: over all sign-ins and all calls of a member. A browser that has signed in
 * to this account before has a count of its own, so that whoever has found out the password cannot shut its owner out, until a
 * hundred failures in a row: then somebody else sits at it. Answers what forgets the failures.
 */
export async function countCode({ identity, db }: Platform, userId: string, client: ClientInfo): Promise<() => Promise<void>> {
  const device = identity.knownDevice(userId, client);
  const own =
    device === null
      ? null
      : await countIn({ identity, db }, `second-factor:device:${userId}:${device}`, `second-factor:device-row:${userId}:${device}`);
  if (own !== null) return own;
  const all = await countIn({ identity, db }, memberKey(userId), rowKey(userId));
  if (all === null) throw tooMany(codeLimits.rowWindowMs / 1_000);
  return all;
}

/** Counts in both windows; null where the row of failures is too long. */
async function countIn({ identity, db }: Pick<Platform, 'identity' | 'db'>, key: string, row: string): Promise<(() => Promise<void>) | null> {
  const { perMember, windowMs, inARow, rowWindowMs } = codeLimits;
  const now = await identity.consume(db, key, perMember, windowMs);
  if (!now.allowed) throw tooMany(now.retryAfterSeconds);
  if (!(await identity.consume(db, row, inARow, rowWindowMs)).allowed) return null;
  return async () => {
    await identity.giveBack(db, key, true);
    await identity.giveBack(db, row, true);
  };
}

function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal(429, 'too_many_attempts', messages.tooManyAttempts, { retryAfterSeconds });
}

const memberKey = (userId: string) => `second-factor:member:${userId}`;
const rowKey = (userId: string) => `second-factor:row:${userId}`;

/** What strangers did must not outlast the factor that they tried. */
export async function forgetWrongCodes({ identity }: Pick<Platform, 'identity'>, db: Platform['db'], userId: string): Promise<void> {
  await identity.giveBack(db, memberKey(userId), true);
  await identity.giveBack(db, rowKey(userId), true);
}

/** Spends a code in the caller's transaction. For a recovery code the member gets a mail that says how many are left. */
export async function spendCode(tx: Tx, { identity, clock }: Platform, userId: string, kind: CodeKind, code: string): Promise<CodeAnswer> {
  if (kind === 'app') return identity.secondFactors.spendCode(tx.db, userId, code);
  const at = clock.now();
  const left = await identity.secondFactors.spendRecoveryCode(tx.db, userId, code, at);
  if (left === null) return 'wrong';
  tx.append({ kind: 'member.recovery-code-used', subject: userId, version: at.getTime(), topics: [], data: { left } });
  return 'right';
}

/** Why a code was not accepted, at the field where it was typed. */
export function codeRefusal(answer: Exclude<CodeAnswer, 'right'>, kind: CodeKind, status: 401 | 422): Refusal {
  const message = answer === 'used' ? messages.usedCode : kind === 'app' ? messages.wrongCode : messages.wrongRecoveryCode;
  return new Refusal(status, answer === 'used' ? 'code_used' : 'wrong_code', message, { errors: { code: message } });
}
