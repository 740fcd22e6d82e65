import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { notification } from './notifications.tables.ts';
import { appendCounters } from './notify.server.ts';

const unreadOf = (userId: string, things: readonly string[]) =>
  and(eq(notification.userId, userId), inArray(notification.thing, [...things]), isNull(notification.readAt), isNull(notification.deletedAt));

/** The member has seen these things, so they have seen what told of them. In the caller's transaction; tells the member's windows where it changed something. */
export async function readNews(tx: Tx, userId: string, things: readonly string[], now: Date): Promise<void> {
  if (things.length === 0) return;
  const { rowCount } = await tx.db.update(notification).set({ readAt: now }).where(unreadOf(userId, things));
  if (rowCount) appendCounters(tx, userId);
}

/** The same for a page that shows them: it writes only where something waits. */
export async function readNewsShown(platform: Platform, userId: string, things: readonly string[]): Promise<void> {
  if (things.length === 0 || (await platform.db.$count(notification, unreadOf(userId, things))) === 0) return;
  await write(platform, (tx) => readNews(tx, userId, things, platform.clock.now()));
}

/** Takes entries away that name a member who goes: each is of another member, under the name by which it was told. */
export async function withdrawNews(tx: Tx, told: readonly { userId: string; about: string }[]): Promise<void> {
  if (told.length === 0) return;
  const { rows } = await tx.db.execute<{ user_id: string }>(sql`
    delete from notification n using jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t("userId" text, about text)
    where n.user_id = t."userId" and n.about = t.about returning n.user_id`);
  for (const userId of new Set(rows.map((row) => row.user_id))) appendCounters(tx, userId);
}
