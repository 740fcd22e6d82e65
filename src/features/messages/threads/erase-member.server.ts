import { eq } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { messagesData } from '../model/message.data.ts';
import { memberBlock, threadSide } from '../model/message.tables.ts';
import { forgetPhotos } from '../send/photos.server.ts';

/** The messages in a member's data export: their own; of others only the username. */
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
  return {
    threads: threads.map((row) => ({ ...row, with: nameOf.get(String(row.id)) ?? null })),
    messages,
    photos,
    blocks,
    reports,
  };
}

/**
 * A member's own blocks, with reasons, and their photos are deleted with them; their messages stay as the other
 * member's record, and blocks against them stay with the blockers.
 */
export async function forgetTalker(
  tx: Tx,
  { memberId, undoUntil }: Pick<DeletedMember, 'memberId' | 'undoUntil'>,
): Promise<void> {
  await forgetPhotos(tx, memberId, undoUntil);
  await tx.db.delete(memberBlock).where(eq(memberBlock.memberId, memberId));
}

export const talkReturns: Restoration = {
  rows: {
    thread_message: 'sender_id = $1',
    thread_photo: 'member_id = $1',
    member_block: 'member_id = $1',
  },
};
