import { conflict } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession } from '#platform/identity/sessions/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { secondFactorOff } from '../model/auth.events.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import type { StepUpInput } from '../model/security.contract.ts';
import type { RenewedSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { requireProof } from '../step-up/confirm-identity.server.ts';

/**
 * Removes the authenticator app and its recovery codes. All other sessions end, and the member gets an email. Refuses a
 * missing step-up, and an account without an app; a half set-up one is just removed.
 */
export function disableSecondFactor(
  platform: Platform,
  actor: Actor,
  proof: StepUpInput,
  client: ClientInfo,
): Promise<RenewedSession | null> {
  const work = disable(platform, actor, proof, client);
  return platform.security.follow(authSecurity.secondFactorChanged, { change: 'off', member: actor.id }, work);
}

async function disable(
  platform: Platform,
  by: Actor,
  proof: StepUpInput,
  client: ClientInfo,
): Promise<RenewedSession | null> {
  const { identity, clock } = platform;
  const prove = await requireProof(platform, by, proof, client);
  return write(platform, async (tx) => {
    const { actor, session } = await prove(tx);
    await holdSession(tx, actor);
    if (!(await identity.secondFactors.remove(tx.db, actor.id)))
      throw conflict('second_factor_off', messages.secondFactorOff);
    await identity.endSessions(tx, { userId: actor.id, ...(actor.sessionId ? { except: actor.sessionId } : {}) });
    tx.append(secondFactorOff, { subject: actor.id, version: clock.now().getTime(), topics: [] });
    return session;
  });
}
