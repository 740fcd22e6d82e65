import { salesOf } from '#features/members/index.server.ts';
import type { SellerRecord } from '#features/shipping/index.server.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { isLost } from '../../payout-facts/seller-record.server.ts';

/** Shipped. An order without tracking needs no carrier; the day was not stored before it could be reported. */
const isShipped = '(carrier is not null or report_missing_from is not null)';

/**
 * What is known of sellers' parcels. Lost: shipped, reported as not received, and refunded, also where the market bears
 * it. Parcels are counted only of sellers who lost one: for others their number says nothing.
 */
export async function findSellerRecords(db: Db, sellerIds: readonly string[]): Promise<Map<string, SellerRecord>> {
  const sales = await salesOf(db, sellerIds);
  const { rows } = await connectionOf(db).query<{ sellerId: string; lost: number; parcels: number }>({
    name: 'orders-parcels-of-sellers',
    text: `select l.seller_id as "sellerId", l.lost,
        (select count(*)::int from orders where seller_id = l.seller_id and ${isShipped}) as parcels
      from (select seller_id, count(*)::int as lost from orders
        where seller_id = any($1) and ${isShipped} and ${isLost} group by seller_id) l`,
    values: [sellerIds],
  });
  const losses = new Map(rows.map((row) => [row.sellerId, row]));
  return new Map(
    sellerIds.map((id) => {
      const { lost = 0, parcels = 0 } = losses.get(id) ?? {};
      return [id, { deliveredOrders: sales.get(id) ?? 0, parcels, lostParcels: lost }];
    }),
  );
}
