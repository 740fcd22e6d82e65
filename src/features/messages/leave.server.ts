import { eq } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { withdrawNews } from '#features/notifications/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { messagesData } from './message.data.ts';
import { memberBlock, threadSide } from './message.tables.ts';
import { forgetPhotos } from './photos.server.ts';
import { newsOfThread } from './tell-message.server.ts';

/** This room's part of a member's export: what they said themselves; of others only the username. */
export async function exportMessages(db: Db, memberId: string) {
  const own = (table: string) => readOwnRows(db, messagesData, table, memberId);
  const [threads, messages, photos, blocks, reports] = await Promise.all([
    own('thread'),
    own('thread_message'),
    own('thread_photo'),
    own('member_block'),
    own('member_report'),
  ]);
  const sides = await db
    .select({ threadId: threadSide.threadId, otherId: threadSide.otherId })
    .from(threadSide)
    .where(eq(threadSide.memberId, memberId));
  const names = await findSellers(
    db,
    sides.map(({ otherId }) => otherId),
  );
  const nameOf = new Map(sides.map(({ threadId, otherId }) => [threadId, names.get(otherId)?.username ?? null]));
  return { threads: threads.map((row) => ({ ...row, with: nameOf.get(String(row.id)) ?? null })), messages, photos, blocks, reports };
}

/** Whom they had blocked, and why, goes with the member, the photos they sent, and so do the entries of others that name them; what they said stays the other one's record, and blocks against them stay theirs who made them. */
export async function forgetTalker(tx: Tx, { memberId }: { memberId: string }): Promise<void> {
  await forgetPhotos(tx, memberId);
  await tx.db.delete(memberBlock).where(eq(memberBlock.memberId, memberId));
  const theirs = await tx.db
    .select({ threadId: threadSide.threadId, userId: threadSide.otherId })
    .from(threadSide)
    .where(eq(threadSide.memberId, memberId));
  await withdrawNews(
    tx,
    theirs.map(({ threadId, userId }) => ({ userId, about: newsOfThread(threadId) })),
  );
}
