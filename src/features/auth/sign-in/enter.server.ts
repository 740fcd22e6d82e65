import { noteSignIn } from '#features/members/index.server.ts';
import type { ClientInfo, OpenedSession } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { noteTwoFactors } from '#platform/identity/sessions/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { holdProof, type Proof, showsTwoFactors } from './proof.server.ts';

export interface Entered {
  kind: 'signed-in';
  userId: string;
  session: OpenedSession;
}
export type SignedIn = Entered | { kind: 'second-factor'; cookies: string[] };

type WholeProof = Extract<Proof, { by: 'passkey' | 'second-step' }>;

/**
 * Opens a session for a proven identity, for every sign-in method; with an authenticator app it returns a cookie for
 * the second step and no session yet. The browser's previous session `before` ends in both cases. Refuses a proof that
 * no longer holds when the session would become valid: a changed password, a removed sign-in method, a suspension.
 */
export async function enter(
  platform: Platform,
  userId: string,
  client: ClientInfo,
  before: Actor | null,
  proof: WholeProof,
): Promise<Entered>;
export async function enter(
  platform: Platform,
  userId: string,
  client: ClientInfo,
  before: Actor | null,
  proof: Proof,
): Promise<SignedIn>;
export async function enter(
  platform: Platform,
  userId: string,
  client: ClientInfo,
  before: Actor | null,
  proof: Proof,
): Promise<SignedIn> {
  const { identity, db } = platform;
  await endFormerSession(platform, before);
  const mayNeedSecondStep = !showsTwoFactors(proof);
  if (mayNeedSecondStep && (await identity.secondFactors.isOn(db, userId)))
    return openSecondStep(platform, userId, proof);
  const session = await identity.openSession(userId, client);
  // The session is still secret. It exists before the lock is taken, so a call that ends all sessions under that lock
  // either ends this one too, or is seen here.
  try {
    const needsSecondStep = await write(platform, async (tx) => {
      await holdProof(tx, platform, userId, proof);
      if (mayNeedSecondStep && (await identity.secondFactors.isOn(tx.db, userId))) return true;
      const at = platform.clock.now();
      if (!mayNeedSecondStep) await noteTwoFactors(tx.db, session.sessionId, at);
      await noteSignIn(tx, userId, at);
      return false;
    });
    if (!needsSecondStep) return { kind: 'signed-in', userId, session };
  } catch (error) {
    await endSession(platform, userId, session.sessionId);
    throw error;
  }
  await endSession(platform, userId, session.sessionId);
  return openSecondStep(platform, userId, proof);
}

async function openSecondStep(platform: Platform, userId: string, proof: Proof): Promise<SignedIn> {
  const { identity, clock } = platform;
  const accountId = proof.by === 'google' ? proof.accountId : null;
  const cookies = await write(platform, async (tx) => {
    await holdProof(tx, platform, userId, proof);
    return identity.secondSteps.open(tx.db, { userId, accountId }, clock.now());
  });
  return { kind: 'second-factor', cookies: [...identity.clearedCookies(), ...cookies] };
}

/** The security log's outcome of a sign-in that was not refused. */
export function signInOutcome(answer: SignedIn): { outcome: 'asked' } | { member: string } {
  return answer.kind === 'second-factor' ? { outcome: 'asked' } : { member: answer.userId };
}

/** A browser has one session: its previous one, its own or planted by an attacker, is void afterwards. */
export async function endFormerSession(platform: Platform, before: Actor | null): Promise<void> {
  const sessionId = before?.via === 'cookie' ? before.sessionId : null;
  if (before && sessionId) await endSession(platform, before.id, sessionId);
}

async function endSession(platform: Platform, userId: string, only: string): Promise<void> {
  await write(platform, (tx) => platform.identity.endSessions(tx, { userId, only }));
}
