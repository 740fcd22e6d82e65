import { salesOf } from '#features/members/index.server.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';

/** What a seller's delivered orders say of the next one. */
export interface SellerRecord {
  /** Sales, without those between accounts of one person. */
  delivered: number;
  /** With a chargeback. */
  disputed: number;
  /** Refunded after the buyer reported that the order did not arrive, also where the market bears it. */
  lost: number;
}

/** SQL: whether an order was reported as not received and refunded, also where the market bears it. */
export const isLost = `dispute_reason = 'not_received' and (status = 'refunded'
  or exists (select from refund r where r.order_id = orders.id and r.state <> 'failed' and r.covered_amount > 0))`;

export async function readSellerRecord(db: Db, sellerId: string): Promise<SellerRecord> {
  const delivered = (await salesOf(db, [sellerId])).get(sellerId) ?? 0;
  const { rows } = await connectionOf(db).query<Omit<SellerRecord, 'delivered'>>({
    name: 'orders-seller-record',
    text: `select count(*) filter (where exists (select from chargeback_part p where p.order_id = orders.id))::int as disputed,
        count(*) filter (where ${isLost})::int as lost
      from orders where seller_id = $1 and paid_at is not null`,
    values: [sellerId],
  });
  return { delivered, ...(rows[0] ?? { disputed: 0, lost: 0 }) };
}
