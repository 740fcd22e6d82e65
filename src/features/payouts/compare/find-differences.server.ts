import { sql } from 'drizzle-orm';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import type { DifferenceKind } from './compare.tables.ts';

/** An object at Stripe whose money there is not the money in the ledger. */
export interface Difference {
  currency: Currency;
  /** Null: booked before Stripe has made it, as a transfer that waits to be sent. */
  source: string | null;
  kind: Exclude<DifferenceKind, 'rest'>;
  atStripe: number;
  booked: number;
  type: string | null;
  purchaseId: string | null;
  orderId: string | null;
  since: Date;
}

/**
 * Both sides by Stripe's object. The ledger's fees and host's money are booked from Stripe's lines themselves, so they
 * agree. What the ledger booked for orders names its object in `stripe_id`, or its own record does.
 */
const query = sql`
  with booked as (
    select e.currency, e.amount, e.at, e.order_id, e.purchase_id,
      case split_part(e.transaction_id, ':', 1)
        when 'capture' then coalesce(p.charge_id, e.stripe_id)
        when 'refund' then r.stripe_refund_id
        when 'refund-failed' then r.stripe_refund_id
        when 'chargeback' then split_part(e.transaction_id, ':', 2)
        when 'transfer' then t.stripe_transfer_id
        when 'transfer-failed' then t.stripe_transfer_id
        else e.stripe_id end as source
    from ledger_entry e
    left join purchase p on p.id = split_part(e.transaction_id, ':', 2)
    left join refund r on r.id = split_part(e.transaction_id, ':', 2)
    left join transfer t on t.id = split_part(e.transaction_id, ':', 2)
    where e.account = 'stripe' and split_part(e.transaction_id, ':', 1) not in ('fee', 'host', 'opening')
  ), ledger as (
    select currency, source, sum(amount) as amount, min(at) as since, min(order_id) as order_id, min(purchase_id) as purchase_id
    from booked group by 1, 2
  ), moved as (
    select currency, coalesce(source, id) as source, sum(case belongs_to when 'orders' then amount else net end) as amount,
      min(created_at) as since, min(purchase_id) as purchase_id, min(type) as type, bool_or(belongs_to = 'unknown') as is_unknown
    from stripe_movement where belongs_to in ('orders', 'unknown') group by 1, 2
  )
  select currency, source, coalesce(m.amount, 0) as at_stripe, coalesce(l.amount, 0) as booked, m.type, l.order_id,
    coalesce(m.purchase_id, l.purchase_id) as purchase_id, coalesce(m.since, l.since) as since,
    case when m.is_unknown then 'unknown' when l.amount is null then 'not_booked' when m.amount is null then 'not_at_stripe'
      else 'other_amount' end as kind
  from ledger l full join moved m using (currency, source)
  where coalesce(m.amount, 0) <> coalesce(l.amount, 0)
  order by since, source`;

interface Row extends Record<string, unknown> {
  currency: Currency;
  source: string | null;
  kind: Difference['kind'];
  at_stripe: string;
  booked: string;
  type: string | null;
  purchase_id: string | null;
  order_id: string | null;
  since: Date | string;
}

export async function findDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await db.execute<Row>(query);
  return rows.map((row) => ({
    currency: row.currency,
    source: row.source,
    kind: row.kind,
    atStripe: Number(row.at_stripe),
    booked: Number(row.booked),
    type: row.type,
    purchaseId: row.purchase_id,
    orderId: row.order_id,
    since: new Date(row.since),
  }));
}

/** What the ledger says lies at Stripe, by currency. */
export async function ledgerAtStripe(db: Db): Promise<ReadonlyMap<Currency, number>> {
  const { rows } = await db.execute<{ currency: Currency; sum: string }>(
    sql`select currency, sum(amount) as sum from ledger_entry where account = 'stripe' group by 1`,
  );
  return new Map(rows.map(({ currency, sum }) => [currency, Number(sum)]));
}
