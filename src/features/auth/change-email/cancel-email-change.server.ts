import { appendOwnAccountChanged } from '#features/members/index.server.ts';
import { notFound, Refusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { authSecurity } from '../model/auth.security.ts';
import { messages } from '../model/messages.ts';
import { findLink } from '../redirect/mailed-links.server.ts';
import { dropEmailChange, findEmailChangeById } from './email-change.server.ts';

/** The member cancels the pending change. Refuses when there is none (404). */
export async function cancelEmailChange(platform: Platform, actor: Actor): Promise<void> {
  await write(platform, async (tx) => {
    await lockUser(tx.db, actor.id);
    if (!(await dropEmailChange(tx, actor.id))) throw notFound(messages.emailChangeNone);
    await appendOwnAccountChanged(tx, actor.id);
    tx.note(authSecurity.emailChanged, { outcome: 'done', change: 'cancelled', member: actor.id });
  });
}

export type CancelLinkView = 'open' | 'unknown' | 'over';

/** Whether a cancel link would still have an effect. Reads only. */
export async function viewCancelLink({ db, clock }: Platform, token: string): Promise<CancelLinkView> {
  const link = await findLink(db, token, 'change-email-cancel');
  if (!link) return 'unknown';
  return (await findEmailChangeById(db, link.changeId ?? '', clock.now())) ? 'open' : 'over';
}

/**
 * The owner of the present mailbox disowns the change: it is cancelled and every session ends, since one of them
 * requested it. The owner then needs a new password. Returns the account's user id. Refuses an unknown link (404), and
 * one of a change that is over (410).
 */
export async function disownEmailChange(platform: Platform, token: string): Promise<string> {
  const { db, clock, identity } = platform;
  const link = await findLink(db, token, 'change-email-cancel');
  if (!link) throw notFound(messages.emailChangeLinkUnknown);
  await write(platform, async (tx) => {
    await lockUser(tx.db, link.userId);
    const change = await findEmailChangeById(tx.db, link.changeId ?? '', clock.now());
    if (!change) throw new Refusal(410, 'change_over', messages.emailChangeOver);
    await dropEmailChange(tx, link.userId);
    await identity.endSessions(tx, { userId: link.userId });
    await appendOwnAccountChanged(tx, link.userId);
    tx.note(authSecurity.emailChanged, { outcome: 'done', change: 'disowned', member: link.userId });
  });
  return link.userId;
}
