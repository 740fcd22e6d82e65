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
 * The first right code: from now on every sign-in asks for one. All other sessions end, the own goes on as a
 * new one, and the member gets a mail. With `renewCodes` the recovery codes
 * are made anew and answered, for a page that shows them only now. `begunAt` names the set-up that the page was
 * showing. Refuses a wrong code, one for a set-up that another has replaced, too many of them, and where nothing waits
 * for one.
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
  if (!factor) throw conflict('second_factor_off', 'Begin to set up an authenticator app first.');
  if (factor.confirmedAt !== null) throw conflict('second_factor_on', messages.secondFactorOn);
  // The code of a secret that was replaced could never be right, and "that code is not right" would send its reader
  // round in circles.
  if (begunAt !== undefined && begunAt !== factor.createdAt.toISOString())
    throw conflict('set_up_replaced', messages.setUpReplaced);
  const forgive = await countCode(platform, actor.id, client);
  const done = await write(platform, async (tx) => {
    const at = clock.now();
    // Before the factor's own row, in the order in which a reset of the password takes them.
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
