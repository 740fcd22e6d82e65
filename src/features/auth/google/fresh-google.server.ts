import { notAllowed } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import type { OpenedSession } from '#platform/identity/identity.ts';
import type { Person } from '#platform/identity/providers/openid.ts';
import { findProviderMember, listWaysIn } from '#platform/identity/providers/provider-accounts.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findSessionNote, noteForSession } from '#platform/identity/sessions/session-notes.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { putNewSession } from '../sign-in/sessions/renew-own-session.server.ts';

/** How long a sign-in counts as fresh. */
export const freshMs = 10 * minuteMs;

const kind = 'google-proof';

/** Whether the session was opened within that time. */
export function isFreshSession({ clock }: Platform, actor: Actor): boolean {
  return clock.now().getTime() - actor.signedInAt.getTime() <= freshMs;
}

interface GoogleProof {
  accountId: string;
  /**
   * Whether the member went to Google to confirm a step, and not only to sign in. Absent in notes of an older release.
   */
  isConfirmed?: boolean;
}

/** Records that this session has just returned from Google with this account. */
export function noteGoogleProof(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sessionId: string,
  accountId: string,
  isConfirmed = false,
): Promise<void> {
  return noteForSession(db, kind, sessionId, { accountId, isConfirmed } satisfies GoogleProof, clock.now(), freshMs);
}

/** Whether this session returned from Google, with one of the member's own accounts there, within ten minutes. */
export async function hasFreshGoogle(platform: Platform, actor: Actor): Promise<boolean> {
  return (await findOwnProof(platform, actor)) !== null;
}

/**
 * Whether the member confirmed in this session with one of their own Google accounts, within ten minutes (VA-08). A
 * sign-in is no confirmation.
 */
export async function hasConfirmedWithGoogle(platform: Platform, actor: Actor): Promise<boolean> {
  return (await findOwnProof(platform, actor))?.isConfirmed === true;
}

async function findOwnProof({ db, clock }: Platform, actor: Actor): Promise<GoogleProof | null> {
  if (actor.sessionId === null) return null;
  const proof = await findSessionNote<GoogleProof>(db, kind, actor.sessionId, clock.now());
  if (proof === null) return null;
  return (await listWaysIn(db, actor.id)).some((way) => way.id === proof.accountId) ? proof : null;
}

/**
 * A member has confirmed a step at Google; the session is renewed. Refuses any other Google account, with the sentence
 * of VA-08 when the step is the deletion.
 */
export function confirmWithGoogle(
  platform: Platform,
  actor: Actor & { sessionId: string },
  person: Person,
  next: string,
): Promise<OpenedSession> {
  return platform.security.follow(
    authSecurity.steppedUp,
    { way: 'google', member: actor.id },
    confirm(platform, actor, person, next),
  );
}

async function confirm(
  platform: Platform,
  actor: Actor & { sessionId: string },
  person: Person,
  next: string,
): Promise<OpenedSession> {
  const member = await findProviderMember(platform.db, person);
  if (member?.userId !== actor.id) {
    throw /settings(\/|%2F)data/i.test(next)
      ? notAllowed(messages.googleSameToDelete, 'google_same_to_delete')
      : notAllowed(messages.googleOther, 'google_other');
  }
  return write(platform, async (tx) => {
    const session = await putNewSession(tx, platform, actor, 'stay');
    await noteGoogleProof({ db: tx.db, clock: platform.clock }, session.sessionId, member.accountId, true);
    return session;
  });
}
