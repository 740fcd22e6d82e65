import { type Account, getAccount, memberRestored, memberSuspended } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { lockUser, setSuspended } from '#platform/identity/users.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { dropEmailChange } from '../change-email/email-change.server.ts';
import {
  formerSuspension,
  isFormerAccount,
  isUndoable,
  restoreFormer,
  suspendFormer,
} from '../delete-account/former-account.server.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { messages } from '../model/messages.ts';
import { spendAllLinks } from '../redirect/mailed-links.server.ts';

interface Act {
  userId: string;
  /** An operator's id, or `command line`. */
  by: string;
}

/** What has to be written with it or not at all. */
type Alongside = (tx: Tx, now: Date) => Promise<void>;

/**
 * Shuts a member out until an operator ends it: every session ends, links die, the public page closes, and other rooms
 * hide what is theirs. The member is told why by mail. Refuses an operator (403), whose rights go first, and whoever is
 * suspended already (409).
 */
export async function suspendMember(
  platform: Platform,
  { userId, by, reason }: Act & { reason: string },
  alongside?: Alongside,
): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    if (await isFormer(tx, userId, now)) {
      if (await formerSuspension(tx, userId)) throw conflict('already_suspended', 'This member is suspended already.');
      await suspendFormer(tx, userId, { at: now, reason });
      await recordAct(tx, { by, act: 'member.suspended', subject: userId, data: { reason } }, now);
      return alongside?.(tx, now);
    }
    const user = await lockAccount(tx, userId);
    authPolicy.check({ id: by, role: 'admin' }, 'suspend a member', user);
    if (user.suspendedAt) throw conflict('already_suspended', 'This member is suspended already.');
    await setSuspended(tx.db, userId, { at: now, reason }, now);
    await spendAllLinks(tx, userId, now);
    await dropEmailChange(tx, userId);
    await platform.identity.endSessions(tx, { userId });
    await recordAct(tx, { by, act: 'member.suspended', subject: userId, data: { reason } }, now);
    await alongside?.(tx, now);
    tx.append(memberSuspended, {
      subject: userId,
      version: now.getTime(),
      topics: shownAt(userId),
      data: { by, reason },
    });
  });
}

/**
 * Lets a suspended member back in. Refuses whoever is not suspended (409), or since another moment than `since`:
 * another suspension stays.
 */
export async function restoreMember(
  platform: Platform,
  { userId, by, since }: Act & { since?: Date },
  alongside?: Alongside,
): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const former = (await isFormer(tx, userId, now)) ? await formerSuspension(tx, userId) : null;
    const user = former ? { suspendedAt: former.at } : await lockAccount(tx, userId);
    if (!user.suspendedAt || (since && user.suspendedAt.getTime() !== since.getTime()))
      throw conflict('not_suspended', 'This member is not suspended.');
    if (former) await restoreFormer(tx, userId, now);
    else await setSuspended(tx.db, userId, null, now);
    await recordAct(tx, { by, act: 'member.restored', subject: userId }, now);
    await alongside?.(tx, now);
    if (former) return;
    tx.append(memberRestored, { subject: userId, version: now.getTime(), topics: shownAt(userId), data: { by } });
  });
}

/**
 * Whether the account is deleted and can come back, or was suspended after its deletion; waits for an undoing or a
 * deletion that is under way.
 */
async function isFormer(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const undoable = await isUndoable(tx, userId, now);
  if (!(await lockUser(tx.db, userId))) return false;
  return undoable || (await formerSuspension(tx, userId)) !== null;
}

/**
 * The id of a member, or of a deleted account whose suspension an operator may begin or end.
 * `idOrUsername` names a member either way, a deleted account by its id alone. Refuses anything else (404).
 */
export async function suspensionSubject({ db, clock }: Platform, idOrUsername: string): Promise<string> {
  if (isId(idOrUsername) && (await isFormerAccount(db, idOrUsername, clock.now()))) return idOrUsername;
  return (await getAccount(db, idOrUsername)).id;
}

async function lockAccount(tx: Tx, userId: string): Promise<{ role: Account['role']; suspendedAt: Date | null }> {
  const user = await lockUser(tx.db, userId);
  const { role } = await getAccount(tx.db, userId);
  if (!user) throw notFound(messages.profileNotFound);
  return { role, suspendedAt: user.suspendedAt };
}

/** Whoever kept a page that shows the member makes it anew. */
const shownAt = (userId: string) => [`profile:${userId}`, `seller:${userId}`];
