import { and, desc, eq } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { isId, newId } from '#kernel/ids.ts';
import { notAllowed, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { ReportInput } from './contract.ts';
import { unknownMember } from './message.policy.ts';
import { presentMessage } from './message.present.ts';
import { frozenMessages, pairOf } from './message.rules.ts';
import { memberReport, thread, threadMessage } from './message.tables.ts';
import { messagesLimits } from './messages.limits.ts';

/** Tells the operators of a member, with the last messages of the two as they stand now, whoever has deleted the thread. At most 10 an hour (429). Answers its id. */
export async function reportMember(platform: Platform, actor: Actor, memberId: string, { reason, text }: ReportInput): Promise<string> {
  if (memberId === actor.id) throw notAllowed('You can’t report yourself.');
  if (!isId(memberId) || !(await findSellers(platform.db, [memberId])).has(memberId)) throw notFound(unknownMember);
  await platform.limits.count(messagesLimits.reports, actor.id);
  return write(platform, async (tx) => {
    const { firstId, secondId } = pairOf(actor.id, memberId);
    const said = await tx.db
      .select({ message: threadMessage })
      .from(threadMessage)
      .innerJoin(thread, eq(thread.id, threadMessage.threadId))
      .where(and(eq(thread.firstId, firstId), eq(thread.secondId, secondId)))
      .orderBy(desc(threadMessage.createdAt), desc(threadMessage.id))
      .limit(frozenMessages);
    const now = platform.clock.now();
    const id = newId(now.getTime());
    const messages = said
      .map(({ message }) => presentMessage(message))
      .map(({ id: messageId, threadId, senderId, text: words, createdAt }) => ({ id: messageId, threadId, senderId, text: words, createdAt }));
    await tx.db.insert(memberReport).values({ id, reporterId: actor.id, reportedId: memberId, reason, text: text ?? null, messages, createdAt: now });
    tx.made(id);
    return id;
  });
}
