import { readEmail } from '#features/members/index.server.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** Shows an admin a member's email address and records that, in one transaction. Refuses an unknown member (404). */
export function notifyEmail(platform: Platform, { userId, by }: { userId: string; by: string }): Promise<string> {
  return write(platform, async (tx) => {
    const email = await readEmail(tx.db, userId);
    await recordAct(tx, { by, act: 'email.read', subject: userId }, platform.clock.now());
    return email;
  });
}
