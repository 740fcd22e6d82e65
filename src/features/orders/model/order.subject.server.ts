import { inArray } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import { complete, findOrder } from '../queries/orders.queries.server.ts';
import { sideIn } from './order.policy.ts';
import { titleOf } from './order.rules.ts';
import { orders } from './order.tables.ts';

/** An order as what its two sides talk about; where they talk about its listing already, they go on there. */
export const orderSubject: ThreadSubject = {
  async find({ db }, viewerId, id) {
    const found = await findOrder(db, id);
    const [item, ...others] = found?.items ?? [];
    if (!found || !item) return null;
    const side = sideIn(found.order, viewerId);
    if (side === null) return null;
    const other = side === 'buyer' ? found.order.sellerId : found.order.buyerId;
    // An order of several items belongs to the conversation of their offer, which is about no listing.
    const from = others.length > 0 ? { kind: 'member', id: '' } : { kind: 'listing', id: item.listingId };
    return { id, title: titleOf([item, ...others]), to: `/orders/${id}`, with: [other], from };
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
