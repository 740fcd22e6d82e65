import { Refusal } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { CodeAnswer } from '#platform/identity/second-factor/second-factor.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { recoveryCodeUsed } from '../model/auth.events.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';

/** Wrong codes that end one sign-in. */
export const codesPerStep = 5;

export type CodeKind = 'app' | 'recovery';

/**
 * Counts a code before it is checked, and refuses (429) above the limit: over all sign-ins and calls of a member. A
 * browser that has signed in to this account before has its own counter, so that an attacker with the password cannot
 * lock the owner out; after a hundred consecutive failures it loses that. Returns a function that resets the failures.
 */
export async function countCode(
  { identity, limits }: Platform,
  userId: string,
  client: ClientInfo,
): Promise<() => Promise<void>> {
  const device = identity.knownDevice(userId, client);
  if (device !== null) {
    const subject = `${userId} ${device}`;
    await limits.count(authLimits.codeDevice, subject);
    if ((await limits.take(authLimits.codeDeviceRow, subject)).allowed) {
      return async () => {
        await limits.forget(authLimits.codeDevice, subject);
        await limits.forget(authLimits.codeDeviceRow, subject);
      };
    }
  }
  await limits.count(authLimits.codeMember, userId);
  await limits.count(authLimits.codeRow, userId);
  return async () => {
    await limits.forget(authLimits.codeMember, userId);
    await limits.forget(authLimits.codeRow, userId);
  };
}

/** Strangers' failures must not outlast the factor that they tried. */
export async function forgetWrongCodes(
  { limits }: Pick<Platform, 'limits'>,
  db: Platform['db'],
  userId: string,
): Promise<void> {
  await limits.forget(authLimits.codeMember, userId, db);
  await limits.forget(authLimits.codeRow, userId, db);
}

/** Spends a code in the caller's transaction. For a recovery code the member gets an email with the number left. */
export async function spendCode(
  tx: Tx,
  platform: Platform,
  userId: string,
  kind: CodeKind,
  code: string,
): Promise<CodeAnswer> {
  const answer = await spend(tx, platform, userId, kind, code);
  const facts = { factor: kind, member: userId };
  if (answer === 'right') tx.note(authSecurity.codeShown, { outcome: 'done', ...facts });
  else tx.note(authSecurity.codeShown, { outcome: 'refused', code: refusalCodes[answer], ...facts });
  return answer;
}

async function spend(
  tx: Tx,
  { identity, clock }: Platform,
  userId: string,
  kind: CodeKind,
  code: string,
): Promise<CodeAnswer> {
  if (kind === 'app') return identity.secondFactors.spendCode(tx.db, userId, code);
  const at = clock.now();
  const left = await identity.secondFactors.spendRecoveryCode(tx.db, userId, code, at);
  if (left === null) return 'wrong';
  tx.append(recoveryCodeUsed, { subject: userId, version: at.getTime(), topics: [], data: { left } });
  return 'right';
}

type Refused = Exclude<CodeAnswer, 'right'>;
const refusalCodes = {
  used: 'code_used',
  late: 'code_run_out',
  early: 'code_early',
  wrong: 'wrong_code',
} as const satisfies Record<Refused, string>;
const sentences = { used: messages.usedCode, late: messages.lateCode, early: messages.earlyCode } as const;

/** Why a code was refused, at its field. */
export function codeRefusal(answer: Refused, kind: CodeKind, status: 401 | 422): Refusal {
  const message =
    answer === 'wrong' ? (kind === 'app' ? messages.wrongCode : messages.wrongRecoveryCode) : sentences[answer];
  return new Refusal(status, refusalCodes[answer], message, { errors: { code: message } });
}
