import { connectionOf, type Db } from '#platform/db/db.ts';

/** What a seller's delivered orders say of the next one. */
export interface SellerRecord {
  delivered: number;
  /** With a chargeback. */
  disputed: number;
  /** Refunded after the buyer reported that the order did not arrive, also where the market bears it. */
  lost: number;
}

export async function readSellerRecord(db: Db, sellerId: string): Promise<SellerRecord> {
  const { rows } = await connectionOf(db).query<SellerRecord>({
    name: 'orders-seller-record',
    text: `select count(*) filter (where status in ('delivered', 'completed'))::int as delivered,
        count(*) filter (where exists (select from chargeback_part p where p.order_id = o.id))::int as disputed,
        count(*) filter (where dispute_reason = 'not_received' and (status = 'refunded'
          or exists (select from refund r where r.order_id = o.id and r.cause = 'not_arrived' and r.covered_amount > 0)))::int as lost
      from orders o where seller_id = $1 and paid_at is not null`,
    values: [sellerId],
  });
  return rows[0] ?? { delivered: 0, disputed: 0, lost: 0 };
}
