import { asc, inArray } from 'drizzle-orm';
import { isSuspendedSql } from '#features/members/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { OrderStatus } from '../model/order.process.ts';
import { orders } from '../model/order.tables.ts';

/** What decides whether the money of an order may go to its seller. */
export interface PayoutFacts {
  orderId: string;
  sellerId: string;
  purchaseId: string;
  currency: Currency;
  status: OrderStatus;
  paidAt: Date | null;
  /** Delivered by the buyer's word or the timer, or completed after a problem. */
  deliveredAt: Date | null;
  isConfirmed: boolean;
  completedAt: Date | null;
  /** The agreed fee, in minor units. */
  fee: number;
  /** Of the payment, without refunds (also those on their way) and what banks took, as far as the market bears neither. */
  left: number;
  hasBankDispute: boolean;
  hasFraudWarning: boolean;
  /** The buyer withdrew from the purchase and returns the cards. */
  hasOpenWithdrawal: boolean;
  /** One is on its way, or failed and was not sent again. */
  hasUnsentRefund: boolean;
  needsAttention: boolean;
  isSellerSuspended: boolean;
  /** Stripe's charge, from which transfers are made. */
  chargeId: string | null;
}

/** Locks orders, by id. With `skipLocked` those that another transaction holds are left out. */
export async function lockOrders(
  tx: Pick<Tx, 'db'>,
  ids: readonly string[],
  how?: { skipLocked: true },
): Promise<string[]> {
  const rows = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
    .for('update', how);
  return rows.map(({ id }) => id);
}

export async function readPayoutFacts(db: Db, orderIds: readonly string[]): Promise<PayoutFacts[]> {
  const { rows } = await connectionOf(db).query<PayoutFacts>({
    name: 'orders-payout-facts',
    text: `select o.id as "orderId", o.seller_id as "sellerId", o.purchase_id as "purchaseId", o.currency, o.status, o.paid_at as "paidAt",
        coalesce(d.at, case when o.status = 'completed' then o.status_since end) as "deliveredAt", coalesce(d.by = 'buyer', false) as "isConfirmed",
        case when o.status = 'completed' then o.status_since end as "completedAt",
        (select coalesce(sum((i.snapshot #>> '{fee,amount}')::bigint), 0) from order_item i where i.order_id = o.id)::bigint as fee,
        (o.total_amount - r.given - b.taken + r.covered + b.covered)::bigint as left,
        b.is_open as "hasBankDispute",
        exists (select from fraud_warning w where w.purchase_id = o.purchase_id and w.is_actionable and w.cleared_at is null) as "hasFraudWarning",
        exists (select from order_case k where k.order_id = o.id and k.kind = 'withdrawal' and k.state <> 'closed') as "hasOpenWithdrawal",
        r.is_asked or (r.has_failed and o.total_amount > r.given + b.taken) as "hasUnsentRefund",
        o.attention is not null as "needsAttention", ${isSuspendedSql('o.seller_id')} as "isSellerSuspended", p.charge_id as "chargeId"
      from orders o join purchase p on p.id = o.purchase_id
        left join lateral (select h.at, h.by from order_history h where h.order_id = o.id and h.status = 'delivered' order by h.id limit 1) d on true
        cross join lateral (select coalesce(sum(f.amount) filter (where f.state <> 'failed'), 0) as given, coalesce(sum(f.covered_amount) filter (where f.state <> 'failed'), 0) as covered, coalesce(bool_or(f.state = 'asked'), false) as is_asked,
          coalesce(bool_or(f.state = 'failed' and not exists (select from refund n where n.retry_of = f.id)), false) as has_failed from refund f where f.order_id = o.id) r
        cross join lateral (select coalesce(sum(t.taken_amount), 0) as taken, coalesce(sum(t.covered_amount), 0) as covered, coalesce(bool_or(c.closed_at is null), false) as is_open
          from chargeback_part t join chargeback c on c.id = t.chargeback_id where t.order_id = o.id) b
      where o.id = any($1)`,
    values: [orderIds],
  });
  return rows.map((row) => ({ ...row, fee: Number(row.fee), left: Number(row.left) }));
}
