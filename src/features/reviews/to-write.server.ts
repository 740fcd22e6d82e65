import { and, eq, inArray } from 'drizzle-orm';
import { listOrdersFor } from '#features/orders/index.server.ts';
import { titleOf } from '#features/orders/words.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { mayWrite, reviewTimes } from './review.rules.ts';
import { review } from './review.tables.ts';

/** An order that one may still review, and has not. */
export interface ToWrite {
  orderId: string;
  title: string;
  /** Of the other side. */
  name: string;
  until: string;
}

/** Of a member's latest orders on both sides so many are looked through. */
const looked = 50;

/** The orders that a member may review and has not reviewed, the latest first. */
export async function listToWrite(db: Db, memberId: string, now: Date): Promise<ToWrite[]> {
  const { items } = await listOrdersFor(db, memberId, { status: ['delivered', 'completed', 'disputed'], limit: looked });
  const ids = items.map(({ order }) => order.id);
  if (ids.length === 0) return [];
  const written = await db
    .select({ id: review.orderId })
    .from(review)
    .where(and(inArray(review.orderId, ids), eq(review.authorId, memberId)));
  const done = new Set(written.map(({ id }) => id));
  return items.flatMap(({ order, items: sold, history, parties }): ToWrite[] => {
    const delivered = history.find(({ status }) => status === 'delivered')?.at ?? null;
    if (delivered === null || done.has(order.id) || mayWrite(delivered, null, now) !== 'yes') return [];
    const other = order.buyerId === memberId ? order.sellerId : order.buyerId;
    const name = parties.get(other)?.username ?? 'Deleted member';
    return [{ orderId: order.id, title: titleOf(sold), name, until: addMs(delivered, reviewTimes.writeWithinMs).toISOString() }];
  });
}
