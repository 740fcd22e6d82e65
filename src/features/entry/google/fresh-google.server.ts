import { notAllowed } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { OpenedSession } from '#platform/identity/identity.ts';
import type { Person } from '#platform/identity/openid.ts';
import { findProviderMember, listWaysIn } from '#platform/identity/provider-accounts.server.ts';
import { findSessionNote, noteForSession } from '#platform/identity/session-notes.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { entrySecurity } from '../entry.security.ts';
import { messages } from '../messages.ts';
import { putNewSession } from '../sign-in/renew-own-session.server.ts';

/** A sign-in counts as fresh for this long. */
export const freshMs = 10 * minuteMs;

const kind = 'google-proof';

/** Whether the session was opened a short while ago. */
export function isFreshSession({ clock }: Platform, actor: Actor): boolean {
  return clock.now().getTime() - actor.signedInAt.getTime() <= freshMs;
}

/** Notes that this session has just come back from Google as this way in. */
export function noteGoogleProof({ db, clock }: Pick<Platform, 'db' | 'clock'>, sessionId: string, accountId: string): Promise<void> {
  return noteForSession(db, kind, sessionId, { accountId }, clock.now(), freshMs);
}

/** Whether this session came back from Google, as one of the member's own accounts there, within ten minutes (VA-08). */
export async function hasFreshGoogle({ db, clock }: Platform, actor: Actor): Promise<boolean> {
  if (actor.sessionId === null) return false;
  const note = await findSessionNote<{ accountId: string }>(db, kind, actor.sessionId, clock.now());
  return note !== null && (await listWaysIn(db, actor.id)).some((way) => way.id === note.accountId);
}

/** A member has been to Google again to confirm a step; the session goes on as a new one. Refuses anybody else's account there, in the words of VA-08 where the step is the deletion. */
export function confirmWithGoogle(platform: Platform, actor: Actor & { sessionId: string }, person: Person, next: string): Promise<OpenedSession> {
  return platform.security.follow(entrySecurity.steppedUp, { way: 'google', member: actor.id }, confirm(platform, actor, person, next));
}

async function confirm(platform: Platform, actor: Actor & { sessionId: string }, person: Person, next: string): Promise<OpenedSession> {
  const member = await findProviderMember(platform.db, person);
  if (member?.userId !== actor.id) {
    throw /settings(\/|%2F)data/i.test(next)
      ? notAllowed(messages.googleSameToDelete, 'google_same_to_delete')
      : notAllowed(messages.googleOther, 'google_other');
  }
  return write(platform, async (tx) => {
    const session = await putNewSession(tx, platform, actor, 'stay');
    await noteGoogleProof({ db: tx.db, clock: platform.clock }, session.sessionId, member.accountId);
    return session;
  });
}
