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
 * The one door: whoever has proven who they are gets a session here, by whatever way in; with an authenticator app they
 * get a cookie for the second step and no session yet. A session that the browser had `before` ends in both cases: the
 * browser is nobody's while it waits for the code. Refuses what no longer opens the account at the moment when the
 * session would count: a password that was changed, a way in that was taken away, a suspension.
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
  const mayBeAsked = !showsTwoFactors(proof);
  if (mayBeAsked && (await identity.secondFactors.isOn(db, userId))) return askSecondStep(platform, userId, proof);
  const session = await identity.openSession(userId, client);
  // Nobody knows the session yet. It is there before the lock is taken, so whoever ends all sessions under that lock
  // ends this one too, or is seen here.
  try {
    const isAsked = await write(platform, async (tx) => {
      await holdProof(tx, platform, userId, proof);
      if (mayBeAsked && (await identity.secondFactors.isOn(tx.db, userId))) return true;
      const at = platform.clock.now();
      if (!mayBeAsked) await noteTwoFactors(tx.db, session.sessionId, at);
      await noteSignIn(tx, userId, at);
      return false;
    });
    if (!isAsked) return { kind: 'signed-in', userId, session };
  } catch (error) {
    await endSession(platform, userId, session.sessionId);
    throw error;
  }
  await endSession(platform, userId, session.sessionId);
  return askSecondStep(platform, userId, proof);
}

async function askSecondStep(platform: Platform, userId: string, proof: Proof): Promise<SignedIn> {
  const { identity, clock } = platform;
  const accountId = proof.by === 'google' ? proof.accountId : null;
  const cookies = await write(platform, async (tx) => {
    await holdProof(tx, platform, userId, proof);
    return identity.secondSteps.open(tx.db, { userId, accountId }, clock.now());
  });
  return { kind: 'second-factor', cookies: [...identity.clearedCookies(), ...cookies] };
}

/** What the security log hears of an end that was no refusal. */
export function howEntered(answer: SignedIn): { outcome: 'asked' } | { member: string } {
  return answer.kind === 'second-factor' ? { outcome: 'asked' } : { member: answer.userId };
}

/**
 * A browser has one session: what it carried before, its own or slipped in by somebody else, is worth nothing
 * afterwards.
 */
export async function endFormerSession(platform: Platform, before: Actor | null): Promise<void> {
  const sessionId = before?.via === 'cookie' ? before.sessionId : null;
  if (before && sessionId) await endSession(platform, before.id, sessionId);
}

async function endSession(platform: Platform, userId: string, only: string): Promise<void> {
  await write(platform, (tx) => platform.identity.endSessions(tx, { userId, only }));
}
