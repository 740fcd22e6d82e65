import { inArray } from 'drizzle-orm';
import type { Thread } from '#features/messages/contract.ts';
import { isId } from '#kernel/ids.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import { complete, findOrder } from '../queries/orders.queries.server.ts';
import { sideIn } from './order.policy.ts';
import { titleOf } from './order.rules.ts';
import { orders } from './order.tables.ts';

/**
 * What the two may have talked about before they had the order. An order of several items belongs to the conversation
 * of their offer, which is about no listing.
 */
export function subjectBefore(items: readonly { listingId: string }[]): Thread['subject'] {
  const [item, ...others] = items;
  return item && others.length === 0 ? { kind: 'listing', id: item.listingId } : { kind: 'member', id: '' };
}

/** An order as what its two sides talk about; where they talk about its listing already, they go on there. */
export const orderSubject: ThreadSubject = {
  async find({ db }, viewerId, id) {
    const found = await findOrder(db, id);
    if (!found || found.items.length === 0) return null;
    const side = sideIn(found.order, viewerId);
    if (side === null) return null;
    const other = side === 'buyer' ? found.order.sellerId : found.order.buyerId;
    return { id, title: titleOf(found.items), to: `/orders/${id}`, with: [other], from: subjectBefore(found.items) };
  },
  async titles({ db }, viewerId, ids) {
    const known = ids.filter(isId);
    const rows = known.length === 0 ? [] : await db.select().from(orders).where(inArray(orders.id, known));
    const mine = await complete(
      db,
      rows.filter((row) => sideIn(row, viewerId) !== null),
    );
    return new Map(mine.map(({ order, items }) => [order.id, titleOf(items)]));
  },
};
