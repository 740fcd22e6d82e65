import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/paging.ts';
import type { Db } from '#platform/db/db.ts';
import type { Notification } from './contract.ts';
import { type NotificationRow, notification } from './notifications.tables.ts';

/** A member's entries, newest first, without those that they deleted. Refuses a cursor of another list (422). */
export async function listNotifications(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Notification>> {
  const [before] = cursor === undefined ? [] : readCursor<[string]>(cursor, cursorPart.id);
  const rows = await db
    .select()
    .from(notification)
    .where(and(eq(notification.userId, userId), isNull(notification.deletedAt), before === undefined ? undefined : lt(notification.id, before)))
    .orderBy(desc(notification.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ id }) => [id]);
  return { ...page, items: page.items.map(present) };
}

/** Unread and not deleted: counted from an index that holds no others. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  return db.$count(notification, and(eq(notification.userId, userId), isNull(notification.readAt), isNull(notification.deletedAt)));
}

function present({ id, userId, kind, title, body, link, readAt, deletedAt, createdAt }: NotificationRow): Notification {
  return { id, userId, kind, title, body, link, read: readAt !== null, deleted: deletedAt !== null, createdAt: createdAt.toISOString() };
}
