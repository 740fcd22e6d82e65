import { connectionOf, type Db } from '#platform/db/db.ts';
import type { OrderBooks } from './payment.rules.ts';

const nothing: OrderBooks = { held: 0, owed: 0, fee: 0, debt: 0, loss: 0, left: 0, isReleased: false };

/** Kinds that move money of the payment itself. Rows of the release before have no kind, and are all of these. */
const ofPayment = `(kind is null or kind in ('capture', 'refund', 'refund-failed', 'chargeback'))`;

/** What the books hold of each order's payment. To decide by it, lock the order, and the seller where it is released. */
export async function booksOf(db: Db, orderIds: readonly string[]): Promise<(orderId: string) => OrderBooks> {
  const { rows } = await connectionOf(db).query<OrderBooks & { orderId: string }>({
    name: 'ledger-books-of-orders',
    text: `select order_id as "orderId",
        -coalesce(sum(amount) filter (where account = 'order'), 0)::bigint as held,
        -coalesce(sum(amount) filter (where account = 'seller'), 0)::bigint as owed,
        -coalesce(sum(amount) filter (where account = 'fee'), 0)::bigint as fee,
        coalesce(sum(amount) filter (where account = 'debt'), 0)::bigint as debt,
        coalesce(sum(amount) filter (where account = 'loss' and ${ofPayment}), 0)::bigint as loss,
        -coalesce(sum(amount) filter (where account in ('order', 'seller', 'fee', 'debt') and ${ofPayment}), 0)::bigint as left,
        bool_or(kind = 'release') is true as "isReleased"
      from ledger_entry where order_id = any($1) group by order_id`,
    values: [orderIds],
  });
  const known = new Map(
    rows.map(({ orderId, isReleased, ...sums }) => [orderId, { ...numbersIn(sums), isReleased } as OrderBooks]),
  );
  return (orderId) => known.get(orderId) ?? nothing;
}

const numbersIn = (sums: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)]));
