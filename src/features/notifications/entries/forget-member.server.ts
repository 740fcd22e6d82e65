import { eq } from 'drizzle-orm';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { mailPreference, notification, pushSubscription } from '../model/notifications.tables.ts';

/** A member goes, in the caller's transaction. */
export async function forgetMember(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(notification).where(eq(notification.userId, memberId));
  await takeNameOut(tx, memberId);
  await tx.db.delete(pushSubscription).where(eq(pushSubscription.userId, memberId));
  await tx.db.delete(mailPreference).where(eq(mailPreference.userId, memberId));
}

/**
 * An earlier release wrote the member's name into entries of others. Those expire after 90 days; remove this function
 * with the release after that.
 */
async function takeNameOut(tx: Tx, memberId: string): Promise<void> {
  await connectionOf(tx.db).query(
    `update notification n set named_id = p.user_id, title = replace(n.title, p.username, '{name}') from profile p
     where p.user_id = $1 and n.named_id is null and n.kind in ('messages', 'reviews', 'returns', 'alerts', 'reports')
       and (n.title in (p.username || ' wrote to you', p.username || ' reviewed you', p.username || ' is back', 'Your report of ' || p.username || ' was answered')
         or n.title ~ '^[0-9,]+ new cards? from ' and substr(n.title, strpos(n.title, ' from ') + 6) = p.username)`,
    [memberId],
  );
}

/** Devices that were pushed to belong to sessions, which ended. */
export const entriesReturn: Restoration = { rows: { notification: 'user_id = $1', mail_preference: 'user_id = $1' } };
