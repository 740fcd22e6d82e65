import { Refusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findSessionNote, noteForSession } from '#platform/identity/sessions/session-notes.server.ts';
import { noteTwoFactors } from '#platform/identity/sessions/sessions.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { freshMs, hasFreshGoogle, isFreshSession } from '../google/fresh-google.server.ts';
import { authSecurity } from '../model/auth.security.ts';
import { hidesAdminFactor } from '../second-factor/admin-factor.server.ts';
import { putNewSession, type RenewedSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { stepUpCode } from './step-up.rules.ts';

const kind = 'step-up';

/**
 * Whether this session has a recent proof of its member: it was opened, or confirmed, within ten minutes. A return from
 * Google suffices only without a second factor. In production an admin with a factor must have proven it in this
 * session.
 */
export async function hasSteppedUp(platform: Platform, actor: Actor): Promise<boolean> {
  if (await hidesAdminFactor(platform, actor)) return false;
  if (isFreshSession(platform, actor)) return true;
  if (await hasVerifiedIdentity(platform, actor)) return true;
  return (
    (await hasFreshGoogle(platform, actor)) && !(await platform.identity.secondFactors.isOn(platform.db, actor.id))
  );
}

/** The same without the sign-in: whether the member verified their identity in this session within ten minutes. */
export async function hasVerifiedIdentity(platform: Platform, actor: Actor): Promise<boolean> {
  if (actor.sessionId === null || (await hidesAdminFactor(platform, actor))) return false;
  return (await findSessionNote(platform.db, kind, actor.sessionId, platform.clock.now())) !== null;
}

/**
 * Call before any action that a thief of an open session must not do: changing e-mail, password, second factor or
 * payout, deleting the account.
 */
export async function requireStepUp(platform: Platform, actor: Actor): Promise<void> {
  if (!(await hasSteppedUp(platform, actor))) throw stepUpRequired(platform, actor);
}

export function stepUpRequired(platform: Pick<Platform, 'security'>, actor: Actor): Refusal {
  noteStepUpRequired(platform, actor);
  return new Refusal(403, stepUpCode, 'Verify your identity first, then try again.');
}

/** 403: a page or call requires a step-up first. */
export function noteStepUpRequired({ security }: Pick<Platform, 'security'>, actor: Actor): void {
  security.note(authSecurity.steppedUp, { outcome: 'asked', way: 'none', member: actor.id });
}

/**
 * The member has just proven their identity, by one or two factors: the session is renewed and the proof recorded for
 * the new one, so that no copy of the former cookie or token is confirmed. The member's other sessions stay.
 */
export async function noteStepUp(
  tx: Tx,
  platform: Platform,
  actor: Actor & { sessionId: string },
  factors: 'one' | 'two',
): Promise<RenewedSession> {
  const session = await putNewSession(tx, platform, actor, 'stay');
  const at = platform.clock.now();
  if (factors === 'two') await noteTwoFactors(tx.db, session.sessionId, at);
  await noteForSession(tx.db, kind, session.sessionId, {}, at, freshMs);
  return session;
}
