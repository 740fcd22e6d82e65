import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { ReadInput } from '../contract.ts';
import { notificationPolicy, unknownNotification } from '../model/notification.policy.ts';
import { notification } from '../model/notifications.tables.ts';
import { appendCounters } from '../send/notify.server.ts';

/**
 * Marks these entries, or all present ones, as read; an entry that arrives meanwhile stays unread. Ignores ids of other
 * members' entries.
 */
export async function readNotifications(platform: Platform, { id: userId }: Actor, input: ReadInput): Promise<void> {
  const which = 'ids' in input ? inArray(notification.id, input.ids.filter(isId)) : undefined;
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const isTheirs = and(
      eq(notification.userId, userId),
      isNull(notification.readAt),
      isNull(notification.deletedAt),
      which,
    );
    await change(tx, userId, isTheirs, { readAt: now });
  });
}

/** Deletes an entry; idempotent. Refuses an entry of another member (404). */
export async function deleteNotification(platform: Platform, actor: Actor, id: string): Promise<void> {
  await ofOne(platform, actor, id, (tx, one) =>
    change(tx, actor.id, and(one, isNull(notification.deletedAt)), { deletedAt: platform.clock.now() }),
  );
}

/** Restores a deleted entry until it is swept. Refuses an entry of another member (404). */
export async function restoreNotification(platform: Platform, actor: Actor, id: string): Promise<void> {
  await ofOne(platform, actor, id, (tx, one) =>
    change(tx, actor.id, and(one, isNotNull(notification.deletedAt)), { deletedAt: null }),
  );
}

async function ofOne(
  platform: Platform,
  actor: Actor,
  id: string,
  work: (tx: Tx, one: SQL) => Promise<void>,
): Promise<void> {
  if (!isId(id)) throw notFound(unknownNotification);
  const one = eq(notification.id, id);
  await write(platform, async (tx) => {
    const [row] = await tx.db.select().from(notification).where(one).for('update');
    if (!row) throw notFound(unknownNotification);
    notificationPolicy.check(actor, 'delete', row);
    await work(tx, one);
  });
}

async function change(
  tx: Tx,
  userId: string,
  which: SQL | undefined,
  facts: Partial<typeof notification.$inferInsert>,
): Promise<void> {
  const { rowCount } = await tx.db.update(notification).set(facts).where(which);
  if (rowCount) appendCounters(tx, userId);
}
