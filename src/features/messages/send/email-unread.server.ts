import { and, eq, gt } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { mailMember } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import { minuteMs } from '#kernel/time.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mailUnreadJob } from '../model/message.jobs.ts';
import { mailTimes } from '../model/message.rules.ts';
import { threadSide } from '../model/message.tables.ts';
import { wordsBefore } from './unread-words.server.ts';

export const messageMails: MailKind = {
  name: 'messages',
  rank: 25,
  label: 'Messages',
  means: 'A message stays unread for a few minutes.',
  why: 'You’re receiving this email because you have unread messages.',
};

/**
 * Emails a member about unread messages of a thread, without their text; at most once in 15 minutes, and not when they
 * have been read since.
 */
export async function mailUnread(platform: Platform, threadId: string, memberId: string): Promise<void> {
  const now = platform.clock.now();
  const mailed = await write(platform, async (tx) => {
    const [side] = await tx.db
      .select()
      .from(threadSide)
      .where(and(eq(threadSide.threadId, threadId), eq(threadSide.memberId, memberId), gt(threadSide.unread, 0)))
      .for('update');
    if (!side) return null;
    const unread = await wordsBefore(tx.db, { threadId, memberId, readPlace: side.readPlace });
    if (unread === 0) return null;
    const nextAt = side.mailedAt === null ? now : new Date(side.mailedAt.getTime() + mailTimes.againMinutes * minuteMs);
    if (nextAt > now) {
      tx.enqueue(
        mailUnreadJob,
        { threadId, memberId },
        { key: `messages.mail-unread ${threadId} ${memberId}`, runAt: nextAt },
      );
      return null;
    }
    await tx.db
      .update(threadSide)
      .set({ mailedAt: now })
      .where(and(eq(threadSide.threadId, threadId), eq(threadSide.memberId, memberId)));
    return { ...side, unread };
  });
  if (!mailed) return;
  const other = (await findSellers(platform.db, [mailed.otherId])).get(mailed.otherId);
  if (!other) return;
  await mailMember(platform, {
    userId: memberId,
    kind: messageMails,
    messageId: `message-unread-${threadId}-${memberId}-${mailed.lastMessageId}`,
    email: {
      subject: `New message from ${other.username}`,
      paragraphs: [
        plural(mailed.unread, {
          one: `You have # unread message from ${other.username}.`,
          other: `You have # unread messages from ${other.username}.`,
        }),
      ],
      button: { label: 'Open conversation', url: `${platform.config.appUrl}/messages/${threadId}` },
    },
  });
}
