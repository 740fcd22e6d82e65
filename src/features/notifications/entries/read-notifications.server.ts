import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { TextParams } from '#kernel/text/coded-text.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { notification } from '../model/notifications.tables.ts';
import { appendCounters } from '../send/notify.server.ts';

const unreadOf = (userId: string, things: readonly string[]) =>
  and(
    eq(notification.userId, userId),
    inArray(notification.thing, [...things]),
    isNull(notification.readAt),
    isNull(notification.deletedAt),
  );

/**
 * Marks the member's entries about these things as read, in the caller's transaction. Publishes `counters.changed` only
 * when entries changed.
 */
export async function readUpdates(tx: Tx, userId: string, things: readonly string[], now: Date): Promise<void> {
  if (things.length === 0) return;
  const { rowCount } = await tx.db.update(notification).set({ readAt: now }).where(unreadOf(userId, things));
  if (rowCount) appendCounters(tx, userId);
}

/** The same for a page that shows the things: it writes only when unread entries exist. */
export async function readUpdatesShown(platform: Platform, userId: string, things: readonly string[]): Promise<void> {
  if (things.length === 0 || (await platform.db.$count(notification, unreadOf(userId, things))) === 0) return;
  await write(platform, (tx) => readUpdates(tx, userId, things, platform.clock.now()));
}

/** Params hold whole titles, and codes that a word must not change: `USD`. */
function withoutTitles(params: TextParams | null, titles: readonly string[], instead: string): TextParams | null {
  return JSON.parse(JSON.stringify(params), (key, value) =>
    key !== 'currency' && titles.includes(value) ? instead : value,
  );
}

interface Replaced {
  userIds: readonly string[];
  kind: Pick<NotificationKind, 'name'>;
  words: readonly string[];
  instead: string;
}

/**
 * Replaces these words, the name of a member who is being erased, by `instead` in entries of one kind of these members.
 */
export async function replaceWords(tx: Tx, { userIds, kind, words, instead }: Replaced): Promise<void> {
  if (userIds.length === 0 || words.length === 0) return;
  const rows = await tx.db
    .select()
    .from(notification)
    .where(and(inArray(notification.userId, [...userIds]), eq(notification.kind, kind.name)));
  // The longer word first: the shorter may be part of it.
  const ordered = [...words].sort((a, b) => b.length - a.length);
  const without = (text: string) => ordered.reduce((said, word) => said.replaceAll(word, instead), text);
  for (const { id, title, body, params } of rows) {
    const said = { title: without(title), body: without(body), params: withoutTitles(params, words, instead) };
    if (JSON.stringify(said) !== JSON.stringify({ title, body, params }))
      await tx.db.update(notification).set(said).where(eq(notification.id, id));
  }
}
