import { sql } from 'drizzle-orm';
import { listDeliveredOrders } from '#features/orders/index.server.ts';
import { titleOf } from '#features/orders/words.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { arrivedAt, mayWrite, reviewTimes } from '../model/review.rules.ts';

/** An order that one may still review, and has not. */
export interface ToWrite {
  orderId: string;
  title: string;
  /** The other side's name. */
  name: string;
  until: string;
}

const mostShown = 50;

/** The orders that a member may review and has not reviewed, the latest first. */
export async function listToWrite(db: Db, memberId: string, now: Date): Promise<ToWrite[]> {
  const found = await listDeliveredOrders(db, memberId, {
    since: addMs(now, -reviewTimes.writeWithinMs),
    only: (orderId) =>
      sql`not exists (select from review r where r.order_id = ${orderId} and r.author_id = ${memberId})`,
    limit: mostShown,
  });
  return found.flatMap(({ order, items, history, parties }): ToWrite[] => {
    const delivered = arrivedAt(history);
    if (delivered === null || mayWrite(delivered, null, now) !== 'yes') return [];
    const other = order.buyerId === memberId ? order.sellerId : order.buyerId;
    const name = parties.get(other)?.username ?? deletedName;
    return [
      {
        orderId: order.id,
        title: titleOf(items),
        name,
        until: addMs(delivered, reviewTimes.writeWithinMs).toISOString(),
      },
    ];
  });
}
