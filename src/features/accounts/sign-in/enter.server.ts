import { eq } from 'drizzle-orm';
import type { Actor } from '#platform/identity/actor.ts';
import type { ClientInfo, OpenedSession } from '#platform/identity/identity.ts';
import { noteTwoFactors } from '#platform/identity/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { profile } from '../accounts.tables.ts';

export interface Entered {
  kind: 'signed-in';
  userId: string;
  session: OpenedSession;
}
export type SignedIn = Entered | { kind: 'second-factor'; cookies: string[] };

export interface HowTheyCame {
  /** Two factors were shown already: a passkey with user verification, or the second step after the first. */
  secondFactor?: 'shown';
  /** The provider's account that they have proven, remembered over the second step. */
  accountId?: string;
}

/**
 * The one door: whoever has proven who they are gets a session here, by whatever way in; with an authenticator app they get a cookie for the second step
 * and no session yet. A session that the browser had `before` ends in both cases: the browser is nobody's while it waits for the code.
 */
export async function enter(
  platform: Platform,
  userId: string,
  client: ClientInfo,
  before: Actor | null,
  how: HowTheyCame & { secondFactor: 'shown' },
): Promise<Entered>;
export async function enter(platform: Platform, userId: string, client: ClientInfo, before: Actor | null, how?: HowTheyCame): Promise<SignedIn>;
export async function enter(platform: Platform, userId: string, client: ClientInfo, before: Actor | null, how: HowTheyCame = {}): Promise<SignedIn> {
  const { identity, db, clock } = platform;
  await endFormerSession(platform, before);
  if (how.secondFactor !== 'shown' && (await identity.secondFactors.isOn(db, userId))) {
    const cookies = await identity.secondSteps.open(db, { userId, accountId: how.accountId ?? null }, clock.now());
    return { kind: 'second-factor', cookies: [...identity.clearedCookies(), ...cookies] };
  }
  const session = await identity.openSession(userId, client);
  if (how.secondFactor === 'shown') await noteTwoFactors(db, session.sessionId, clock.now());
  await db.update(profile).set({ lastSignIn: clock.now() }).where(eq(profile.userId, userId));
  return { kind: 'signed-in', userId, session };
}

/** A browser has one session: what it carried before, its own or slipped in by somebody else, is worth nothing afterwards. */
export async function endFormerSession(platform: Platform, before: Actor | null): Promise<void> {
  const sessionId = before?.via === 'cookie' ? before.sessionId : null;
  if (before && sessionId) await write(platform, (tx) => platform.identity.endSessions(tx, { userId: before.id, only: sessionId }));
}
