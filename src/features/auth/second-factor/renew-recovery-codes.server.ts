import { conflict } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession } from '#platform/identity/sessions/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { recoveryCodesRenewed } from '../model/auth.events.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import type { StepUpInput } from '../model/security.contract.ts';
import type { RenewedSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { requireProof } from '../step-up/confirm-identity.server.ts';

export interface RenewedCodes {
  recoveryCodes: string[];
  session: RenewedSession | null;
}

/**
 * Creates ten new recovery codes, which void the old ones. The member gets an email. Refuses a missing step-up, and an
 * account without an app.
 */
export function renewRecoveryCodes(
  platform: Platform,
  actor: Actor,
  proof: StepUpInput,
  client: ClientInfo,
): Promise<RenewedCodes> {
  const work = renew(platform, actor, proof, client);
  return platform.security.follow(
    authSecurity.secondFactorChanged,
    { change: 'codes-renewed', member: actor.id },
    work,
  );
}

async function renew(platform: Platform, by: Actor, proof: StepUpInput, client: ClientInfo): Promise<RenewedCodes> {
  const { identity, clock } = platform;
  const prove = await requireProof(platform, by, proof, client);
  return write(platform, async (tx) => {
    const { actor, session } = await prove(tx);
    await holdSession(tx, actor);
    const at = clock.now();
    const codes = await identity.secondFactors.renewRecoveryCodes(tx.db, actor.id, at);
    // Checked under the renewal's lock: a factor that is turned off concurrently leaves no codes behind.
    if (!(await identity.secondFactors.isOn(tx.db, actor.id)))
      throw conflict('second_factor_off', messages.secondFactorOff);
    tx.append(recoveryCodesRenewed, { subject: actor.id, version: at.getTime(), topics: [] });
    return { recoveryCodes: codes, session };
  });
}
