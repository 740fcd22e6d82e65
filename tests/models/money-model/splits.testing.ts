/**
 * Whose money a payment is, reckoned again from the records of what happened: payment, refunds, chargebacks, transfers,
 * reversals and the agreed fee. The books of each order must agree.
 */
const orders = `with of_order as (
  select o.id, o.seller_id,
    coalesce((select -sum(e.amount) from ledger_entry e where e.order_id = o.id and e.kind = 'capture' and e.account <> 'stripe'), 0) as captured,
    coalesce((select sum(c.taken_amount) from chargeback_part c where c.order_id = o.id), 0) as taken,
    coalesce((select sum(r.amount) from refund r where r.order_id = o.id and r.state = 'done'), 0) as refunded,
    coalesce((select sum(t.amount) from transfer t where t.order_id = o.id and t.state <> 'failed'), 0)
      - coalesce((select sum(v.amount) from transfer_reversal v where v.order_id = o.id and v.state = 'done'), 0) as sent,
    coalesce((select sum((i.snapshot #>> '{fee,amount}')::bigint) from order_item i where i.order_id = o.id), 0) as agreed,
    exists (select from ledger_entry e where e.order_id = o.id and e.kind = 'release') as released,
    b.*
  from orders o cross join lateral (
    select -coalesce(sum(amount) filter (where account = 'order'), 0) as held,
      -coalesce(sum(amount) filter (where account = 'seller'), 0) as owed,
      -coalesce(sum(amount) filter (where account = 'fee'), 0) as fee,
      coalesce(sum(amount) filter (where account = 'debt'), 0) as debt,
      coalesce(sum(amount) filter (where account = 'loss' and kind <> 'writeoff'), 0) as loss,
      coalesce(sum(amount) filter (where account = 'seller' and kind = 'net'), 0) as set_off,
      -coalesce(sum(amount) filter (where account = 'debt' and kind in ('net', 'writeoff')), 0) as paid_by_others
    from ledger_entry e where e.order_id = o.id) b
  where o.paid_at is not null or exists (select from ledger_entry e where e.order_id = o.id)
), left_of as (
  -- The market bears what is more than the payment, and what it covers; the rest is the seller's and the fee.
  select *, taken + refunded as gone, captured + loss - taken - refunded as rest,
    owed + sent + set_off - debt - paid_by_others as sellers from of_order
)`;

export const splits: Record<string, string> = {
  'L3 the parts of a payment are not the payment': `${orders}
    select * from left_of where held + sellers + fee + gone <> captured + loss or least(held, owed, fee, debt, loss, gone, rest) < 0`,
  'L3 what is held is not what is left': `${orders}
    select * from left_of where held <> case when released then 0 else rest end`,
  'L3 the fee is not the agreed one, at most what is left': `${orders}
    select * from left_of where fee <> case when released then least(agreed, rest) else 0 end`,
  'L3 the market bears less than what is more than the payment, or more than banks took': `${orders}
    select * from left_of where loss < gone - captured or loss > greatest(gone - captured, taken)`,
  'L3 the seller has another sum than what is left without the fee': `${orders}
    select * from left_of where sellers <> case when released then rest - least(agreed, rest) else 0 end`,
  'L4 more was sent and given back than was paid': `${orders}
    select * from left_of where sent + gone > captured + debt + loss + paid_by_others`,
};
