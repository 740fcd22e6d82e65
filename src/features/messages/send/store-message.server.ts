import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import { type MessageRow, thread, threadMessage, threadSide } from '../model/message.tables.ts';

/**
 * Stores a message at the end of a locked thread and updates both sides: it is the newest for both, and one more unread
 * for the recipient. Returns the sequence number up to which the recipient has read.
 */
export async function storeMessage(
  tx: Tx,
  row: MessageRow,
  { to, isPriority }: { to: string; isPriority: boolean },
): Promise<number> {
  const { threadId, senderId, place } = row;
  const newest = { lastAt: row.createdAt, lastMessageId: row.id };
  await tx.db.update(thread).set({ lastPlace: place }).where(eq(thread.id, threadId));
  await tx.db.insert(threadMessage).values(row);
  await tx.db
    .insert(threadSide)
    .values({ threadId, memberId: senderId, otherId: to, ...newest })
    .onConflictDoUpdate({ target: [threadSide.threadId, threadSide.memberId], set: { ...newest, isHidden: false } });
  const [receiver] = await tx.db
    .insert(threadSide)
    .values({ threadId, memberId: to, otherId: senderId, ...newest, unread: 1, isUnheard: true, isPriority })
    .onConflictDoUpdate({
      target: [threadSide.threadId, threadSide.memberId],
      set: {
        ...newest,
        isHidden: false,
        unread: sql`${threadSide.unread} + 1`,
        isUnheard: true,
        isPriority: sql`${threadSide.isPriority} or ${isPriority}`,
      },
    })
    .returning({ readPlace: threadSide.readPlace });
  if (!receiver) throw new Error('a message was not stored');
  return receiver.readPlace;
}
