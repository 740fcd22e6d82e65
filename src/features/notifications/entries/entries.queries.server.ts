import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { listNames } from '#features/members/index.server.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import type { StoredCount } from '#platform/counters/stored-counters.ts';
import type { Db } from '#platform/db/db.ts';

import type { Platform } from '#platform/platform.ts';
import type { Entry, Notification } from '../contract.ts';
import { entryText, kindOf } from '../model/entry-text.ts';
import { type NotificationRow, notification } from '../model/notifications.tables.ts';

type Reads = Pick<Platform, 'db' | 'notificationKinds'>;
interface Asked {
  cursor?: string | undefined;
  limit: number;
}

/** A member's entries, newest first, without deleted ones. Refuses a cursor of another list (422). */
export async function listNotifications(platform: Reads, userId: string, asked: Asked): Promise<Page<Notification>> {
  const page = await readPage(platform, userId, asked);
  return { ...page, items: page.items.map(({ row }) => present(row)) };
}

/** The same for pages, with the icon of each and what the member may do. */
export async function listEntries(platform: Reads, userId: string, asked: Asked): Promise<Page<Entry>> {
  const page = await readPage(platform, userId, asked);
  return {
    ...page,
    items: page.items.map(({ row, kind, act }) => ({
      ...present(row),
      icon: kind?.icon ?? 'bell',
      act: ((row.readAt === null || !kind?.act) && act) || (kind?.act ?? 'View details'),
    })),
  };
}

async function readPage({ db, notificationKinds }: Reads, userId: string, { cursor, limit }: Asked) {
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
      const kind = kindOf(notificationKinds, row.kind);
      const { body, act, ...text } = entryText(kind, row);
      return { row: { ...row, body, title: withName({ ...text, namedId: row.namedId }, names) }, kind, act };
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
