import { eq } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import type { Leaver, Returns } from '#platform/personal-data/forgetting.ts';
import { mailPreference, notification, pushSubscription } from './notifications.tables.ts';

/** A member goes, in the caller's transaction. */
export async function forgetMember(tx: Tx, { memberId }: Pick<Leaver, 'memberId'>): Promise<void> {
  await tx.db.delete(notification).where(eq(notification.userId, memberId));
  await tx.db.delete(pushSubscription).where(eq(pushSubscription.userId, memberId));
  await tx.db.delete(mailPreference).where(eq(mailPreference.userId, memberId));
}

/** Devices that were pushed to belong to sessions, which ended. */
export const entriesReturn: Returns = { rows: { notification: 'user_id = $1', mail_preference: 'user_id = $1' } };
