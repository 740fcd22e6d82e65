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
  /** An admin's id, or `command line`. */
  by: string;
}

/** Writes that must commit together with it. */
type Alongside = (tx: Tx, now: Date) => Promise<void>;

/**
 * Suspends a member until an admin restores them: every session ends, links are void, the public page closes, and other
 * features hide their content. The member gets the reason by email. Refuses an admin (403), whose role must be removed
 * first, and a suspended member (409).
 */
export async function suspendMember(
  platform: Platform,
  { userId, by, reason }: Act & { reason: string },
  alongside?: Alongside,
): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    if (await isFormer(tx, userId, now)) {
      if (await formerSuspension(tx, userId)) throw conflict('already_suspended', 'This member is already suspended.');
      await suspendFormer(tx, userId, { at: now, reason });
      await recordAct(tx, { by, act: 'member.suspended', subject: userId, data: { reason } }, now);
      return alongside?.(tx, now);
    }
    const user = await lockAccount(tx, userId);
    authPolicy.check({ id: by, role: 'admin' }, 'suspend a member', user);
    if (user.suspendedAt) throw conflict('already_suspended', 'This member is already suspended.');
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
 * Restores a suspended member. Refuses one who is not suspended (409), or whose suspension has another start than
 * `since`.
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
      throw conflict('not_suspended', 'This member isn’t suspended.');
    if (former) await restoreFormer(tx, userId, now);
    else await setSuspended(tx.db, userId, null, now);
    await recordAct(tx, { by, act: 'member.restored', subject: userId }, now);
    await alongside?.(tx, now);
    if (former) return;
    tx.append(memberRestored, { subject: userId, version: now.getTime(), topics: shownAt(userId), data: { by } });
  });
}

/**
 * Whether the account is deleted and can be restored, or was suspended after its deletion; waits for a concurrent undo
 * or deletion.
 */
async function isFormer(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const undoable = await isUndoable(tx, userId, now);
  if (!(await lockUser(tx.db, userId))) return false;
  return undoable || (await formerSuspension(tx, userId)) !== null;
}

/**
 * The id of a member, or of a deleted account whose suspension an admin may start or end. `idOrUsername` identifies a
 * member either way, a deleted account by its id alone. Refuses anything else (404).
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

/** Invalidates cached pages that show the member. */
const shownAt = (userId: string) => [`profile:${userId}`, `seller:${userId}`];
