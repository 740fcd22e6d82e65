import { countSales } from '#features/members/index.server.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { OrderWeight } from '../contract.ts';
import type { OrderStatus } from '../model/order.process.ts';
import type { OrderRow } from '../model/order.tables.ts';

/** States from the delivery on; an order that enters or leaves them changes its seller's sales. */
const reachedStatuses: readonly OrderStatus[] = ['delivered', 'completed', 'disputed', 'refunded'];

/**
 * Whether an order `o` was delivered, between buyer and seller who do not look like one person by the signs of the
 * payment or by a payment card that both have used.
 */
const isRealSale = `exists (select from order_history h where h.order_id = o.id and h.status = 'delivered')
  and not exists (select from order_sign g where g.order_id = o.id)
  and not exists (select from buyer_trace b join buyer_trace t on t.kind = b.kind and t.hash = b.hash
    where b.member_id = o.buyer_id and t.member_id = o.seller_id and b.kind = 'card')`;

/** Whether less than half of the money of an order `o` went back to the buyer or their bank. */
export const isMoneyRetained = `2 * (coalesce((select sum(r.amount) from refund r where r.order_id = o.id and r.state <> 'failed'), 0)
    + coalesce((select sum(c.taken_amount) from chargeback_part c where c.order_id = o.id), 0)) < o.total_amount`;
const isPaidFor = `o.status in ('delivered', 'completed', 'disputed') and ${isMoneyRetained}`;

/** Whether an order `o` counts as a sale. */
const isSale = `${isRealSale} and ${isPaidFor}`;

/**
 * The weight of each of these orders; unknown ones are left out. Sales and limits count only `sale`; for ratings see
 * `reviews`.
 */
export async function orderWeights(db: Db, orderIds: readonly string[]): Promise<Map<string, OrderWeight>> {
  const { rows } = await connectionOf(db).query<{ id: string; weight: OrderWeight }>({
    name: 'orders-weights',
    text: `select o.id, case when not (${isRealSale}) then 'none' when ${isPaidFor} then 'sale' else 'refunded' end as weight
      from orders o where o.id = any($1)`,
    values: [orderIds],
  });
  return new Map(rows.map(({ id, weight }) => [id, weight]));
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
        from orders o where o.seller_id = $1 and ${isSale} group by o.buyer_id`,
      values: [sellerId],
    });
    return {
      sales: rows.reduce((sum, row) => sum + row.sales, 0),
      buyers: differentBuyers(rows.map(({ cards }) => cards)),
    };
  });
}

/**
 * The number of different buyers, where accounts that have paid with one card are one person's, also over a third
 * account.
 */
function differentBuyers(accounts: readonly (readonly string[])[]): number {
  let people: Set<string>[] = [];
  let withoutCard = 0;
  for (const cards of accounts) {
    if (cards.length === 0) withoutCard++;
    else {
      const same = people.filter((known) => cards.some((card) => known.has(card)));
      people = [
        ...people.filter((known) => !same.includes(known)),
        new Set([...cards, ...same.flatMap((known) => [...known])]),
      ];
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
