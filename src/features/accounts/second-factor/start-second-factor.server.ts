import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import { totpUri } from '#platform/identity/one-time-codes.ts';
import { findCredentialsOf } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../messages.ts';
import type { StepUpInput } from '../security.contract.ts';
import { requireProof } from '../step-up/confirm-identity.server.ts';

export interface StartedSecondFactor {
  totpUri: string;
  recoveryCodes: string[];
}

/**
 * Gives the member a new secret and new recovery codes. None of it counts before a first code was right. Refuses without proof of who it is, and where an
 * app counts already.
 */
export async function startSecondFactor(platform: Platform, actor: Actor, proof: StepUpInput, client: ClientInfo): Promise<StartedSecondFactor> {
  await requireProof(platform, actor, proof, client);
  const { secondFactors } = platform.identity;
  const at = platform.clock.now();
  const made = await write(platform, async (tx) => {
    const secret = await secondFactors.begin(tx.db, actor.id, at);
    return secret === null ? null : { secret, recoveryCodes: await secondFactors.renewRecoveryCodes(tx.db, actor.id, at) };
  });
  if (!made) throw conflict('second_factor_on', messages.secondFactorOn);
  return { totpUri: await uriOf(platform, actor, made.secret), recoveryCodes: made.recoveryCodes };
}

/** The secret that waits for its first code, as an authenticator app reads it; null where none waits. */
export async function findWaitingUri(platform: Platform, actor: Actor): Promise<string | null> {
  const secret = await platform.identity.secondFactors.findUnconfirmedSecret(platform.db, actor.id);
  return secret === null ? null : uriOf(platform, actor, secret);
}

async function uriOf({ db, config }: Platform, actor: Actor, secret: string): Promise<string> {
  const known = await findCredentialsOf(db, actor.id);
  return totpUri({ secret, issuer: config.brandName, label: known?.email ?? actor.id });
}
