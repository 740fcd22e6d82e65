import { and, eq } from 'drizzle-orm';
import { countersChanged } from '#features/notifications/index.server.ts';
import { tierOf } from '#features/tiers/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Message } from '../contract.ts';
import { marksOf } from '../model/marks.rules.ts';
import { messageCreated } from '../model/message.events.ts';
import { mailUnreadJob } from '../model/message.jobs.ts';
import { type CardKind, mailTimes, pairOf, type ThreadSubjectKind } from '../model/message.rules.ts';
import { type MessageRow, type ThreadRow, thread, threadMessage } from '../model/message.tables.ts';
import { presentMessage } from '../threads/message.present.ts';
import { noteAnswer } from './first-answers.server.ts';
import { notifyMessage } from './notify-message.server.ts';
import { carryPhotos, findWaitingPhotos } from './photos.server.ts';
import { storeMessage } from './store-message.server.ts';
import { wordsBefore } from './unread-words.server.ts';

export interface SubjectKey {
  kind: ThreadSubjectKind;
  /** Ignored for kind `member`. */
  id: string;
}

const keyOf = ({ kind, id }: SubjectKey, a: string, b: string) => ({
  ...pairOf(a, b),
  subjectKind: kind,
  subjectId: kind === 'member' ? '' : id,
});

/** The thread of this pair and subject, under its lock; null when there is none. */
export async function lockThreadOf(tx: Tx, subject: SubjectKey, a: string, b: string): Promise<ThreadRow | null> {
  const key = keyOf(subject, a, b);
  const [row] = await tx.db
    .select()
    .from(thread)
    .where(
      and(
        eq(thread.firstId, key.firstId),
        eq(thread.secondId, key.secondId),
        eq(thread.subjectKind, key.subjectKind),
        eq(thread.subjectId, key.subjectId),
      ),
    )
    .for('update');
  return row ?? null;
}

/** Opens the thread of this pair and subject. A concurrent second request waits, and gets the thread of the first. */
export async function beginThread(
  tx: Tx,
  subject: SubjectKey,
  a: string,
  b: string,
  now: Date,
): Promise<{ row: ThreadRow; isNew: boolean }> {
  const [made] = await tx.db
    .insert(thread)
    .values({ id: newId(now.getTime()), ...keyOf(subject, a, b), createdAt: now })
    .onConflictDoNothing()
    .returning();
  const row = made ?? (await lockThreadOf(tx, subject, a, b));
  if (!row) throw new Error('a thread that is there could not be read');
  return { row, isNew: made !== undefined };
}

/** A thing that a message shows as a card. */
export interface ShownCard {
  kind: CardKind;
  id: string;
}

export interface NewMessage {
  from: string;
  text: string;
  clientId?: string | undefined;
  photos?: readonly string[] | undefined;
  card?: ShownCard | undefined;
  now: Date;
}

/** The sender's message with this client id; null for a new one. */
export async function findSent(
  tx: Tx,
  { id }: ThreadRow,
  { from, clientId }: Pick<NewMessage, 'from' | 'clientId'>,
): Promise<Message | null> {
  if (clientId === undefined) return null;
  const [row] = await tx.db
    .select()
    .from(threadMessage)
    .where(and(eq(threadMessage.threadId, id), eq(threadMessage.senderId, from), eq(threadMessage.clientId, clientId)));
  return row ? presentMessage(row) : null;
}

/** Appends a message to a locked thread: its sequence number is assigned before it is published. */
export async function appendMessage(tx: Tx, held: ThreadRow, said: NewMessage): Promise<Message> {
  const { from, text, clientId, photos = [], card, now } = said;
  const to = held.firstId === from ? held.secondId : held.firstId;
  const place = held.lastPlace + 1;
  const id = newId(now.getTime());
  const row: MessageRow = {
    id,
    threadId: held.id,
    place,
    senderId: from,
    text,
    cardKind: card?.kind ?? null,
    cardId: card?.id ?? null,
    marks: card ? [] : marksOf(text),
    photos: await findWaitingPhotos(tx, held.id, from, photos),
    clientId: clientId ?? null,
    createdAt: now,
    readAt: null,
  };
  const readPlace = await storeMessage(tx, row, { to, isPriority: (await tierOf(tx.db, from)) === 'premium' });
  await carryPhotos(tx, { threadId: held.id, messageId: id, memberId: from }, photos);
  if (held.answeredAt === null && place > 1 && isWords(card)) await noteAnswer(tx, held, row);
  const message = presentMessage(row);
  tx.append(messageCreated, {
    subject: row.id,
    version: row.place,
    topics: [`thread:${row.threadId}`],
    data: { message },
  });
  tx.append(countersChanged, { subject: to, version: 0, topics: [`user:${to}`] });
  // Offers and orders send their own notifications; a shared listing is notified as text is.
  if (!isWords(card)) return message;
  const waiting =
    1 + (readPlace === place - 1 ? 0 : await wordsBefore(tx.db, { threadId: held.id, memberId: to, readPlace, place }));
  await notifyMessage(tx, { threadId: held.id, from, to, unread: waiting, now });
  // The first unread message starts the delay; later ones share its email.
  if (waiting === 1) {
    tx.enqueue(
      mailUnreadJob,
      { threadId: held.id, memberId: to },
      {
        key: `messages.mail-unread ${held.id} ${to}`,
        runAt: new Date(now.getTime() + mailTimes.unreadMinutes * minuteMs),
      },
    );
  }
  return message;
}

const isWords = (card: ShownCard | undefined): boolean => !card || card.kind === 'listing';

export interface Card {
  /**
   * The thread's subject; `from` is the thing that it grew from: when the two have a thread about that, the card is
   * posted there.
   */
  subject: SubjectKey & { from?: SubjectKey };
  from: string;
  to: string;
  /** Offers and orders send their own notifications; a shared listing is notified as text is. */
  kind: Exclude<CardKind, 'listing'>;
  id: string;
  /** The same as text, for lists and emails. */
  text: string;
  now: Date;
}

/**
 * Posts a card of an event between two members in their thread, in the caller's transaction; opens the thread if there
 * is none. It counts as a message of `from`. Checks neither limits nor blocks: the caller must (`refuseBlocked`).
 * Returns the thread's id.
 */
export async function postCard(tx: Tx, { subject, from, to, kind, id, text, now }: Card): Promise<string> {
  const held =
    (await lockThreadOf(tx, subject, from, to)) ??
    (subject.from ? await lockThreadOf(tx, subject.from, from, to) : null) ??
    (await beginThread(tx, subject, from, to, now)).row;
  await appendMessage(tx, held, { from, text, card: { kind, id }, now });
  return held.id;
}
