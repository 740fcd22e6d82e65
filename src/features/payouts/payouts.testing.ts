import type pg from 'pg';
import { auditLedger } from '#features/ledger/audit.testing.ts';
import { type ForSale, passTime, placePaidOrder } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { releaseDue } from './release/release-due.server.ts';
import { sendDue } from './send/send-due.server.ts';

/** 30.00 in all, over the minimum of a payout; cards of 20.00 or more need a photo. */
export const large: ForSale = {
  price: 1_900,
  shipping: [{ name: 'Letter', price: { amount: 1_100, currency: 'USD' }, tracked: false }],
};

/** The id of a paid order of the seller's card. */
export async function paidOrder(market: TestMarket, seller: TestMember, buyer: TestMember, sale: ForSale = {}) {
  const { id } = await placePaidOrder(market, seller, buyer, sale);
  return id;
}

/** A paid order that was sent, and whose buyer says that it has arrived. */
export async function deliveredOrder(market: TestMarket, seller: TestMember, buyer: TestMember, sale: ForSale = {}) {
  const id = await paidOrder(market, seller, buyer, sale);
  await act(market, seller, id, 'ship', { carrier: 'Post' });
  await act(market, buyer, id, 'deliver');
  await passTime(market);
  return id;
}

export async function act(market: TestMarket, as: TestMember, orderId: string, verb: string, body: object = {}) {
  const answer = await market.request('POST', `/api/orders/${orderId}/${verb}`, { as, body });
  if (answer.status !== 200) throw new Error(`${verb} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Its hold is over, and its money is released. */
export async function readyOrder(market: TestMarket, seller: TestMember, buyer: TestMember, sale: ForSale = {}) {
  const id = await deliveredOrder(market, seller, buyer, sale);
  await days(market, 7);
  return id;
}

/** Days pass, and the release runs. */
export async function days(market: TestMarket, count: number): Promise<void> {
  await passTime(market, count * dayMs);
  await releaseDue(market.platform);
}

/** What is due is sent, as every hour. */
export async function send(market: TestMarket): Promise<void> {
  await sendDue(market.platform);
  await passTime(market);
}

export async function transfersOf({ platform }: Pick<TestMarket, 'platform'>, orderId: string) {
  const { rows } = await platform.pool.query<{ id: string; amount: number; state: string; failure: string | null }>(
    'select id, amount::int, state, failure from transfer where order_id = $1 order by claimed_at, id',
    [orderId],
  );
  return rows;
}

export interface ShownPayout {
  state: string;
  reason: string | null;
  holdDays: number | null;
}

export async function payoutOf({ platform }: Pick<TestMarket, 'platform'>, orderId: string) {
  const { rows } = await platform.pool.query<ShownPayout & { until: Date | null }>(
    'select state, paused_reason as reason, paused_until as until, hold_days as "holdDays" from order_payout where order_id = $1',
    [orderId],
  );
  return rows[0];
}

/** The sums of an order's rows in the ledger, by account. */
export async function booksOfOrder({ platform }: Pick<TestMarket, 'platform'>, orderId: string) {
  const { rows } = await platform.pool.query<{ account: string; sum: number }>(
    `select account, sum(amount)::int as sum from ledger_entry where order_id = $1 and account <> 'stripe'
     group by 1 having sum(amount) <> 0 order by 1`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

/** What must hold between the orders, the books, the transfers and Stripe. Each query finds what breaks a rule. */
const rules: Record<string, string> = {
  'an order paid since transfers exist has no row': `
    select o.id from orders o where o.paid_at is not null and not exists (select from order_payout p where p.order_id = o.id)`,
  'held and released money disagrees with the state': `
    select p.order_id as id from order_payout p
      cross join lateral (select coalesce(-sum(e.amount) filter (where e.account = 'order'), 0) as held, coalesce(bool_or(e.kind = 'release'), false) as released
        from ledger_entry e where e.order_id = p.order_id) b
    -- A bank may have taken all of it: nothing is held then, and it may come back.
    where (p.state = 'held' and b.released) or (p.state not in ('held', 'outside') and b.held > 0
      and not (p.state = 'returned' and exists (select from refund r where r.order_id = p.order_id and r.state = 'asked')))`,
  'money is owed to the seller of an order that is not ready': `
    select p.order_id as id from order_payout p join ledger_entry e on e.order_id = p.order_id and e.account = 'seller'
    where p.state <> 'ready' group by 1 having sum(e.amount) <> 0`,
  'L4 more was sent and given back than was captured, debts and losses apart': `
    select o.id from orders o where o.paid_at is not null
      and coalesce((select sum(t.amount) from transfer t where t.order_id = o.id and t.state <> 'failed'), 0)
        - coalesce((select sum(v.amount) from transfer_reversal v where v.order_id = o.id and v.state = 'done'), 0)
        + coalesce((select sum(r.amount) from refund r where r.order_id = o.id and r.state = 'done'), 0)
        + coalesce((select sum(c.taken_amount) from chargeback_part c where c.order_id = o.id), 0)
      > o.total_amount + coalesce((select sum(e.amount) from ledger_entry e where e.order_id = o.id and e.account in ('debt', 'loss')
          and (e.account = 'loss' or e.transaction_id not like 'net:%')), 0)`,
  'L6 a transfer without its one booking, or a booking without its transfer': `
    select coalesce(t.id, e.transaction_id) as id from transfer t
      full join (select * from ledger_entry where kind = 'transfer' and account = 'stripe') e on e.transaction_id = 'transfer:' || t.id
    where t.id is null or e.amount is distinct from -t.amount
      or (t.state = 'failed') <> exists (select from ledger_entry f where f.transaction_id = 'transfer-failed:' || t.id)`,
  'L6 a transfer at Stripe that is not ours, or one of ours that is not there': `
    select coalesce(t.id, s.id) as id from (select * from transfer where state <> 'failed') t
      full join (select * from sandbox_stripe_object where object = 'transfer') s on s.data #>> '{metadata,transferId}' = t.id
    where t.id is null or s.id is null or t.stripe_transfer_id is distinct from s.id or (s.data ->> 'amount')::bigint <> t.amount`,
  'L6 a reversal at Stripe that is not ours, or one of ours that is not there': `
    select coalesce(v.id, s.id) as id from (select * from transfer_reversal where state = 'done') v
      full join (select * from sandbox_stripe_object where object = 'transfer_reversal') s on s.id = v.stripe_id
    where v.id is null or s.id is null or (s.data ->> 'amount')::bigint <> v.amount`,
  'L8 money was sent before its time, or of an order that is not transferred': `
    select t.id from transfer t join order_payout p on p.order_id = t.order_id
    where p.state = 'outside'
      or not exists (select from ledger_entry e where e.transaction_id = 'release:' || t.order_id and e.at <= t.claimed_at)`,
};

/** The broken rules of ledger and payouts, each with ids; to be run when nothing is under way. */
export async function auditPayouts(pool: pg.Pool): Promise<string[]> {
  const broken = await auditLedger(pool);
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await pool.query<{ id: string }>(query);
    if (rows.length > 0)
      broken.push(
        `${rule}: ${rows
          .map(({ id }) => id)
          .slice(0, 5)
          .join(', ')}`,
      );
  }
  return broken;
}
