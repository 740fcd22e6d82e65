import { countSales } from '#features/members/index.server.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { OrderStatus } from './order.process.ts';
import type { OrderRow } from './order.tables.ts';

/** From the delivery on; an order that comes here, or leaves, changes what its seller has sold. */
const reachedStatuses: readonly OrderStatus[] = ['delivered', 'completed', 'disputed', 'refunded'];

/**
 * Whether an order `o` speaks for its sides: it was delivered, less than half of its money went back to the buyer or their bank, and buyer and seller do not look
 * like one person, by the signs of the payment or by a payment card that both have paid with, then or since.
 */
const speaks = `o.status in ('delivered', 'completed', 'disputed')
  and exists (select from order_history h where h.order_id = o.id and h.status = 'delivered')
  and not exists (select from order_sign g where g.order_id = o.id)
  and 2 * (coalesce((select sum(r.amount) from refund r where r.order_id = o.id and r.state <> 'failed'), 0)
    + coalesce((select sum(c.taken_amount) from chargeback c where c.order_id = o.id), 0)) < o.total_amount
  and not exists (select from buyer_trace b join buyer_trace t on t.kind = b.kind and t.hash = b.hash
    where b.member_id = o.buyer_id and t.member_id = o.seller_id and b.kind = 'card')`;

/** Whether an order counts for sales, limits and ratings. Refunded ones, and those between accounts of one person, do not. */
export async function orderCounts(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await connectionOf(db).query({
    name: 'orders-counts',
    text: `select from orders o where o.id = $1 and ${speaks}`,
    values: [orderId],
  });
  return rows.length > 0;
}

interface BuyerRow {
  sales: number;
  cards: string[];
}

/** Counts what the seller of an order has sold, and to how many different buyers, after a change of the order. */
export async function recountSales(tx: Tx, { sellerId, status }: Pick<OrderRow, 'sellerId' | 'status'>): Promise<void> {
  if (!reachedStatuses.includes(status)) return;
  await countSales(tx, sellerId, async () => {
    const { rows } = await connectionOf(tx.db).query<BuyerRow>({
      name: 'orders-sales-of-seller',
      text: `select count(*)::int as sales,
          array(select t.hash from buyer_trace t where t.member_id = o.buyer_id and t.kind = 'card') as cards
        from orders o where o.seller_id = $1 and ${speaks} group by o.buyer_id`,
      values: [sellerId],
    });
    return { sales: rows.reduce((sum, row) => sum + row.sales, 0), buyers: differentBuyers(rows.map(({ cards }) => cards)) };
  });
}

/** How many people buy, where accounts that have paid with one card are one person's, also over a third account. */
function differentBuyers(accounts: readonly (readonly string[])[]): number {
  let people: Set<string>[] = [];
  let withoutCard = 0;
  for (const cards of accounts) {
    if (cards.length === 0) withoutCard++;
    else {
      const same = people.filter((known) => cards.some((card) => known.has(card)));
      people = [...people.filter((known) => !same.includes(known)), new Set([...cards, ...same.flatMap((known) => [...known])])];
    }
  }
  return people.length + withoutCard;
}

/** Counts again what every seller has sold: a payment card that two accounts share may be known only later. */
export async function reconcileSellerSales(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ sellerId: string }>({
    name: 'orders-sellers',
    text: 'select distinct seller_id as "sellerId" from orders where status = any($1) order by 1',
    values: [reachedStatuses],
  });
  for (const { sellerId } of rows) await write(platform, (tx) => recountSales(tx, { sellerId, status: 'delivered' }));
}
