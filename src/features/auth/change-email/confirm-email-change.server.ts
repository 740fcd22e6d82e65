import { eq } from 'drizzle-orm';
import { appendOwnAccountChanged, emailTaken, listNames, memberEmailChanged } from '#features/members/index.server.ts';
import { maskEmail } from '#features/members/words.ts';
import { conflict, notFound, Refusal } from '#kernel/refusal.ts';
import { brokenConstraint } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { changeUserEmail, lockUser } from '#platform/identity/users.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { retainFormerEmail } from '../delete-account/former-account.server.ts';
import { mailEmailChangedJob } from '../model/auth.jobs.ts';
import { authSecurity } from '../model/auth.security.ts';
import { emailChange } from '../model/auth.tables.ts';
import { messages } from '../model/messages.ts';
import { notifyOwner } from '../notify-owner.server.ts';
import { findLink, type LinkRow, spendAllLinks, spendLink } from '../redirect/mailed-links.server.ts';
import { type RenewedSession, renewOwnSession } from '../sign-in/sessions/renew-own-session.server.ts';
import type { ChangeLinkResult } from './change-email.contract.ts';
import { dropEmailChange, type EmailChange, findEmailChangeById } from './email-change.server.ts';

export type ChangeLinkView =
  | { kind: 'unknown' | 'expired' | 'over' }
  | { kind: 'open'; side: 'old' | 'new'; username: string; to: string; isLast: boolean }
  /** Used, while the other mailbox has not confirmed. */
  | { kind: 'used'; waitingFor: string };

const sides = { 'change-email-old': 'old', 'change-email-new': 'new' } as const;

/** The effect of a confirm link. Reads only: mail scanners open links. */
export async function viewChangeLink({ db, clock }: Platform, token: string): Promise<ChangeLinkView> {
  const link = await findLink(db, token, 'change-email-old', 'change-email-new');
  if (!link) return { kind: 'unknown' };
  const now = clock.now();
  const change = await findEmailChangeById(db, link.changeId ?? '', now);
  if (!change) return { kind: link.expiresAt <= now ? 'expired' : 'over' };
  if (link.usedAt) return { kind: 'used', waitingFor: waitingFor(change) };
  const names = await listNames(db, [link.userId]);
  return {
    kind: 'open',
    side: sideOf(link),
    username: names.get(link.userId) ?? '',
    to: maskEmail(change.newEmail),
    isLast: isLastSide(change, sideOf(link)),
  };
}

export interface EmailChanged extends ChangeLinkResult {
  userId: string;
  /** The one session that did not end, once the change is made. */
  retainedSessionId: string | null;
  /** Its renewed session, when its own browser made the change. */
  session: RenewedSession | null;
}

/**
 * Confirms one side of a change, signed in or not; the last required side applies it. The account then has the new
 * address, confirmed; every session ends but the requesting one, which is renewed if it made this call; all other links
 * are void, and the former address is notified. Refuses an unknown link (404), a used one (409), an expired one or one
 * of a change that is over (410), and an address that another account took meanwhile (409), which changes nothing.
 */
export function confirmEmailChange(platform: Platform, actor: Actor | null, token: string): Promise<EmailChanged> {
  return platform.security.follow(
    authSecurity.emailChanged,
    { change: 'confirmed' },
    confirm(platform, actor, token),
    ({ status, userId }) => ({
      change: status === 'changed' ? ('made' as const) : ('confirmed' as const),
      member: userId,
    }),
  );
}

async function confirm(platform: Platform, actor: Actor | null, token: string): Promise<EmailChanged> {
  const { db, clock } = platform;
  const link = await findLink(db, token, 'change-email-old', 'change-email-new');
  if (!link) throw notFound(messages.emailChangeLinkUnknown);
  try {
    return await write(platform, async (tx) => {
      const at = clock.now();
      if (link.expiresAt <= at) throw new Refusal(410, 'link_expired', messages.emailChangeExpired);
      const user = await lockUser(tx.db, link.userId);
      const change = await findEmailChangeById(tx.db, link.changeId ?? '', at);
      if (!change || !user || user.suspendedAt || user.email !== change.oldEmail)
        throw new Refusal(410, 'change_over', messages.emailChangeOver);
      if (!(await spendLink(tx, link, at))) throw conflict('link_used', messages.emailChangeLinkUsed);
      const confirmed = { ...change, ...(sideOf(link) === 'old' ? { oldConfirmedAt: at } : { newConfirmedAt: at }) };
      const isMade = isLastSide(change, sideOf(link));
      const session = isMade ? await makeChange(tx, platform, actor, change, at) : await noteSide(tx, confirmed);
      return {
        status: isMade ? 'changed' : 'waiting',
        waitingFor: isMade ? null : waitingFor(confirmed),
        userId: link.userId,
        retainedSessionId: change.sessionId,
        session,
      };
    });
  } catch (error) {
    if (brokenConstraint(error) === 'auth_user_email_key') throw emailTaken('newEmail');
    throw error;
  }
}

async function noteSide(tx: Tx, { userId, oldConfirmedAt, newConfirmedAt }: EmailChange): Promise<null> {
  await tx.db.update(emailChange).set({ oldConfirmedAt, newConfirmedAt }).where(eq(emailChange.userId, userId));
  await appendOwnAccountChanged(tx, userId);
  return null;
}

async function makeChange(
  tx: Tx,
  platform: Platform,
  actor: Actor | null,
  change: EmailChange,
  at: Date,
): Promise<RenewedSession | null> {
  const { userId, sessionId, oldEmail, newEmail } = change;
  await retainFormerEmail(tx, platform.config, { memberId: userId, email: oldEmail, now: at });
  await changeUserEmail(tx.db, userId, newEmail, at);
  await spendAllLinks(tx, userId, at);
  await dropEmailChange(tx, userId);
  const isOwn = actor?.id === userId && actor.sessionId !== null && actor.sessionId === sessionId;
  const session = isOwn ? await renewOwnSession(tx, platform, actor) : null;
  if (!isOwn) await platform.identity.endSessions(tx, { userId, ...(sessionId ? { except: sessionId } : {}) });
  await appendOwnAccountChanged(tx, userId);
  tx.append(memberEmailChanged, { subject: userId, version: at.getTime(), topics: [] });
  await notifyOwner(tx, userId, 'email-changed', at);
  tx.enqueue(mailEmailChangedJob, { userId, oldEmail, newEmail, version: at.getTime(), wasConfirmed: change.asksOld });
  return session;
}

function sideOf(link: LinkRow): 'old' | 'new' {
  return sides[link.purpose as keyof typeof sides];
}

/** Whether this side's confirmation applies the change. */
function isLastSide({ asksOld, oldConfirmedAt, newConfirmedAt }: EmailChange, side: 'old' | 'new'): boolean {
  return side === 'new' ? !asksOld || oldConfirmedAt !== null : newConfirmedAt !== null;
}

function waitingFor(change: EmailChange): string {
  return maskEmail(change.oldConfirmedAt || !change.asksOld ? change.newEmail : change.oldEmail);
}
