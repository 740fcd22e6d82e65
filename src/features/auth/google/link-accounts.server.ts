import { normalizeEmail } from '#features/members/words.ts';
import { conflict, notAllowed, notFound, Refusal } from '#kernel/refusal.ts';
import { brokenConstraint } from '#platform/db/db.ts';
import { faultAs } from '#platform/http/responses/fault-sentence.server.ts';
import type { Person } from '#platform/identity/providers/openid.ts';
import {
  addProviderAccount,
  countWaysIn,
  findProviderMember,
  listWaysIn,
  removeWayIn,
} from '#platform/identity/providers/provider-accounts.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { findSessionNote, noteForSession, takeSessionNote } from '#platform/identity/sessions/session-notes.server.ts';
import { holdSession } from '#platform/identity/sessions/sessions.server.ts';
import { findCredentialsOf } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { googleLinked, googleUnlinked } from '../model/auth.events.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import type { LinkAccountsInput } from '../model/security.contract.ts';
import { requireStepUp } from '../step-up/step-up.server.ts';
import { freshMs } from './fresh-google.server.ts';
import { requireEmail } from './google-sign-in.server.ts';

const kind = 'google-link';
const mostGoogleAccounts = 5;

export interface LinkResult {
  success: true;
  message: string;
  /** The password and the linked Google accounts; linked when more than one. */
  totalAccountsLinked: number;
}

/**
 * A signed-in member has proven to own a Google account; it is linked once they confirm. Refuses one that is linked to
 * any account already.
 */
export async function offerLink(
  platform: Platform,
  actor: Actor & { sessionId: string },
  person: Person,
): Promise<void> {
  const { db, clock } = platform;
  requireEmail(person);
  if (!person.isEmailVerified) throw new Refusal(401, 'google_unverified', messages.googleUnverified);
  const member = await findProviderMember(db, person);
  if (member) {
    throw member.userId === actor.id
      ? conflict('google_linked_already', messages.googleLinkedAlready)
      : conflict('google_linked_elsewhere', messages.googleLinkedElsewhere);
  }
  await noteForSession(db, kind, actor.sessionId, person, clock.now(), freshMs);
}

/** The e-mail of the Google account that this session may link now, or null. */
export async function findLinkOffer({ db, clock }: Platform, actor: Actor): Promise<string | null> {
  if (actor.sessionId === null) return null;
  return (await findSessionNote<Person>(db, kind, actor.sessionId, clock.now()))?.email ?? null;
}

/**
 * Links the account of this e-mail to the caller's own. Both must be proven within ten minutes: the caller's by sign-in
 * or step-up, the other by a Google flow of the same session. All other sessions end, and the member is notified by
 * email. An e-mail alone never links anything.
 */
export async function linkAccounts(platform: Platform, actor: Actor, input: LinkAccountsInput): Promise<LinkResult> {
  return faultAs(platform, 'link_failed', messages.linkFailed, link(platform, actor, input));
}

async function link(platform: Platform, actor: Actor, input: LinkAccountsInput): Promise<LinkResult> {
  const { clock } = platform;
  authPolicy.check(actor, 'link an account', { userId: input.currentUserId });
  const { sessionId } = actor;
  const offered = await findLinkOffer(platform, actor);
  if (sessionId === null || offered === null || normalizeEmail(offered) !== input.email)
    return notifyOwn(platform, actor, input.email);
  await requireStepUp(platform, actor);

  const work = write(platform, async (tx) => {
    const at = clock.now();
    await holdSession(tx, actor);
    const ways = await listWaysIn(tx.db, actor.id);
    const person = await takeSessionNote<Person>(tx.db, kind, sessionId, at);
    if (!person) throw proofNeeded();
    if (ways.filter((way) => way.providerId === 'google').length >= mostGoogleAccounts)
      throw conflict('too_many_linked', `You can link up to ${mostGoogleAccounts} Google accounts. Unlink one first.`);
    await addProviderAccount(tx.db, actor.id, person, at);
    await platform.identity.endSessions(tx, { userId: actor.id, except: sessionId });
    tx.note(authSecurity.googleChanged, { outcome: 'done', change: 'linked', member: actor.id });
    tx.append(googleLinked, { subject: actor.id, version: at.getTime(), topics: [] });
    return { success: true as const, message: 'Google account linked.', totalAccountsLinked: ways.length + 1 };
  });
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) === 'auth_account_provider_key')
      throw conflict('google_linked_elsewhere', messages.googleLinkedElsewhere);
    throw error;
  }
}

/** The own e-mail, proven by a fresh sign-in, links nothing new: returns the number of sign-in methods. */
async function notifyOwn(platform: Platform, actor: Actor, email: string): Promise<LinkResult> {
  const own = await findCredentialsOf(platform.db, actor.id);
  if (own?.email !== email) throw proofNeeded();
  await requireStepUp(platform, actor);
  const total = (await listWaysIn(platform.db, actor.id)).length;
  return {
    success: true,
    message: total > 1 ? 'This Google account is already linked.' : 'There’s no other account to link.',
    totalAccountsLinked: total,
  };
}

/**
 * Unlinks a Google account from the caller's own, signs out all other devices, and notifies the member by email.
 * Refuses the last sign-in method, and a missing step-up.
 */
export async function unlinkGoogle(platform: Platform, actor: Actor, accountId?: string): Promise<void> {
  await requireStepUp(platform, actor);
  await write(platform, async (tx) => {
    await holdSession(tx, actor);
    const ways = await listWaysIn(tx.db, actor.id);
    const way = ways.find(
      ({ id, providerId }) => providerId === 'google' && (accountId === undefined || id === accountId),
    );
    if (!way) throw notFound('This Google account isn’t linked to your account.');
    if ((await countWaysIn(tx.db, actor.id)) === 1) throw conflict('last_way_in', messages.lastWayIn);
    await removeWayIn(tx.db, way.id);
    await platform.identity.endSessions(tx, {
      userId: actor.id,
      ...(actor.sessionId ? { except: actor.sessionId } : {}),
    });
    tx.note(authSecurity.googleChanged, { outcome: 'done', change: 'unlinked', member: actor.id });
    tx.append(googleUnlinked, { subject: actor.id, version: platform.clock.now().getTime(), topics: [] });
  });
}

function proofNeeded(): Refusal {
  return notAllowed('Sign in with this Google account first.', 'proof_needed');
}
