import { type SQL, sql } from 'drizzle-orm';
import { titleOfFirst } from '#features/orders/words.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import type { Db } from '#platform/db/db.ts';
import type { BankPayoutStatus } from '../bank/bank-payout.rules.ts';
import { presentBankPayout } from '../bank/list-bank-payouts.server.ts';
import type { PauseReason } from '../model/payout.states.ts';
import type { MoneyState, OrderPayout } from './balance.contract.ts';
import { heldNet } from './net.server.ts';
import { pauseSentence } from './pause-words.ts';

interface Row extends Record<string, unknown> {
  order_id: string;
  title: string | null;
  items: number;
  state: MoneyState;
  currency: Currency;
  amount: number | string;
  hold_days: number | null;
  paid_at: Date | string;
  due_at: Date | string | null;
  ready_at: Date | string | null;
  sent_at: Date | string | null;
  paused_reason: PauseReason | null;
  paused_until: Date | string | null;
  bank_id: string | null;
  bank_status: BankPayoutStatus;
  arrives_at: Date | string;
  failure: string | null;
  is_disputed: boolean;
}

/** Money of it isn't at the seller's bank yet. */
const isUnderWay = sql`exists (
  select from transfer t left join bank_payout b on b.id = t.bank_payout_id
  where t.order_id = p.order_id and (t.state = 'claimed' or t.state = 'sent' and b.status is distinct from 'paid'))`;
const isClaimed = sql`exists (select from transfer t where t.order_id = p.order_id and t.state = 'claimed')`;

const conditions: Readonly<Record<MoneyState, SQL>> = {
  held: sql`p.state = 'held'`,
  ready: sql`p.state = 'ready' and not ${isClaimed}`,
  on_the_way: sql`(p.state = 'ready' and ${isClaimed} or p.state = 'sent' and ${isUnderWay})`,
  paid_out: sql`p.state = 'sent' and not ${isUnderWay}`,
  returned: sql`p.state = 'returned'`,
};

/** What the seller has of an order: held, owed, or sent less what was taken back. */
const amount = sql`case p.state
  when 'held' then ${heldNet}
  when 'returned' then 0
  else (select coalesce(-sum(e.amount), 0) from ledger_entry e where e.order_id = p.order_id and e.account = 'seller')
    + (select coalesce(sum(t.amount), 0) from transfer t where t.order_id = p.order_id and t.state in ('claimed', 'sent'))
    - (select coalesce(sum(v.amount), 0) from transfer_reversal v where v.order_id = p.order_id and v.state = 'done') end`;

const columns = sql`p.order_id, p.currency, p.hold_days, p.paid_at, p.due_at, p.ready_at, p.sent_at, p.paused_reason, p.paused_until,
  case when ${conditions.on_the_way} then 'on_the_way' when ${conditions.paid_out} then 'paid_out' else p.state end as state, ${amount} as amount, b.*,
  exists (select from chargeback_part t join chargeback c on c.id = t.chargeback_id where t.order_id = p.order_id and c.closed_at is null) as is_disputed,
  (select i.title from order_item i where i.order_id = p.order_id order by i.position limit 1) as title,
  (select count(*)::int from order_item i where i.order_id = p.order_id) as items`;

/** The latest payout to the bank with money of an order `p`. */
const latestBankPayout = sql`left join lateral (
  select b.id as bank_id, b.status as bank_status, b.arrives_at, b.failure
  from transfer t join bank_payout b on b.id = t.bank_payout_id
  where t.order_id = p.order_id order by b.created_at desc limit 1) b on p.state = 'sent'`;

export interface PayoutsQuery {
  state?: MoneyState | undefined;
  /** Only the orders whose money it holds. */
  bankPayout?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A seller's orders with their money, the latest payment first. Those of the time before payouts are left out. */
export async function listPayouts(
  db: Db,
  sellerId: string,
  { state, bankPayout, cursor, limit }: PayoutsQuery,
): Promise<Page<OrderPayout>> {
  const [at, id] = cursor === undefined ? [null, null] : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from order_payout p ${latestBankPayout}
    where p.seller_id = ${sellerId} and ${state ? conditions[state] : sql`p.state <> 'outside'`}
      ${bankPayout === undefined ? sql`` : sql`and p.order_id in (select order_id from transfer where bank_payout_id = ${bankPayout})`}
      ${at === null ? sql`` : sql`and (p.paid_at, p.order_id) < (${at}::timestamptz, ${id})`}
    order by p.paid_at desc, p.order_id desc limit ${limit + 1}`);
  return pageOf(rows.map(present), limit, ({ paidAt, orderId }) => [paidAt, orderId]);
}

/** The money of one order, for its seller; null before it is paid, and for orders of the time before payouts. */
export async function findOrderPayout(db: Db, orderId: string): Promise<OrderPayout | null> {
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from order_payout p ${latestBankPayout} where p.order_id = ${orderId} and p.state <> 'outside'`,
  );
  return rows[0] ? present(rows[0]) : null;
}

function present(row: Row): OrderPayout {
  const { state } = row;
  const due = row.due_at ? new Date(row.due_at) : null;
  // Sent, and taken back until the bank has decided.
  const isTaken = row.is_disputed && Number(row.amount) === 0 && state !== 'returned';
  const isWaiting = state === 'held' || state === 'ready' || isTaken;
  const reason = isTaken
    ? 'bank_dispute'
    : (row.paused_reason ?? (state !== 'held' ? null : due ? 'hold' : 'not_delivered'));
  const until = row.paused_until ? new Date(row.paused_until) : reason === 'hold' ? due : null;
  return {
    orderId: row.order_id,
    title: titleOfFirst(row.title ?? 'Order', row.items),
    state,
    amount: money(Number(row.amount), row.currency),
    paidAt: new Date(row.paid_at).toISOString(),
    dueAt: state === 'held' && due ? due.toISOString() : null,
    readyAt: row.ready_at ? new Date(row.ready_at).toISOString() : null,
    sentAt: row.sent_at ? new Date(row.sent_at).toISOString() : null,
    pause:
      reason !== null && isWaiting
        ? {
            reason,
            sentence: pauseSentence({ reason, until, holdDays: row.hold_days }),
            until: until?.toISOString() ?? null,
          }
        : null,
    bankPayout: row.bank_id === null ? null : presentBankPayout({ ...row, id: row.bank_id, status: row.bank_status }),
  };
}
