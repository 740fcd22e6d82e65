import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { notificationsData } from './notifications.data.ts';

/** This room's part of a member's export. */
export async function exportNotifications(db: Db, userId: string) {
  const [mails] = await readOwnRows(db, notificationsData, 'mail_preference', userId);
  return {
    mails: mails ?? null,
    devices: await readOwnRows(db, notificationsData, 'push_subscription', userId),
    entries: await readOwnRows(db, notificationsData, 'notification', userId),
  };
}
