import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { entryText, kindOf } from '../model/entry-text.ts';
import { notificationsData } from '../model/notifications.data.ts';
import { notification } from '../model/notifications.tables.ts';
import { readTitle } from './entries.queries.server.ts';

/** The notifications in a member's data export. */
export async function exportNotifications(db: Db, userId: string, kinds: readonly NotificationKind[]) {
  const [mails] = await readOwnRows(db, notificationsData, 'mail_preference', userId);
  return {
    mails: mails ?? null,
    devices: await readOwnRows(db, notificationsData, 'push_subscription', userId),
    entries: await exportEntries(db, userId, kinds),
  };
}

/** With the current names of members, which the rows do not store. */
async function exportEntries(db: Db, userId: string, kinds: readonly NotificationKind[]) {
  const { kind, code, params, title, body, link, createdAt, readAt, deletedAt, namedId } = notification;
  const rows = await db
    .select({ kind, code, params, title, body, link, createdAt, readAt, deletedAt, namedId })
    .from(notification)
    .where(eq(notification.userId, userId));
  return Promise.all(
    rows.map(async ({ namedId: named, ...entry }) => {
      const text = entryText(kindOf(kinds, entry.kind), entry);
      return { ...entry, body: text.body, title: await readTitle(db, { ...text, namedId: named }) };
    }),
  );
}
