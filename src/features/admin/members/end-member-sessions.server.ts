import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Ends all sessions of a member, an admin too (a colleague's session may be stolen, and this grants no access), with
 * the reason in the audit log. Refuses the admin's own (409): those end in the settings. The caller has stepped up.
 */
export async function endMemberSessions(
  platform: Platform,
  { userId, by, reason }: { userId: string; by: string; reason: string },
): Promise<void> {
  if (userId === by) throw conflict('own_sessions', 'To end your own sessions, open Settings, then Security.');
  await write(platform, async (tx) => {
    const sessions = await platform.identity.endSessions(tx, { userId });
    await recordAct(
      tx,
      { by, act: 'sessions.ended', subject: userId, data: { sessions, reason } },
      platform.clock.now(),
    );
  });
}
