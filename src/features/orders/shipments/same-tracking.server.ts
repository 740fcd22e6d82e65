import { connectionOf, type Db } from '#platform/db/db.ts';

/** An order with the tracking number of another one. */
export interface SameTracking {
  id: string;
  sellerId: string;
}

/** Other orders with the tracking number of this one, of any seller. One parcel may hold several orders of one buyer. */
export async function findSameTracking(db: Db, orderId: string): Promise<SameTracking[]> {
  const { rows } = await connectionOf(db).query<SameTracking>({
    name: 'orders-same-tracking',
    text: `select o.id, o.seller_id as "sellerId" from orders o
      where upper(regexp_replace(o.tracking_number, '\\s', '', 'g')) =
        (select upper(regexp_replace(tracking_number, '\\s', '', 'g')) from orders where id = $1)
        and o.id <> $1 and o.tracking_number is not null
      order by o.id limit 20`,
    values: [orderId],
  });
  return rows;
}
