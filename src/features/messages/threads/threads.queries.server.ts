import { and, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { cursorPart, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { likePart } from '#kernel/text/like.ts';
import type { StoredCount } from '#platform/counters/stored-counters.ts';
import type { Db } from '#platform/db/db.ts';
import type { ListMessagesInput, ListThreadsInput, MessagePage, Thread, ThreadPage } from '../contract.ts';
import { messagePolicy, unknownThread } from '../model/message.policy.ts';
import { pairOf } from '../model/message.rules.ts';
import { memberBlock, thread, threadMessage, threadSide } from '../model/message.tables.ts';
import { presentMessage } from './message.present.ts';

const columns = { side: threadSide, thread, last: threadMessage };
type Row = {
  side: typeof threadSide.$inferSelect;
  thread: typeof thread.$inferSelect;
  last: typeof threadMessage.$inferSelect;
};

const sides = (db: Db) =>
  db
    .select(columns)
    .from(threadSide)
    .innerJoin(thread, eq(thread.id, threadSide.threadId))
    .innerJoin(threadMessage, eq(threadMessage.id, threadSide.lastMessageId));

/**
 * A member's threads: those with an unread message of a premium member, then the others, each newest first. `q` narrows
 * to threads that contain each of its words, or whose other member has that name; `unread` to those with unread
 * messages. Deleted ones are hidden until a new message.
 */
export async function listThreadsFor(
  db: Db,
  memberId: string,
  { q = '', unread, cursor, limit }: ListThreadsInput,
): Promise<ThreadPage> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.whole, cursorPart.moment, cursorPart.id);
  const from = after
    ? sql`(${threadSide.isPriority}, ${threadSide.lastAt}, ${threadSide.threadId}) < (${after[0] === 1}, ${after[1]}::timestamptz, ${after[2]})`
    : undefined;
  const here = and(
    eq(threadSide.memberId, memberId),
    eq(threadSide.isHidden, false),
    unread && gt(threadSide.unread, 0),
    from,
  );
  const order = [desc(threadSide.isPriority), desc(threadSide.lastAt), desc(threadSide.threadId)];
  const pageOfThose = (which: SQL | undefined) =>
    sides(db)
      .where(and(here, which))
      .orderBy(...order)
      .limit(limit + 1);
  const words = wordsOf(q);
  let rows: Row[] = [];
  if (words.length === 0) rows = await pageOfThose(undefined);
  else {
    // A frequent word is found in the newest threads; a rare one is cheap in the text index.
    const newest = db
      .select({ id: threadSide.threadId })
      .from(threadSide)
      .where(here)
      .orderBy(...order)
      .limit(scannedThreads);
    rows = await pageOfThose(and(inArray(threadSide.threadId, newest), saying(words)));
    if (rows.length <= limit) rows = await pageOfThose(saidTo(memberId, words));
  }
  const { items, nextCursor } = pageOf(rows, limit, ({ side }) => [
    side.isPriority ? 1 : 0,
    side.lastAt.toISOString(),
    side.threadId,
  ]);
  return { items: await present(db, memberId, items), nextCursor };
}

/** How many of a member's threads a search scans before it uses the text index. */
const scannedThreads = 200;

const wordsOf = (q: string) => q.replaceAll('\0', ' ').split(/\s+/).filter(Boolean).slice(0, 8).map(likePart);
const said = (words: readonly string[]) => and(...words.map((word) => sql`m.text ilike ${word}`));
const named = (words: readonly string[]) => and(...words.map((word) => sql`p.username ilike ${word}`));

/** Scans threads one by one: stops as soon as a page is full. */
function saying(words: readonly string[]): SQL {
  return sql`(exists (select 1 from thread_message m where m.thread_id = ${threadSide.threadId} and m.place > ${threadSide.deletedPlace} and ${said(words)})
    or exists (select 1 from profile p where p.user_id = ${threadSide.otherId} and ${named(words)}))`;
}

/** Starts at the text index: cheap for rare words. */
function saidTo(memberId: string, words: readonly string[]): SQL {
  return sql`${threadSide.threadId} in (
    select m.thread_id from thread_message m join thread_side s on s.thread_id = m.thread_id and s.member_id = ${memberId}
    where m.place > s.deleted_place and ${said(words)}
    union select s.thread_id from thread_side s join profile p on p.user_id = s.other_id where s.member_id = ${memberId} and ${named(words)})`;
}

/** A member's threads about a listing, newest first. */
export async function threadsAbout(db: Db, memberId: string, listingId: string, limit: number): Promise<Thread[]> {
  const rows = await sides(db)
    .where(
      and(
        eq(thread.subjectKind, 'listing'),
        eq(thread.subjectId, listingId),
        eq(threadSide.memberId, memberId),
        eq(threadSide.isHidden, false),
      ),
    )
    .orderBy(desc(threadSide.lastAt), desc(threadSide.threadId))
    .limit(limit);
  return present(db, memberId, rows);
}

/**
 * The thread of two members about the first of these subjects that they have one about; null for none, and for one that
 * the reader has deleted.
 */
export async function findThreadBetween(
  db: Db,
  memberId: string,
  otherId: string,
  subjects: readonly Thread['subject'][],
): Promise<string | null> {
  const pair = pairOf(memberId, otherId);
  const keys = subjects.map(({ kind, id }) => ({ kind, id: kind === 'member' ? '' : id }));
  const rows = await db
    .select({ id: thread.id, kind: thread.subjectKind, subjectId: thread.subjectId })
    .from(thread)
    .innerJoin(threadSide, and(eq(threadSide.threadId, thread.id), eq(threadSide.memberId, memberId)))
    .where(
      and(
        eq(thread.firstId, pair.firstId),
        eq(thread.secondId, pair.secondId),
        or(...keys.map(({ kind, id }) => and(eq(thread.subjectKind, kind), eq(thread.subjectId, id)))),
        eq(threadSide.isHidden, false),
      ),
    );
  const ids = keys.flatMap(({ kind, id }) => rows.find((row) => row.kind === kind && row.subjectId === id)?.id ?? []);
  return ids[0] ?? null;
}

/** One thread, for one of its two (404 for all others). */
export async function getThreadFor(db: Db, memberId: string, threadId: string): Promise<Thread> {
  const rows = isId(threadId)
    ? await sides(db).where(and(eq(threadSide.threadId, threadId), eq(threadSide.memberId, memberId)))
    : [];
  const [found] = await present(db, memberId, rows);
  if (!found) throw notFound(unknownThread);
  return found;
}

/** A thread's messages, newest first, without those before the viewer's deletion. Refuses all but its two (404). */
export async function listMessagesFor(
  db: Db,
  memberId: string,
  threadId: string,
  { cursor, limit }: ListMessagesInput,
): Promise<MessagePage> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.whole);
  const [mine] = isId(threadId)
    ? await db
        .select({ deletedPlace: threadSide.deletedPlace, thread })
        .from(threadSide)
        .innerJoin(thread, eq(thread.id, threadSide.threadId))
        .where(and(eq(threadSide.threadId, threadId), eq(threadSide.memberId, memberId)))
    : [];
  if (!mine) throw notFound(unknownThread);
  messagePolicy.check({ id: memberId, role: 'member' }, 'see', mine.thread);
  const rows = await db
    .select()
    .from(threadMessage)
    .where(
      and(
        eq(threadMessage.threadId, threadId),
        gt(threadMessage.place, mine.deletedPlace),
        after ? sql`${threadMessage.place} < ${after[0]}` : undefined,
      ),
    )
    .orderBy(desc(threadMessage.place))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ place }) => [place]);
  const sides = await db
    .select({ memberId: threadSide.memberId, place: threadSide.deliveredPlace })
    .from(threadSide)
    .where(eq(threadSide.threadId, threadId));
  const receivedBy = (senderId: string) => sides.find((side) => side.memberId !== senderId)?.place;
  return { items: items.map((row) => presentMessage(row, receivedBy(row.senderId))), nextCursor };
}

/** Time of the first message of the page after this one: the start of a cursor. Null at the newest end. */
export async function endOfPage(db: Db, threadId: string, cursor: string | undefined): Promise<Date | null> {
  if (cursor === undefined) return null;
  const [place] = readCursor(cursor, cursorPart.whole);
  const [next] = await db
    .select({ at: threadMessage.createdAt })
    .from(threadMessage)
    .where(and(eq(threadMessage.threadId, threadId), eq(threadMessage.place, place)));
  return next?.at ?? null;
}

/** In how many threads something waits for a member: the counter. */
export const unreadThreads: StoredCount = {
  kinds: { messages: 'select member_id, count(*) as n from thread_side where unread > 0 group by member_id' },
};

/** In three queries, for any number of threads. */
async function present(db: Db, memberId: string, rows: Row[]): Promise<Thread[]> {
  if (rows.length === 0) return [];
  const others = rows.map(({ side }) => side.otherId);
  const [names, blocked] = await Promise.all([
    findSellers(db, [memberId, ...others]),
    db
      .select({ id: memberBlock.blockedId })
      .from(memberBlock)
      .where(and(eq(memberBlock.memberId, memberId), inArray(memberBlock.blockedId, others))),
  ]);
  const face = (id: string) => ({
    username: names.get(id)?.username ?? deletedName,
    avatarUrl: names.get(id)?.avatarUrl ?? null,
  });
  return rows.map(({ side, thread: { id, subjectKind, subjectId }, last }) => ({
    id,
    subject: { kind: subjectKind, id: subjectKind === 'member' ? side.otherId : subjectId },
    participants: { [memberId]: face(memberId), [side.otherId]: face(side.otherId) },
    deletedBy: side.isHidden ? { [memberId]: true as const } : {},
    lastMessage: side.isHidden
      ? null
      : {
          id: last.id,
          text: last.text,
          senderId: last.senderId,
          receiverId: last.senderId === memberId ? side.otherId : memberId,
          read: last.readAt !== null,
          createdAt: last.createdAt.toISOString(),
        },
    unread: side.unread,
    priority: side.isPriority,
    blockedByMe: blocked.some((one) => one.id === side.otherId),
  }));
}
