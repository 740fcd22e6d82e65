import { conflict, notFound } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import { totpUri } from '#platform/identity/second-factor/one-time-codes.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession } from '#platform/identity/sessions/sessions.server.ts';
import { findCredentialsOf } from '#platform/identity/users.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import type { StepUpInput } from '../model/security.contract.ts';
import type { RenewedSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { requireProof } from '../step-up/confirm-identity.server.ts';
import { requireStepUp } from '../step-up/step-up.server.ts';

export interface StartedSecondFactor {
  totpUri: string;
  recoveryCodes: string[];
  session: RenewedSession | null;
}

/**
 * Creates a new secret and new recovery codes, inactive until a first code is right. Refuses a missing step-up, and an
 * account with an active app.
 */
export async function startSecondFactor(
  platform: Platform,
  by: Actor,
  proof: StepUpInput,
  client: ClientInfo,
): Promise<StartedSecondFactor> {
  const prove = await requireProof(platform, by, proof, client);
  const { secondFactors } = platform.identity;
  const at = platform.clock.now();
  const { secret, ...made } = await write(platform, async (tx) => {
    const { actor, session } = await prove(tx);
    await holdSession(tx, actor);
    const secret = await secondFactors.begin(tx.db, actor.id, at);
    if (secret === null) throw conflict('second_factor_on', messages.secondFactorOn);
    noteStart(tx, actor);
    return { secret, recoveryCodes: await secondFactors.renewRecoveryCodes(tx.db, actor.id, at), session };
  });
  return { totpUri: await uriOf(platform, by, secret), ...made };
}

/**
 * For a page that shows the secret until its first code is right: starts a set-up if none is pending, and reuses a
 * pending one, so that a second tab shows the same secret. Refuses a missing step-up, and an account with an active
 * app.
 */
export async function openSetUp(platform: Platform, actor: Actor): Promise<void> {
  await requireStepUp(platform, actor);
  const { secondFactors } = platform.identity;
  const isOpen = await write(platform, async (tx) => {
    await holdSession(tx, actor);
    if ((await secondFactors.findUnconfirmed(tx.db, actor.id)) !== null) return true;
    const at = platform.clock.now();
    if ((await secondFactors.begin(tx.db, actor.id, at)) === null) return false;
    noteStart(tx, actor);
    // A program that confirms it must find no codes of an earlier app.
    await secondFactors.renewRecoveryCodes(tx.db, actor.id, at);
    return true;
  });
  if (!isOpen) throw conflict('second_factor_on', messages.secondFactorOn);
}

function noteStart(tx: Tx, actor: Actor): void {
  tx.note(authSecurity.secondFactorChanged, { outcome: 'done', change: 'begun', member: actor.id });
}

export interface WaitingSetUp {
  /** The URI for an authenticator app. */
  uri: string;
  /** Distinguishes this set-up from one that replaces it. */
  begunAt: string;
}

export interface ShownSetUp {
  totpUri: string;
  session: RenewedSession | null;
}

/** The secret of the pending set-up again. Refuses a missing step-up (403, 422), and an account without one (404). */
export async function showSetUp(
  platform: Platform,
  by: Actor,
  proof: StepUpInput,
  client: ClientInfo,
): Promise<ShownSetUp> {
  const prove = await requireProof(platform, by, proof, client);
  return write(platform, async (tx) => {
    const { session } = await prove(tx);
    const waiting = await findWaitingSetUp({ ...platform, db: tx.db }, by);
    if (waiting === null) throw notFound('Start setting up an authenticator app first.');
    return { totpUri: waiting.uri, session };
  });
}

/** The pending set-up; null for none. */
export async function findWaitingSetUp(platform: Platform, actor: Actor): Promise<WaitingSetUp | null> {
  const waiting = await platform.identity.secondFactors.findUnconfirmed(platform.db, actor.id);
  return waiting && { uri: await uriOf(platform, actor, waiting.secret), begunAt: waiting.createdAt.toISOString() };
}

async function uriOf({ db, site }: Platform, actor: Actor, secret: string): Promise<string> {
  const known = await findCredentialsOf(db, actor.id);
  return totpUri({ secret, issuer: site.brand.name, label: known?.email ?? actor.id });
}
