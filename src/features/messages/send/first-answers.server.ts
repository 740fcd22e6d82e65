import { eq } from 'drizzle-orm';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { threadAnswered } from '../model/message.events.ts';
import { type MessageRow, type ThreadRow, thread } from '../model/message.tables.ts';

/** The time from the first message of a thread to the first answer of the other side. */
export interface FirstAnswer {
  threadId: string;
  memberId: string;
  messageId: string;
  answeredAt: Date;
  waitSeconds: number;
}

/** Cards of offers and orders are no answers: rules and timers post them, too. */
const words = "(m.card_kind is null or m.card_kind = 'listing')";
const text = `select t.id as "threadId", answer.sender_id as "memberId", answer.id as "messageId", answer.created_at as "answeredAt",
    floor(extract(epoch from answer.created_at - opening.created_at))::int as "waitSeconds"
  from thread t
  cross join lateral (select m.sender_id, m.created_at from thread_message m where m.thread_id = t.id and ${words} order by m.place limit 1) opening
  cross join lateral (select m.id, m.sender_id, m.created_at from thread_message m
    where m.thread_id = t.id and m.sender_id <> opening.sender_id and ${words} order by m.place limit 1) answer`;

/** The first answer in a thread; null while there is none. */
export async function firstAnswerIn(db: Db, threadId: string): Promise<FirstAnswer | null> {
  const { rows } = await connectionOf(db).query<FirstAnswer>({
    name: 'messages-first-answer',
    text: `${text} where t.id = $1`,
    values: [threadId],
  });
  return rows[0] ?? null;
}

/** All first answers of a member since then, in threads that others opened. */
export async function firstAnswersOf(db: Db, memberId: string, since: Date): Promise<FirstAnswer[]> {
  const { rows } = await connectionOf(db).query<FirstAnswer>({
    name: 'messages-first-answers',
    text: `${text} where t.id in (select s.thread_id from thread_side s where s.member_id = $1)
      and opening.sender_id <> $1 and answer.created_at > $2`,
    values: [memberId, since],
  });
  return rows;
}

/**
 * After a message in a locked thread whose first answer was unknown: stores its time, and appends the event when this
 * message is the answer.
 */
export async function noteAnswer(tx: Tx, { id }: ThreadRow, said: MessageRow): Promise<void> {
  const answer = await firstAnswerIn(tx.db, id);
  if (!answer) return;
  await tx.db.update(thread).set({ answeredAt: answer.answeredAt }).where(eq(thread.id, id));
  if (answer.messageId === said.id)
    tx.append(threadAnswered, { subject: id, version: said.place, topics: [], data: { memberId: answer.memberId } });
}
