import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { countersChanged, readUpdates } from '#features/notifications/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { threadRead } from '../model/message.events.ts';
import { threadMessage, threadSide } from '../model/message.tables.ts';
import { updatesOfThread } from '../send/notify-message.server.ts';
import { lockThread } from '../send/send-message.server.ts';

async function sideOf(tx: Tx, threadId: string, memberId: string) {
  const isMine = and(eq(threadSide.threadId, threadId), eq(threadSide.memberId, memberId));
  const [side] = await tx.db.select().from(threadSide).where(isMine);
  return { isMine, side };
}

/** Marks all messages of the other member in the thread as read. A repeated call writes and publishes nothing. */
export async function readThread(platform: Platform, actor: Actor, threadId: string): Promise<void> {
  await write(platform, async (tx) => {
    const held = await lockThread(tx, actor, threadId, 'read');
    const { isMine, side } = await sideOf(tx, threadId, actor.id);
    tx.made(threadId);
    if (!side || side.unread === 0) return;
    const now = platform.clock.now();
    await tx.db
      .update(threadSide)
      .set({ unread: 0, readPlace: held.lastPlace, isPriority: false, isUnheard: false })
      .where(isMine);
    await tx.db
      .update(threadMessage)
      .set({ readAt: now })
      .where(
        and(
          eq(threadMessage.threadId, threadId),
          gt(threadMessage.place, side.readPlace),
          ne(threadMessage.senderId, actor.id),
          isNull(threadMessage.readAt),
        ),
      );
    tx.append(threadRead, {
      subject: threadId,
      version: held.lastPlace,
      topics: [`thread:${threadId}`],
      data: { memberId: actor.id, readAt: now.toISOString() },
    });
    tx.append(countersChanged, { subject: actor.id, version: 0, topics: [`user:${actor.id}`] });
    await readUpdates(tx, actor.id, [updatesOfThread(threadId)], now);
  });
}

/**
 * Removes the thread and its present messages from the member's own list. The other member sees no change and no read
 * receipt. The next message of either restores it.
 */
export async function deleteThread(platform: Platform, actor: Actor, threadId: string): Promise<void> {
  await write(platform, async (tx) => {
    const { lastPlace } = await lockThread(tx, actor, threadId, 'delete');
    const { isMine, side } = await sideOf(tx, threadId, actor.id);
    if (!side || side.isHidden) return;
    await tx.db
      .update(threadSide)
      .set({
        isHidden: true,
        deletedPlace: lastPlace,
        readPlace: lastPlace,
        unread: 0,
        isPriority: false,
        isUnheard: false,
      })
      .where(isMine);
    tx.append(countersChanged, { subject: actor.id, version: 0, topics: [`user:${actor.id}`] });
    await readUpdates(tx, actor.id, [updatesOfThread(threadId)], platform.clock.now());
  });
}
