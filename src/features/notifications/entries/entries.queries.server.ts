import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { listNames } from '#features/members/index.server.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import type { StoredCount } from '#platform/counters/stored-counters.ts';
import type { Db } from '#platform/db/db.ts';

import type { Platform } from '#platform/platform.ts';
import type { Notification } from '../contract.ts';
import { entryText, kindOf } from '../model/entry-text.ts';
import { type NotificationRow, notification } from '../model/notifications.tables.ts';

/** A member's entries, newest first, without deleted ones. Refuses a cursor of another list (422). */
export async function listNotifications(
  { db, notificationKinds }: Pick<Platform, 'db' | 'notificationKinds'>,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Notification>> {
  const [before] = cursor === undefined ? [] : readCursor<[string]>(cursor, cursorPart.id);
  const rows = await db
    .select()
    .from(notification)
    .where(
      and(
        eq(notification.userId, userId),
        isNull(notification.deletedAt),
        before === undefined ? undefined : lt(notification.id, before),
      ),
    )
    .orderBy(desc(notification.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ id }) => [id]);
  const names = await namesIn(db, page.items);
  return {
    ...page,
    items: page.items.map((row) => {
      const text = entryText(kindOf(notificationKinds, row.kind), row);
      return present({ ...row, body: text.body, title: withName({ ...text, namedId: row.namedId }, names) });
    }),
  };
}

type Titled = Pick<NotificationRow, 'title'> & { namedId?: string | null | undefined };

const namesIn = (db: Db, entries: readonly Titled[]) =>
  listNames(
    db,
    entries.flatMap(({ namedId }) => namedId ?? []),
  );

function withName({ title, namedId }: Titled, names: ReadonlyMap<string, string>): string {
  return namedId ? title.replace('{name}', () => names.get(namedId) ?? deletedName) : title;
}

/** An entry's title with the current name of the member that it mentions. */
export async function readTitle(db: Db, entry: Titled): Promise<string> {
  return withName(entry, await namesIn(db, [entry]));
}

/** Unread and not deleted: the counter. */
export const unreadEntries: StoredCount = {
  kinds: {
    notifications:
      'select user_id as member_id, count(*) as n from notification where read_at is null and deleted_at is null group by user_id',
  },
};

function present({ id, userId, kind, title, body, link, readAt, deletedAt, createdAt }: NotificationRow): Notification {
  return {
    id,
    userId,
    kind,
    title,
    body,
    link,
    read: readAt !== null,
    deleted: deletedAt !== null,
    createdAt: createdAt.toISOString(),
  };
}
