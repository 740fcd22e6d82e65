import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { notificationsData } from '../model/notifications.data.ts';
import { notification } from '../model/notifications.tables.ts';
import { readTitle } from './entries.queries.server.ts';

/** The notifications in a member's data export. */
export async function exportNotifications(db: Db, userId: string) {
  const [mails] = await readOwnRows(db, notificationsData, 'mail_preference', userId);
  return {
    mails: mails ?? null,
    devices: await readOwnRows(db, notificationsData, 'push_subscription', userId),
    entries: await exportEntries(db, userId),
  };
}

/** With the current names of members, which the rows do not store. */
async function exportEntries(db: Db, userId: string) {
  const { kind, title, body, link, createdAt, readAt, deletedAt, namedId } = notification;
  const rows = await db
    .select({ kind, title, body, link, createdAt, readAt, deletedAt, namedId })
    .from(notification)
    .where(eq(notification.userId, userId));
  return Promise.all(
    rows.map(async ({ namedId: named, ...entry }) => ({
      ...entry,
      title: await readTitle(db, { ...entry, namedId: named }),
    })),
  );
}
