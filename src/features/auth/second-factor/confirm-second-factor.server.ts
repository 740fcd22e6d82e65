import { conflict } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession, noteTwoFactors } from '#platform/identity/sessions/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { secondFactorOn } from '../model/auth.events.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { type RenewedSession, renewOwnSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { codeRefusal, countCode } from './second-factor-attempt.server.ts';

interface FirstCode {
  code: string;
  renewCodes?: boolean;
  begunAt?: string;
}

interface ConfirmedSecondFactor {
  recoveryCodes: string[];
  session: RenewedSession | null;
}

/**
 * Confirms the app by its first right code: every sign-in requires one from now on. All other sessions end, the own one
 * is renewed, and the member gets an email. With `renewCodes` new recovery codes are returned, for a page that shows
 * them only now. `begunAt`: the set-up that the page showed. Refuses a wrong code, one for a replaced set-up, too many
 * attempts, and an account without a pending set-up.
 */
export function confirmSecondFactor(
  platform: Platform,
  actor: Actor,
  input: FirstCode,
  client: ClientInfo,
): Promise<ConfirmedSecondFactor> {
  const work = confirm(platform, actor, input, client);
  return platform.security.follow(authSecurity.secondFactorChanged, { change: 'on', member: actor.id }, work);
}

async function confirm(
  platform: Platform,
  actor: Actor,
  { code, renewCodes = false, begunAt }: FirstCode,
  client: ClientInfo,
): Promise<ConfirmedSecondFactor> {
  const { identity, db, clock } = platform;
  const factor = await identity.secondFactors.find(db, actor.id);
  if (!factor) throw conflict('second_factor_off', 'Start setting up an authenticator app first.');
  if (factor.confirmedAt !== null) throw conflict('second_factor_on', messages.secondFactorOn);
  // A code of a replaced secret can never be right, so "that code is not right" would mislead the user.
  if (begunAt !== undefined && begunAt !== factor.createdAt.toISOString())
    throw conflict('set_up_replaced', messages.setUpReplaced);
  const forgive = await countCode(platform, actor.id, client);
  const done = await write(platform, async (tx) => {
    const at = clock.now();
    // Before the factor's own row: the lock order of a password reset.
    await holdSession(tx, actor);
    if (!(await identity.secondFactors.confirm(tx.db, actor.id, code, at))) return null;
    if (actor.sessionId) await noteTwoFactors(tx.db, actor.sessionId, at);
    const session = await renewOwnSession(tx, platform, actor);
    tx.append(secondFactorOn, { subject: actor.id, version: at.getTime(), topics: [] });
    return {
      recoveryCodes: renewCodes ? await identity.secondFactors.renewRecoveryCodes(tx.db, actor.id, at) : [],
      session,
    };
  });
  if (done === null) throw codeRefusal('wrong', 'app', 422);
  await forgive();
  return done;
}
