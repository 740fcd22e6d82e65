import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { lockUser, setRole } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { getAccount } from './account.queries.server.ts';

interface Change {
  userId: string;
  /**
   * For the audit log: `command line`. No page and no API call does this, so that a stolen admin session cannot create
   * another admin.
   */
  by: string;
}

/**
 * Gives a member the admin role. Ends all sessions, since their tokens carry the old role. Refuses an admin and a
 * suspended member (409).
 */
export async function addAdmin(platform: Platform, { userId, by }: Change): Promise<void> {
  await change(platform, { userId, by }, 'admin');
}

/**
 * Removes the admin role, from the last admin too: the command line can restore it. Refuses a member without it (409).
 */
export async function removeAdmin(platform: Platform, { userId, by }: Change): Promise<void> {
  await change(platform, { userId, by }, 'member');
}

async function change(platform: Platform, { userId, by }: Change, role: 'admin' | 'member'): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const user = await lockUser(tx.db, userId);
    const before = await getAccount(tx.db, userId);
    if (before.role === role)
      throw role === 'admin'
        ? conflict('is_operator', 'This member is already an admin.')
        : conflict('no_operator', 'This member isn’t an admin.');
    if (role === 'admin' && user?.suspendedAt)
      throw conflict('suspended', 'This member is suspended. End the suspension first.');
    await setRole(tx.db, userId, role, now);
    await platform.identity.endSessions(tx, { userId });
    await recordAct(tx, { by, act: role === 'admin' ? 'operator.added' : 'operator.removed', subject: userId }, now);
  });
}
