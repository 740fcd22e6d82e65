import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { threadMessage } from '../model/message.tables.ts';

export interface Waiting {
  threadId: string;
  memberId: string;
  readPlace: number;
  /** Messages before this sequence number; without it, all. */
  place?: number;
}

/**
 * How many messages of the other member are unread in a thread. Cards of offers and orders do not count: their own
 * features notify of them.
 */
export function wordsBefore(db: Db, { threadId, memberId, readPlace, place }: Waiting): Promise<number> {
  return db.$count(
    threadMessage,
    and(
      eq(threadMessage.threadId, threadId),
      gt(threadMessage.place, readPlace),
      place === undefined ? undefined : lt(threadMessage.place, place),
      ne(threadMessage.senderId, memberId),
      or(isNull(threadMessage.cardKind), eq(threadMessage.cardKind, 'listing')),
    ),
  );
}
