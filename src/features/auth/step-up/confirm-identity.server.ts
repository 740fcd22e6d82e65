import { invalid, notAllowed } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import { readTotpCode } from '#platform/identity/second-factor/one-time-codes.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findCredentialsOf } from '#platform/identity/users.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { hasFreshGoogle } from '../google/fresh-google.server.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import type { StepUpInput } from '../model/security.contract.ts';
import { hidesAdminFactor } from '../second-factor/admin-factor.server.ts';
import { codeRefusal, countCode, spendCode } from '../second-factor/second-factor-attempt.server.ts';
import type { RenewedSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { isOwnPassword } from './check-password.server.ts';
import { hasSteppedUp, noteStepUp, stepUpRequired } from './step-up.server.ts';

/**
 * Step-up: the member proves their identity again, for ten minutes in this session: with the password, or a recent
 * return from Google; and with an authenticator app, also by its code or a recovery code. Returns the renewed session.
 * Refuses a missing or wrong part, at its field; wrong ones are counted like those of a sign-in.
 */
export function confirmIdentity(
  platform: Platform,
  actor: Actor,
  input: StepUpInput,
  client: ClientInfo,
): Promise<RenewedSession> {
  const work = confirm(platform, actor, input, client).then((goOn) => write(platform, goOn));
  return followed(platform, actor, work);
}

function followed<T>(platform: Platform, actor: Actor, work: Promise<T>): Promise<T> {
  return platform.security.follow(authSecurity.steppedUp, { way: 'password-or-code', member: actor.id }, work);
}

async function confirm(
  platform: Platform,
  actor: Actor,
  input: StepUpInput,
  client: ClientInfo,
): Promise<(tx: Tx) => Promise<RenewedSession>> {
  const { sessionId } = actor;
  if (sessionId === null) throw notAllowed('Sign in as a member first.');
  const known = await findProofs(platform, actor);
  const errors: Record<string, string> = {};
  if (!known.isGoogleFresh && !input.password)
    errors.password = known.hash === null ? 'Verify with Google first.' : 'Enter your password.';
  if (known.isSecondFactorOn && !input.code) errors.code = messages.enterCode;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (!known.isSecondFactorOn && (await hidesAdminFactor(platform, actor)))
    throw invalid({ password: 'Admins verify with a passkey. Use your passkey.' });
  await checkGiven(platform, actor, known, input, client);
  return (tx) => noteStepUp(tx, platform, { ...actor, sessionId }, known.isSecondFactorOn ? 'two' : 'one');
}

/**
 * For calls with an inline proof. A given part must be right, even when another suffices: a wrong one indicates another
 * person. A missing part must have been proven in this session within ten minutes. The returned function, called in the
 * transaction of the change, renews the session and the actor, so that a refused change leaves the session unchanged.
 */
export async function requireProof(
  platform: Platform,
  actor: Actor,
  input: StepUpInput,
  client: ClientInfo,
): Promise<(tx: Tx) => Promise<Proven>> {
  const isGiven = Boolean(input.password || input.code);
  if (await hasSteppedUp(platform, actor)) {
    if (isGiven)
      await followed(platform, actor, checkGiven(platform, actor, await findProofs(platform, actor), input, client));
    return async () => ({ actor, session: null });
  }
  if (!isGiven) throw stepUpRequired(platform, actor);
  const checked = confirm(platform, actor, input, client);
  // A refusal is logged now; a success once its change is made.
  const goOn = await checked.catch(() => followed(platform, actor, checked));
  return async (tx) => {
    const session = await goOn(tx);
    tx.note(authSecurity.steppedUp, { outcome: 'done', way: 'password-or-code', member: actor.id });
    return { actor: { ...actor, sessionId: session.sessionId }, session };
  };
}

export interface Proven {
  actor: Actor;
  /** The part of the answer for the caller; null when the session is not renewed. */
  session: RenewedSession | null;
}

interface Proofs {
  /** The email of the password's account, null for a member without a password. */
  hash: string | null;
  isSecondFactorOn: boolean;
  isGoogleFresh: boolean;
}

async function findProofs(platform: Platform, actor: Actor): Promise<Proofs> {
  const [known, isSecondFactorOn, isGoogleFresh] = await Promise.all([
    findCredentialsOf(platform.db, actor.id),
    platform.identity.secondFactors.isOn(platform.db, actor.id),
    hasFreshGoogle(platform, actor),
  ]);
  return { hash: known?.passwordHash ?? null, isSecondFactorOn, isGoogleFresh };
}

async function checkGiven(
  platform: Platform,
  actor: Actor,
  known: Proofs,
  input: StepUpInput,
  client: ClientInfo,
): Promise<void> {
  if (input.password) {
    if (known.hash === null) throw invalid({ password: 'This account has no password. Verify with Google.' });
    if (!(await isOwnPassword(platform, actor.id, known.hash, input.password)))
      throw invalid({ password: 'This password is incorrect. Try again.' });
  }
  if (input.code && known.isSecondFactorOn) await showCode(platform, actor.id, input.code, client);
}

async function showCode(platform: Platform, userId: string, code: string, client: ClientInfo): Promise<void> {
  const kind = readTotpCode(code) === null ? 'recovery' : 'app';
  const forgive = await countCode(platform, userId, client);
  const answer = await write(platform, (tx) => spendCode(tx, platform, userId, kind, code));
  if (answer !== 'right') throw codeRefusal(answer, 'app', 422);
  await forgive();
}
